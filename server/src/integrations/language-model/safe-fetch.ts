import { Readable } from 'node:stream'
import { openSafePost, type SafeRequestOptions } from '../safe-post.ts'

/** An answer of a model is some kilobytes; more is a mistake or an attack. */
const MAX_BYTES = 4_194_304
const WITHOUT_BODY = [204, 205, 304]

/**
 * `fetch` for the SDKs of models, through our own connections: never into a private network, and without redirects, so
 * that a key goes only where the shop entered it.
 */
export const safeFetch =
  (options: SafeRequestOptions): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const headers = Object.fromEntries(new Headers(init?.headers))
    const signal = init?.signal ?? new AbortController().signal
    if (init?.method !== 'POST' || typeof init.body !== 'string') throw new Error('Models are only asked by POST')
    const response = await openSafePost(url, init.body, headers, options, signal)
    const status = response.statusCode ?? 0
    if (WITHOUT_BODY.includes(status)) {
      response.destroy()
      return new Response(null, { status })
    }
    const body = Readable.toWeb(Readable.from(limitSize(response)))
    return new Response(body as ReadableStream, { status, headers: responseHeaders(response.headers) })
  }

async function* limitSize(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`The response has more than ${MAX_BYTES} bytes.`)
    yield chunk
  }
}

const responseHeaders = (headers: NodeJS.Dict<string | string[]>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
