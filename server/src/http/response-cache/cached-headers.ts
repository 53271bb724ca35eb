import { CORS_HEADERS } from '../cors.ts'
import { matchesIfNoneMatch } from '../responses/etag.ts'
import { JSON_TYPE, type LimitState, pushLimitHeaders, SECURITY_HEADERS } from '../responses/response-headers.ts'

/** Clients revalidate a cached response each time; it depends on the caller, so proxies must not cache it. */
const CACHE_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'private, no-cache' }

const toHeaderLines = (headers: object): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const PUBLIC_HEADERS = toHeaderLines({ ...SECURITY_HEADERS, ...CACHE_HEADERS, ...CORS_HEADERS, 'x-cache': 'HIT' })

const HEADERS = Object.entries({ ...SECURITY_HEADERS, ...CACHE_HEADERS }).flat()
const HEADERS_WITH_CORS = [...HEADERS, ...Object.entries(CORS_HEADERS).flat()]

/** The bytes of a cached response and their etag. */
export interface CachedResponse {
  body: Buffer
  etag: string
}

export interface CachedResponseOptions {
  /** The caller's `If-None-Match`. */
  ifNoneMatch: string | undefined
  requestId: string
  limit: LimitState | undefined
  /** Whether it was in the cache. */
  cache?: 'HIT' | 'MISS'
  /** Whether browsers of any origin may read it. */
  isPublic: boolean
}

/** All headers of a cached response, which skips the hooks: name, value, name, value. */
export function cachedResponseHeaders(
  response: CachedResponse,
  { ifNoneMatch, requestId, limit, cache = 'HIT', isPublic }: CachedResponseOptions,
): { status: 200 | 304; headers: string[] } {
  const headers = isPublic ? [...HEADERS_WITH_CORS] : [...HEADERS]
  headers.push('x-cache', cache, 'etag', response.etag, 'x-request-id', requestId)
  if (limit) pushLimitHeaders(headers, limit)
  if (matchesIfNoneMatch(response.etag, ifNoneMatch)) return { status: 304, headers }
  headers.push('content-length', String(response.body.length))
  return { status: 200, headers }
}

/**
 * The part of a cached storefront response that is the same for all requests: constant headers, a blank line and the
 * body. The headers of a request are sent before it. Encoded once: Node sends bytes faster than a long string.
 */
export function toPublicBytes({ etag, body }: CachedResponse): { publicBytes: Buffer; body: Buffer } {
  const headers = `${PUBLIC_HEADERS}etag: ${etag}\r\ncontent-length: ${body.length}\r\n\r\n`
  // Not from the pool of small buffers, which would stay in memory with it.
  const publicBytes = Buffer.allocUnsafeSlow(headers.length + body.length)
  publicBytes.write(headers, 'latin1')
  body.copy(publicBytes, headers.length)
  return { publicBytes, body: publicBytes.subarray(headers.length) }
}

/** The headers of each request, as they are written to the socket. */
export const requestHeaderLines = (requestId: string, { limit, remaining, resetSeconds }: LimitState): string =>
  `x-request-id: ${requestId}\r\nx-ratelimit-limit: ${limit}\r\nx-ratelimit-remaining: ${remaining}\r\n` +
  `x-ratelimit-reset: ${resetSeconds}\r\n`
