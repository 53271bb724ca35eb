import { API_ROOT, parseResponse, withSession } from '../../api.ts'

interface Chunk {
  type: string
  delta?: string
  errorText?: string
  toolName?: string
  messageMetadata?: { conversationId?: string }
}

interface Request {
  environmentId: string
  conversationId: string | undefined
  message: string
  locale: string | undefined
  signal: AbortSignal
  onConversation: (id: string) => void
  onText: (delta: string) => void
  onTool: (name: string) => void
}

/** Sends a message as a storefront would, and reports the answer while it is written. Aborting stops it. */
export const streamAnswer = (request: Request): Promise<void> => withSession(PATH, () => streamOnce(request))

const PATH = '/v1/chat'

async function streamOnce(request: Request): Promise<void> {
  const { environmentId, conversationId, message, locale, signal } = request
  const response = await fetch(API_ROOT + PATH, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'x-environment-id': environmentId },
    body: JSON.stringify({
      message,
      stream: true,
      ...(conversationId && { conversationId }),
      ...(locale && { locale }),
    }),
    signal,
  })
  if (!response.ok || !response.body) {
    parseResponse(await response.json().catch(() => undefined), response.status)
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (buffered + read.value).split('\n')
    buffered = lines.pop() ?? ''
    for (const line of lines) {
      const chunk = parseLine(line)
      if (chunk) apply(chunk, request)
    }
  }
}

/** Undefined for comments, blank lines and the end. */
export function parseLine(line: string): Chunk | undefined {
  if (!line.startsWith('data: ') || line === 'data: [DONE]') return undefined
  return JSON.parse(line.slice('data: '.length)) as Chunk
}

function apply({ type, delta = '', errorText, toolName = '', messageMetadata }: Chunk, request: Request): void {
  if (type === 'start' && messageMetadata?.conversationId) request.onConversation(messageMetadata.conversationId)
  if (type === 'text-delta') request.onText(delta)
  if (type === 'tool-input-available') request.onTool(toolName)
  if (type === 'error') throw new Error(errorText)
}
