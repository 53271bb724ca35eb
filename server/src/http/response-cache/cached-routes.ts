import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { CORS_HEADERS } from '../cors.ts'
import { rateLimitOf } from '../limits/quotas.ts'
import { matchesIfNoneMatch } from '../responses/etag.ts'
import { JSON_TYPE, type LimitState, pushLimitHeaders, SECURITY_HEADERS } from '../responses/response-headers.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** For a route whose response is the same for every authorized caller, until something in the environment changes. */
export interface CacheConfig {
  /** When it changes on its own; null: never. */
  nextChange?: (ctx: Ctx) => Promise<Date | null>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    cache?: CacheConfig
  }
}

/** Clients revalidate a cached response each time; it depends on the caller, so proxies must not cache it. */
const CACHE_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'private, no-cache' }

const toHeaderLines = (headers: object): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const PUBLIC_HEADER_LINES = toHeaderLines({ ...SECURITY_HEADERS, ...CACHE_HEADERS, ...CORS_HEADERS, 'x-cache': 'HIT' })

const HEADERS = Object.entries({ ...SECURITY_HEADERS, ...CACHE_HEADERS }).flat()
const HEADERS_WITH_CORS = [...HEADERS, ...Object.entries(CORS_HEADERS).flat()]

/** The response is serialized once and cached as bytes. */
export function cacheResponses(route: RouteOptions, cache: ResponseCache): void {
  const config = route.config?.cache
  if (!config) return
  const { handler } = route
  route.handler = async function (request, reply) {
    const { ctx } = request
    const { nextChange } = config
    const response = await cache.getOrCreate(
      request,
      ctx.environmentId,
      async () => Buffer.from(String(reply.serialize(await handler.call(this, request, reply)))),
      nextChange && (() => nextChange(ctx)),
    )
    // The request has timed out.
    if (reply.sent || reply.raw.headersSent) return reply
    // Where a 304 does not count, one that was computed, and so counted, must not look like one.
    const isFree = rateLimitOf('live', route.config?.limit ?? 'default').cachedIsFree
    const ifNoneMatch = isFree ? undefined : request.headers['if-none-match']
    sendFromCache(request, reply, response, { cache: 'MISS', ifNoneMatch })
    return reply
  }
}

interface CachedResponseOptions {
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

/** The same for a public response with a body, as they are written to the socket: most of them never change. */
export const cachedResponseHeaderLines = (
  { etag, body }: CachedResponse,
  requestId: string,
  { limit, remaining, resetSeconds }: LimitState,
): string =>
  `${PUBLIC_HEADER_LINES}etag: ${etag}\r\nx-request-id: ${requestId}\r\nx-ratelimit-limit: ${limit}\r\n` +
  `x-ratelimit-remaining: ${remaining}\r\nx-ratelimit-reset: ${resetSeconds}\r\ncontent-length: ${body.length}\r\n`

export const sendCachedResponse = (request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void =>
  sendFromCache(request, reply, response, { cache: 'HIT', ifNoneMatch: request.headers['if-none-match'] })

/** Writes straight to the socket and skips the response hooks, so it does their work here. */
function sendFromCache(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  options: Pick<CachedResponseOptions, 'cache' | 'ifNoneMatch'>,
): void {
  reply.hijack()
  const isPublic = request.routeOptions.config.access === 'storefront'
  const { status, headers } = cachedResponseHeaders(response, {
    ...options,
    requestId: request.id,
    limit: request.limitState,
    isPublic,
  })
  reply.raw.writeHead(status, headers)
  reply.raw.end(status === 200 ? response.body : undefined)
}
