import { createChatApi, type ShopConfig } from './chat-api.ts'
import { createConversation } from './conversation.ts'
import { type Labels, labelsFor } from './labels.ts'
import { createPanel, type Panel } from './panel.ts'

const script = document.currentScript
const source = script instanceof HTMLScriptElement ? script.src : `${location.origin}/shop/chat.js`

/** Nothing appears if the shop has no chat. */
async function start(): Promise<void> {
  const api = createChatApi(new URL('api/', source))
  const shop = await api.getShop().catch(() => null)
  if (!shop) return
  const locale = navigator.language || shop.locale
  const labels = { ...labelsFor(locale), ...ownLabels(shop) }
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

/** The default name is translated, a name of the shop's is not. */
const ownLabels = ({ assistant: { name, greeting } }: ShopConfig): Partial<Labels> => ({
  ...(name !== 'Assistant' && { assistant: name }),
  ...(greeting && { greeting }),
})

void start()
