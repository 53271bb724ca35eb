import { linkAbort } from './abort.ts'
import { errorFrom, StoredeskConnectionError } from './errors.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import type { PostSettings } from './operations.ts'
import { isEventStream } from './send.ts'

export interface StreamOptions extends PostSettings {
  /** Defaults to GET. */
  method?: 'GET' | 'POST' | undefined
  /** Values for the names in braces in the path. */
  params?: Record<string, string | number> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

interface StreamRequest {
  method: string
  url: string
}

/** `open` resolves with the headers of a successful response; the request ends with the signal it receives. */
export async function* streamEvents(
  request: StreamRequest,
  signal: AbortSignal | undefined,
  open: (signal: AbortSignal) => Promise<Response>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const controller = new AbortController()
  const unlink = linkAbort(signal, controller)
  try {
    const response = await open(controller.signal)
    // 204: there is nothing to follow at present.
    if (response.body === null) return
    if (!isEventStream(response)) throw errorFrom(response, await response.text())
    yield* readEvents(chunksOf(response.body, request, signal))
  } finally {
    unlink()
    // Also when the consumer breaks out of its loop: otherwise the server would keep writing.
    controller.abort()
  }
}

/** Uses a reader instead of `for await`: Safari cannot iterate over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>, request: StreamRequest, signal: AbortSignal | undefined) {
  const reader = body.getReader()
  while (true) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      signal?.throwIfAborted()
      throw new StoredeskConnectionError('network', request, cause)
    })
    if (done) return
    yield value
  }
}
