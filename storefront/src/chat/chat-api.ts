/** The parts of an answer that the widget shows, as the server streams or stores them. */
export interface Money {
  amount: number
  currency: string
}
export interface Citation {
  id: string
  title: string
  url: string | null
}
export type Card =
  | {
      kind: 'product'
      product: {
        title: string
        vendor: string
        url: string | null
        imageUrl: string | null
        minPrice: Money | null
        maxPrice: Money | null
        available: boolean
      }
    }
  | { kind: 'cart'; cart: { items: { title: string; quantity: number; total: Money }[]; total: Money } }
  | {
      kind: 'order'
      order: { number: number; items: { title: string; quantity: number }[]; total: Money }
    }
export interface ChatMessage {
  id: string
  role: 'customer' | 'assistant' | 'agent'
  text: string
  citations: Citation[]
  cards: Card[]
  suggestions: string[]
  authorName: string | null
}
export interface Conversation {
  owner: 'assistant' | 'person'
  answering: boolean
  messages: ChatMessage[]
}
export interface ShopConfig {
  name: string
  colors: Record<
    'primary' | 'onPrimary' | 'background' | 'surface' | 'text' | 'mutedText' | 'border' | 'danger',
    string
  >
  shape: { radiusPx: number }
  locale: string
  /** As the shop named it; `greeting` is null for the default. */
  assistant: { name: string; greeting: string | null }
}

/** What happens while an answer arrives. */
export interface AnswerHandlers {
  onConversation(id: string): void
  onText(delta: string): void
  onCitation(citation: Citation): void
  onCard(card: Card): void
  onSuggestions(suggestions: string[]): void
  onNotice(text: string): void
  onVerification(sentTo: string | null): void
  onHandover(): void
}

export class ChatError extends Error {
  readonly status: number
  readonly retryAfter: number

  constructor(status: number, retryAfter: number) {
    super(`The chat answered with ${status}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** `base` is the address of the shop's server, which has the key. */
export function createChatApi(base: URL) {
  const request = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(new URL(path, base), init)
    if (response.ok) return response
    throw new ChatError(response.status, Number(response.headers.get('retry-after')) || 60)
  }
  const conversationPath = (id: string, rest = '') => `chat/${encodeURIComponent(id)}${rest}`
  return {
    getShop: async (): Promise<ShopConfig | null> => (await (await request('shop')).json()).shop,
    getConversation: async (id: string): Promise<Conversation> => (await request(conversationPath(id))).json(),
    async send(message: object, handlers: AnswerHandlers, signal: AbortSignal): Promise<void> {
      const headers = { 'content-type': 'application/json' }
      await readAnswer(
        await request('chat', { method: 'POST', headers, body: JSON.stringify(message), signal }),
        handlers,
      )
    },
    /** Follows an answer that is still being written, from its beginning. False if there is none. */
    async resume(id: string, handlers: AnswerHandlers, signal: AbortSignal): Promise<boolean> {
      const response = await request(conversationPath(id, '/stream'), { signal })
      if (response.status === 204) return false
      await readAnswer(response, handlers)
      return true
    },
    stop: (id: string) => request(conversationPath(id, '/stop'), { method: 'POST' }),
    handOver: (id: string) => request(conversationPath(id, '/handover'), { method: 'POST' }),
  }
}
export type ChatApi = ReturnType<typeof createChatApi>

// biome-ignore lint/suspicious/noExplicitAny: each type of chunk has its own fields
type Chunk = { type: string; [field: string]: any }

/** Reads the UI message stream of the AI SDK. Unknown parts are ignored: newer servers may send more. */
async function readAnswer(response: Response, handlers: AnswerHandlers): Promise<void> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    buffer += value
    const events = buffer.split('\n\n')
    buffer = events.pop() ?? ''
    for (const event of events) {
      for (const line of event.split('\n')) if (line.startsWith('data: {')) handle(JSON.parse(line.slice(6)), handlers)
    }
  }
}

function handle({ type, ...chunk }: Chunk, handlers: AnswerHandlers): void {
  switch (type) {
    case 'start':
      if (chunk.messageMetadata?.conversationId) handlers.onConversation(chunk.messageMetadata.conversationId)
      return
    case 'text-delta':
      handlers.onText(chunk.delta)
      return
    case 'source-url':
    case 'source-document':
      handlers.onCitation({ id: chunk.sourceId, title: chunk.title ?? '', url: chunk.url ?? null })
      return
    case 'data-card':
      handlers.onCard(chunk.data)
      return
    case 'data-suggestions':
      handlers.onSuggestions(chunk.data.suggestions)
      return
    case 'data-notice':
      handlers.onNotice(chunk.data.text)
      return
    case 'data-verification':
      handlers.onVerification(chunk.data.sentTo)
      return
    case 'data-handover':
      handlers.onHandover()
      return
    case 'data-status':
      if (chunk.data.status === 'handed_over') handlers.onHandover()
      return
    case 'error':
      throw new ChatError(500, 0)
  }
}
