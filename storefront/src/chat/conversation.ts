import { type AnswerHandlers, type ChatApi, ChatError, type ChatMessage } from './chat-api.ts'
import { element } from './dom.ts'
import type { Labels } from './labels.ts'
import { createMessageView } from './message-view.ts'
import type { Panel } from './panel.ts'

const STORAGE_KEY = 'storedesk-chat'
/** How often replies of a person are looked for, while the panel is open. */
const POLL_MS = 5000

interface StoredChat {
  visitorId: string
  conversationId: string | null
}

/** Connects the panel to the server: one conversation, which survives a reload. */
export function createConversation(api: ChatApi, getPanel: () => Panel, labels: Labels, locale: string) {
  const stored = readStored()
  const shownIds = new Set<string>()
  let owner: 'assistant' | 'person' = 'assistant'
  let answering: AbortController | undefined
  let isLoaded = false
  /** The same message keeps its ID when it is sent again, so that it is answered once. */
  let unsent: { text: string; id: string } | undefined

  const options = { labels, locale }
  const remember = (conversationId: string | null) => {
    stored.conversationId = conversationId
    writeStored(stored)
  }
  const setOwner = (next: typeof owner) => {
    if (next === 'person' && owner !== 'person') getPanel().note(labels.handedOver)
    owner = next
    getPanel().setOwner(owner)
  }

  function greet() {
    getPanel().note(labels.automatic)
    const view = createMessageView('assistant', options)
    view.addText(labels.greeting)
    getPanel().append(view.node)
  }

  function show({ id, role, text, cards, citations, suggestions, authorName }: ChatMessage, isLast: boolean) {
    if (shownIds.has(id)) return
    shownIds.add(id)
    if (text === '' && cards.length === 0) return
    const view = createMessageView(role, { ...options, authorName })
    view.addText(text)
    for (const card of cards) view.addCard(card)
    for (const citation of citations) view.addCitation(citation)
    getPanel().append(view.node)
    if (role === 'agent') getPanel().announce(view.text())
    if (isLast && suggestions.length > 0) getPanel().suggest(suggestions)
  }

  /** Shows an answer while it arrives. `read` resolves when it is complete. */
  async function follow(read: (handlers: AnswerHandlers, signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const panel = getPanel()
    const view = createMessageView('assistant', options)
    const writing = element('p', { class: 'note' }, labels.thinking)
    const showView = () => {
      if (view.node.isConnected) return panel.scrollDown()
      writing.remove()
      panel.append(view.node)
    }
    let suggestions: string[] = []
    const handlers: AnswerHandlers = {
      onConversation: remember,
      onText(delta) {
        view.addText(delta)
        showView()
      },
      onCitation: (citation) => view.addCitation(citation),
      onCard(card) {
        view.addCard(card)
        showView()
      },
      onSuggestions: (replies) => {
        suggestions = replies
      },
      onNotice: (text) => panel.note(text),
      onVerification: (sentTo) => sentTo && panel.note(labels.codeSent(sentTo)),
      onHandover: () => setOwner('person'),
    }
    answering = new AbortController()
    panel.setAnswering(true)
    panel.append(writing)
    try {
      await read(handlers, answering.signal)
    } finally {
      answering = undefined
      writing.remove()
      panel.setAnswering(false)
    }
    if (!view.isEmpty()) panel.announce(view.text())
    if (suggestions.length > 0) panel.suggest(suggestions)
  }

  /** Shows what is stored and not yet on screen. */
  async function load(): Promise<void> {
    const { conversationId } = stored
    if (!conversationId) return
    const conversation = await api.getConversation(conversationId)
    for (const message of conversation.messages) show(message, message === conversation.messages.at(-1))
    setOwner(conversation.owner)
    if (conversation.answering) await follow((handlers, signal) => api.resume(conversationId, handlers, signal))
  }

  /** After a lost connection, the server knows what was said, and continues the answer. */
  async function reload(): Promise<boolean> {
    getPanel().clear()
    shownIds.clear()
    greet()
    return load().then(
      () => true,
      () => false,
    )
  }

  function explain(error: unknown): string {
    if (!(error instanceof ChatError)) return labels.failed
    if (error.status === 429) return labels.tooMany(error.retryAfter)
    return error.status === 409 ? labels.busy : labels.failed
  }

  return {
    async open(): Promise<void> {
      if (isLoaded) return
      isLoaded = true
      greet()
      setInterval(() => {
        if (owner === 'person' && getPanel().isOpen() && !document.hidden && !answering) load().catch(() => {})
      }, POLL_MS)
      try {
        await load()
      } catch (error) {
        if (!(error instanceof ChatError) || error.status !== 404) return getPanel().note(labels.failed, 'error')
        remember(null)
        getPanel().note(labels.gone)
      }
    },
    async send(text: string): Promise<void> {
      const panel = getPanel()
      panel.dropSuggestions()
      panel.takeInput()
      const view = createMessageView('customer', options)
      view.addText(text)
      panel.append(view.node)
      if (unsent?.text !== text) unsent = { text, id: randomId() }
      const { visitorId, conversationId } = stored
      const message = {
        ...{ message: text, clientMessageId: unsent.id, visitorId },
        ...(conversationId && { conversationId }),
      }
      let isAccepted = false
      try {
        await follow((handlers, signal) => {
          const onConversation = (id: string) => {
            isAccepted = true
            unsent = undefined
            handlers.onConversation(id)
          }
          return api.send(message, { ...handlers, onConversation }, signal)
        })
        await markShown()
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return
        if (isAccepted && (await reload())) return
        view.node.remove()
        panel.restoreInput(text)
        panel.note(explain(error), 'error')
      }
    },
    async stop(): Promise<void> {
      answering?.abort()
      if (stored.conversationId) await api.stop(stored.conversationId).catch(() => {})
      await markShown()
    },
    async handOver(): Promise<void> {
      const { conversationId } = stored
      // Without a question, there is nothing to hand over yet.
      if (!conversationId) return this.send(labels.person)
      try {
        await api.handOver(conversationId)
        setOwner('person')
      } catch (error) {
        getPanel().note(explain(error), 'error')
      }
    },
    restart(): void {
      answering?.abort()
      remember(null)
      shownIds.clear()
      unsent = undefined
      owner = 'assistant'
      getPanel().clear()
      getPanel().setOwner(owner)
      greet()
    },
  }

  /** What was streamed is stored now: the next look at the conversation must not show it again. */
  async function markShown(): Promise<void> {
    if (!stored.conversationId) return
    const { messages } = await api.getConversation(stored.conversationId).catch(() => ({ messages: [] }))
    for (const { id, role } of messages) if (role !== 'agent') shownIds.add(id)
  }
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function readStored(): StoredChat {
  try {
    const { visitorId, conversationId = null } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    if (typeof visitorId === 'string') return { visitorId, conversationId }
  } catch {
    // Private windows may have no storage: then a reload starts anew.
  }
  return { visitorId: randomId(), conversationId: null }
}

function writeStored(chat: StoredChat): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(chat))
  } catch {
    // As above.
  }
}
