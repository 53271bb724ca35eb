export const API_ROOT = '/dashboard/api'
const TIMEOUT_MS = 30_000

export interface ErrorDetail {
  path: string
  message: string
  /** The current value, when the request expected another one. */
  actual?: number
}

interface ErrorBody {
  code: string
  message: string
  details?: ErrorDetail[]
  requestId?: string
  retryAfter?: number
}

/** An error response. Its message is written for people and can be shown as is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: ErrorDetail[]
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.details = body.details ?? []
    this.requestId = body.requestId
    this.retryAfter = body.retryAfter
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** Required for `/v1` routes, which are scoped to one environment. */
  environmentId?: string
  /** The version the client read; the server returns 412 if it has changed since. */
  ifMatch?: number
  /** Lets the server recognize a retry of a request it has already processed. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Receives the server's clock from the response, accurate to the second. */
  onServerTime?: (at: Date) => void
}

/** The caller asserts the response type: client and server are built and released together. */
export async function api<Result>(path: string, options: RequestOptions = {}) {
  const { method = 'GET', body, environmentId, ifMatch, idempotencyKey, signal, onServerTime } = options
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(API_ROOT + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(environmentId && { 'x-environment-id': environmentId }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const date = response.headers.get('date')
  if (date) onServerTime?.(new Date(date))
  if (response.status === 204) return undefined as Result
  return parseResponse<Result>(await response.json().catch(() => undefined), response.status)
}

export function parseResponse<Result>(content: unknown, status: number): Result {
  if (status < 200 || status > 299) throw new ApiError(status, parseErrorBody(content, status))
  if (content === undefined) throw new Error('The server returned a response that is not JSON.')
  return content as Result
}

function parseErrorBody(content: unknown, status: number): ErrorBody {
  const error = (content as { error?: Partial<ErrorBody> } | undefined)?.error
  if (typeof error?.code === 'string' && typeof error.message === 'string') return error as ErrorBody
  return {
    code: 'unknown',
    message: `The server returned status ${status}. A proxy in front of it may have responded instead.`,
  }
}
