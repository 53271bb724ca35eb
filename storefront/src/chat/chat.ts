import { createChatApi } from './chat-api.ts'
import { createConversation } from './conversation.ts'
import { labelsFor } from './labels.ts'
import { createPanel, type Panel } from './panel.ts'

const script = document.currentScript
const source = script instanceof HTMLScriptElement ? script.src : `${location.origin}/shop/chat.js`

/** Nothing appears if the shop has no chat. */
async function start(): Promise<void> {
  const api = createChatApi(new URL('api/', source))
  const shop = await api.getShop().catch(() => null)
  if (!shop) return
  const locale = navigator.language || shop.locale
  const labels = labelsFor(locale)
  let panel: Panel
  const conversation = createConversation(api, () => panel, labels, locale)
  panel = createPanel(shop, labels, {
    onOpen: () => void conversation.open(),
    onSend: (text) => void conversation.send(text),
    onStop: () => void conversation.stop(),
    onRestart: () => conversation.restart(),
    onPerson: () => void conversation.handOver(),
  })
}

void start()
