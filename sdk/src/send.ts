import { linkAbort, MAX_TIMER_MS } from './abort.ts'
import { errorFrom, StoredeskConnectionError, type StoredeskError } from './errors.ts'
import { parseJson } from './json.ts'
import { defaultRetryPolicy, type RetryPolicy, waitBeforeRetry } from './retry.ts'

export interface SendSettings {
  fetch: typeof globalThis.fetch
  maxRetries: number
  /** Per attempt, including the body; an event stream only has to start within this time. */
  timeoutMs: number
  signal: AbortSignal | undefined
  /** Defaults to the method's policy. */
  retryPolicy?: RetryPolicy | undefined
}

/** Replaced in tests, so that they need not wait. */
export interface Clock {
  sleep(waitMs: number, signal: AbortSignal | undefined): Promise<void>
  random(): number
}

/**
 * Keeps a request alive as long as its stream: once Node collects it, the inner signal stops working
 * (nodejs/undici#4068).
 */
const requestByStream = new WeakMap<ReadableStream, Request>()

const IDEMPOTENCY_KEY = 'idempotency-key'

/** `fetch` with the API's rules: an idempotency key on every POST, a timeout, and retries where they are safe. */
export async function send(request: Request, settings: SendSettings, clock: Clock): Promise<Response> {
  if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY)) {
    request.headers.set(IDEMPOTENCY_KEY, randomKey())
  }
  const body = await readBody(request)
  const retryPolicy = settings.retryPolicy ?? defaultRetryPolicy(request.method)
  let lastWaitMs = 0
  for (let retries = 0; ; retries++) {
    const { response, error } = await attempt(request, body, settings)
    const waitMs =
      error && retries < settings.maxRetries
        ? waitBeforeRetry(error, { retryPolicy, retries, lastWaitMs }, clock.random)
        : undefined
    if (waitMs === undefined) {
      if (response) return response
      throw error
    }
    await clock.sleep(waitMs, settings.signal)
    lastWaitMs = waitMs
  }
}

type Outcome =
  | { response: Response; error?: StoredeskError }
  | { response?: undefined; error: StoredeskConnectionError }

async function attempt(request: Request, body: ArrayBuffer | undefined, settings: SendSettings): Promise<Outcome> {
  const { fetch, signal, timeoutMs } = settings
  const controller = new AbortController()
  let unlink = linkAbort(signal, controller)
  const timer = setTimeout(() => controller.abort(), Math.min(timeoutMs, MAX_TIMER_MS))
  try {
    // Sends the body again for every attempt. Not request.clone(): in Node a clone loses its signal
    // (nodejs/undici#4068).
    const response = await fetch(request, { signal: controller.signal, ...(body && { body }) })
    if (response.ok && isEventStream(response)) {
      // The stream outlives this function, and so must the caller's ability to abort it.
      unlink = () => {}
      if (response.body) requestByStream.set(response.body, request)
      return { response }
    }
    return await bufferResponse(response)
  } catch (cause) {
    signal?.throwIfAborted()
    return { error: new StoredeskConnectionError(controller.signal.aborted ? 'timeout' : 'network', request, cause) }
  } finally {
    clearTimeout(timer)
    unlink()
  }
}

export const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** Reads the body here, so that a truncated or endless response counts as a failure of this attempt. */
async function bufferResponse(response: Response): Promise<Outcome> {
  const bytes = await response.arrayBuffer()
  // A 204 or 304 must not have a body, not even an empty one.
  const buffered = new Response(bytes.byteLength > 0 ? bytes : null, response)
  if (response.ok) return { response: buffered }
  const text = new TextDecoder().decode(bytes)
  return { response: buffered, error: errorFrom(response, parseJson(text) ?? text) }
}

async function readBody(request: Request): Promise<ArrayBuffer | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  // Not `request.body`, which Firefox lacks.
  const bytes = await request.arrayBuffer()
  return bytes.byteLength > 0 ? bytes : undefined
}

/** Not crypto.randomUUID: browsers provide it on https only, and a shop under development is often served over http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
