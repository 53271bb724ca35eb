import { expect, onTestFinished, vi } from 'vitest'

export type Chunk = { type: string; [field: string]: unknown }

interface OpenStream {
  status: number
  headers: Headers
  conversationId(): Promise<string>
  /** Resolves with all text once it ends with this. */
  text(ending: string): Promise<string>
  /** All chunks, once the stream has ended. */
  end(): Promise<Chunk[]>
  chunks: Chunk[]
  isEnded(): boolean
  leave(): void
}

/** Asks the assistant, or resumes an answer, and collects what arrives. */
export async function openStream(url: string, key: string, body?: object, path = '/v1/chat'): Promise<OpenStream> {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: controller.signal,
  })
  const chunks: Chunk[] = []
  let isEnded = false
  const reading = (async () => {
    let buffer = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      buffer += part
      const lines = buffer.split('\n\n')
      buffer = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('data: {')) chunks.push(JSON.parse(line.slice(6)))
        else if (line.startsWith('data: ')) chunks.push({ type: line.slice(6) })
      }
    }
    isEnded = true
  })().catch(() => {
    isEnded = true
  })
  const textOf = () => chunks.map(({ delta }) => delta ?? '').join('')
  return {
    status: response.status,
    headers: response.headers,
    conversationId: () =>
      vi.waitFor(() => {
        const metadata = chunks[0]?.messageMetadata as { conversationId: string } | undefined
        if (!metadata) throw new Error('The stream has not started')
        return metadata.conversationId
      }, 120_000),
    text: (ending) =>
      vi.waitFor(() => {
        expect(textOf().endsWith(ending)).toBe(true)
        return textOf()
      }, 120_000),
    async end() {
      await reading
      return chunks
    },
    chunks,
    isEnded: () => isEnded,
    leave: () => controller.abort(),
  }
}
