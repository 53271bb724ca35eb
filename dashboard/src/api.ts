export const ROOT = '/dashboard/api'
const ANSWER_LIMIT_MS = 30_000

export interface ErrorDetail {
  path: string
  message: string
  /** What there is, where something else was expected. */
  actual?: number
}

interface ErrorBody {
  code: string
  message: string
  details?: ErrorDetail[]
  requestId?: string
  retryAfter?: number
}

/** A refusal of the server. Its message is written for people and may be shown as it is. */
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

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** For the routes under `/v1`, which look at one environment. */
  environmentId?: string
  /** The version that was read: if somebody else was faster, the server refuses with 412. */
  ifMatch?: number
  /** By which the server knows a deed that it has done already. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Told what the server's clock said, to the second. */
  onServerTime?: (at: Date) => void
}

/** The shape of the answer is the caller's word: both sides are built and released together. */
export async function api<Answer>(path: string, call: Call = {}) {
  const { method = 'GET', body, environmentId, ifMatch, idempotencyKey, signal, onServerTime } = call
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS)
  const answer = await fetch(ROOT + path, {
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
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  const date = answer.headers.get('date')
  if (date) onServerTime?.(new Date(date))
  if (answer.status === 204) return undefined as Answer
  return answerIn<Answer>(await answer.json().catch(() => undefined), answer.status)
}

export function answerIn<Answer>(content: unknown, status: number): Answer {
  if (status < 200 || status > 299) throw new ApiError(status, errorIn(content, status))
  if (content === undefined) throw new Error('The server answered with something that is not JSON.')
  return content as Answer
}

function errorIn(content: unknown, status: number): ErrorBody {
  const error = (content as { error?: Partial<ErrorBody> } | undefined)?.error
  if (typeof error?.code === 'string' && typeof error.message === 'string') return error as ErrorBody
  return { code: 'unknown', message: `The server answered with status ${status}. Is something in front of it?` }
}
