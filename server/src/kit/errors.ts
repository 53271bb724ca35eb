import type { Money } from './money.ts'

/** The only place for the status of a code. A code is a promise to clients: it may be added, never renamed. */
export const STATUS = {
  invalid_request: 400,
  malformed_request: 400,
  unauthorized: 401,
  invalid_customer_token: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  cart_changed: 409,
  cart_completed: 409,
  checkout_ended: 409,
  checkout_in_progress: 409,
  key_limit_reached: 409,
  idempotency_key_in_use: 409,
  insufficient_stock: 409,
  new_message: 409,
  stock_changed: 409,
  sync_running: 409,
  turn_in_progress: 409,
  precondition_failed: 412,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  capture_too_large: 422,
  cart_full: 422,
  checkout_incomplete: 422,
  contrast_too_low: 422,
  gift_card_rejected: 422,
  idempotency_key_reused: 422,
  insufficient_points: 422,
  login_code_rejected: 422,
  out_of_stock: 422,
  payment_declined: 422,
  quantity_limit_exceeded: 422,
  quote_expired: 422,
  promotion_exhausted: 422,
  order_too_large: 422,
  payment_too_large: 422,
  points_rejected: 422,
  store_credit_rejected: 422,
  refund_too_large: 422,
  reservation_limit_exceeded: 422,
  storage_full: 422,
  unknown_action: 422,
  rate_limit_exceeded: 429,
  headers_too_large: 431,
  internal_error: 500,
  method_not_implemented: 501,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS

type ErrorValue = string | number | boolean | null | readonly ErrorValue[] | { readonly [name: string]: ErrorValue }

/** Data of an error for programs, such as an id, a limit or a count: the message is only for people. */
export type ErrorFields = { readonly [name: string]: ErrorValue }

export interface ErrorDetail {
  path: string
  message: string
  /** The current number, in place of the expected one. */
  actual?: number
  /** The units left. */
  available?: number
  limit?: number
  /** The current amount, in place of the expected one. */
  amount?: Money
  maxAmount?: Money
  readonly [field: string]: ErrorValue | undefined
}

interface AppErrorOptions {
  details?: ErrorDetail[]
  /** Sent next to `code` and `message`. */
  fields?: ErrorFields & { [reserved in 'code' | 'message' | 'details' | 'retryAfter' | 'requestId']?: never }
  headers?: Record<string, string>
  /** For the log only; a caller never sees it. */
  cause?: unknown
}

/** An error response. `message` is for the caller and says what to do; `cause` is for the log. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[] | undefined
  readonly fields: ErrorFields
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = STATUS[code]
    this.details = options.details
    this.fields = options.fields ?? {}
    this.headers = options.headers ?? {}
  }
}

/** A client with a thousand errors fixes the first ones and retries. */
export const MAX_DETAILS = 50

export const invalidRequest = (message: string, details?: ErrorDetail[]) =>
  new AppError('invalid_request', message, details ? { details: details.slice(0, MAX_DETAILS) } : {})

export const unauthorized = (message: string) =>
  new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })

/** The same message for "does not exist" and "belongs to another workspace": a response must not reveal which. */
export const notFound = (kind: string, id: string) => new AppError('not_found', `No such ${kind}.`, { fields: { id } })

/** For a path, where `notFound` is for a resource. */
export const endpointNotFound = ({ method, url }: { method: string; url: string }, hint = 'The API is below /v1.') =>
  new AppError('not_found', `No such endpoint: ${method} ${url.split('?', 1)[0]}. ${hint}`)

export const tooManyRequests = (retryAfterSeconds: number, why = 'Too many attempts.', fields: ErrorFields = {}) => {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  const unit = seconds === 1 ? 'second' : 'seconds'
  return new AppError('rate_limit_exceeded', `${why} Try again in ${seconds} ${unit}.`, {
    fields,
    headers: { 'retry-after': String(seconds) },
  })
}

export const unavailable = (cause: unknown, retryAfterSeconds = 1) =>
  new AppError('unavailable', 'The service is temporarily unavailable. Try again shortly.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  })
