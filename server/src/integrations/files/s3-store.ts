import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { unavailable } from '../../kit/errors.ts'
import { type FileKey, parseFileKey } from '../../kit/file-key.ts'
import { parseS3Url } from '../../kit/s3-url.ts'
import { withTimeout } from '../../kit/with-timeout.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { traceService } from '../trace-call.ts'

interface S3Request {
  method: 'PUT' | 'GET' | 'DELETE'
  key: FileKey
  signal: AbortSignal
  headers?: Record<string, string>
  body?: Uint8Array
}

/** All attempts together; a request has 15 s (`http/server/server.ts`). */
const TIMEOUT_MS = 12_000
const MAX_ATTEMPTS = 3
const INITIAL_BACKOFF_MS = 100
/** SHA-256 of nothing: the body of GET and DELETE. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Files in a bucket of Amazon S3 or a compatible store. It may be private: we read it for clients. */
export function openS3Store(address: string, { timeoutMs = TIMEOUT_MS } = {}): FileStore {
  const { url, ...credentials } = parseS3Url(address)

  /** Resolves when the response begins. Retryable errors are retried while there is time. */
  async function send(request: S3Request): Promise<Response> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
    const signal = AbortSignal.any([timeout.signal, request.signal])
    try {
      for (let attempt = 1; ; attempt++) {
        const sending = traceService('s3', url, () => attemptOnce(request, signal))
        const response = await sending.catch((error: Error) => error)
        if (response instanceof Response && !isRetryable(response.status)) return response
        if (attempt === MAX_ATTEMPTS || signal.aborted) throw await toError(request, response)
        if (response instanceof Response) await response.body?.cancel()
        await sleep(INITIAL_BACKOFF_MS * 4 ** (attempt - 1), undefined, { signal })
      }
    } catch (error) {
      throw unavailable(signal.aborted ? signal.reason : error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function attemptOnce({ method, key, headers, body }: S3Request, signal: AbortSignal): Promise<Response> {
    // With its hash in the signature, the store rejects a body that was damaged in transit.
    const hash = { 'x-amz-content-sha256': body ? parseFileKey(key).hash : EMPTY_SHA256 }
    const unsigned = { method, url: `${url}/${key}`, headers: { ...headers, ...hash }, ...credentials, service: 's3' }
    const signed = await new AwsV4Signer(unsigned).sign()
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      body: (body ?? null) as BodyInit | null,
      redirect: 'manual',
      signal,
    })
  }

  return {
    async put(key, bytes, signal) {
      const headers = { 'content-type': parseFileKey(key).type }
      const request = { method: 'PUT', key, signal, headers, body: bytes } as const
      const response = await send(request)
      if (!response.ok) throw unavailable(await toError(request, response))
      await response.body?.cancel()
    },
    async open(key, signal) {
      const request = { method: 'GET', key, signal } as const
      const response = await send(request)
      if (response.ok && response.body) {
        return { sizeBytes: contentLength(response), bytes: streamBody(response.body, timeoutMs) }
      }
      if (response.status !== 404) throw unavailable(await toError(request, response))
      await response.body?.cancel()
      return undefined
    },
    async remove(key, signal) {
      const request = { method: 'DELETE', key, signal } as const
      const response = await send(request)
      if (!response.ok && response.status !== 404) throw unavailable(await toError(request, response))
      await response.body?.cancel()
    },
  }
}

/** Unknown for a compressed response. */
function contentLength({ headers }: Response): number | undefined {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? undefined : Number(length)
}

const isRetryable = (status: number) => status >= 500 || status === 429

/** For the log: the store's own error, if any. */
async function toError({ method, key }: S3Request, response: Response | Error): Promise<Error> {
  if (!(response instanceof Response)) return response
  const body = (await response.text().catch(() => '')).slice(0, 500)
  return new Error(`the file store responded to ${method} ${key} with ${response.status}: ${body}`)
}

/** Each chunk has its own timeout: a silent store is aborted, a slow reader is not. */
function streamBody(body: ReadableStream<Uint8Array>, timeoutMs: number): Readable {
  async function* chunks() {
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await withTimeout(reader.read(), timeoutMs)
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}
