import { randomFillSync } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { AppError, ErrorDetail } from '../../kit/errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Remaining quota of a caller. */
export interface LimitState {
  limit: number
  remaining: number
  resetSeconds: number
}

const ID_LENGTH = 32
const IDS_PER_BATCH = 256
const randomPool = Buffer.alloc((ID_LENGTH / 2) * IDS_PER_BATCH)
/** Generated in bulk: sixteen random bytes as text cost as much as thousands. */
let hexPool = ''
let poolOffset = 0

export function newRequestId(): string {
  if (poolOffset === hexPool.length) {
    hexPool = randomFillSync(randomPool).toString('hex')
    poolOffset = 0
  }
  poolOffset += ID_LENGTH
  return `req_${hexPool.slice(poolOffset - ID_LENGTH, poolOffset)}`
}

/** An API response is data: nothing may run in it, frame it, guess its type or store it. Pages set their own policy. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The headers of every response, whichever way it is sent: by a handler, an error, a stream, or the HTTP parser that
 * rejected the request early. All of those call this function or the next. Only pages and health checks have no limit.
 */
export function responseHeaders(requestId: string, limit: LimitState | undefined): Record<string, string> {
  const headers = { ...SECURITY_HEADERS, 'x-request-id': requestId }
  if (!limit) return headers
  return {
    ...headers,
    'x-ratelimit-limit': String(limit.limit),
    'x-ratelimit-remaining': String(limit.remaining),
    'x-ratelimit-reset': String(limit.resetSeconds),
  }
}

/** As pairs: name, value, name, value. */
export function pushLimitHeaders(headers: string[], { limit, remaining, resetSeconds }: LimitState): void {
  headers.push('x-ratelimit-limit', String(limit), 'x-ratelimit-remaining', String(remaining))
  headers.push('x-ratelimit-reset', String(resetSeconds))
}

const SECURITY_HEADER_ENTRIES = Object.entries(SECURITY_HEADERS)

/** The same for a reply that may have set some of them itself. */
export function applyResponseHeaders(reply: FastifyReply, requestId: string, limit: LimitState | undefined): void {
  for (const [name, value] of SECURITY_HEADER_ENTRIES) if (!reply.hasHeader(name)) reply.header(name, value)
  reply.header('x-request-id', requestId)
  if (!limit) return
  reply.header('x-ratelimit-limit', limit.limit)
  reply.header('x-ratelimit-remaining', limit.remaining)
  reply.header('x-ratelimit-reset', limit.resetSeconds)
}

interface ErrorBody {
  error: {
    code: string
    message: string
    details?: ErrorDetail[]
    retryAfter?: number
    requestId: string
    [field: string]: unknown
  }
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { code, message, details, fields } = error
  const retryAfter = error.status === 429 && { retryAfter: Number(error.headers['retry-after']) }
  return { error: { code, message, ...(details && { details }), ...fields, ...retryAfter, requestId } }
}

/** A complete HTTP response as text, for sockets without a Node response object. */
export function formatRawErrorResponse(error: AppError, reason: string, limit: LimitState | undefined): string {
  const { body, headers } = formatError(error, limit)
  const fields = { ...headers, connection: 'close', date: new Date().toUTCString() }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${error.status} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** For requests that Fastify never sees. */
export function endWithError(
  response: ServerResponse,
  error: AppError,
  limit: LimitState | undefined,
  headers: OutgoingHttpHeaders = {},
): void {
  const formatted = formatError(error, limit)
  response.writeHead(error.status, { ...formatted.headers, ...headers })
  response.end(formatted.body)
}

function formatError(error: AppError, limit: LimitState | undefined) {
  const requestId = newRequestId()
  const body = JSON.stringify(errorBody(error, requestId))
  const headers = {
    ...responseHeaders(requestId, limit),
    ...error.headers,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
  }
  return { body, headers }
}
