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

const HIT_HEADERS = Object.entries({ ...SECURITY_HEADERS, ...CACHE_HEADERS, 'x-cache': 'HIT' }).flat()
const CORS_HIT_HEADERS = [...HIT_HEADERS, ...Object.entries(CORS_HEADERS).flat()]

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
    reply.headers({ ...CACHE_HEADERS, etag: response.etag, 'x-cache': 'MISS' })
    // Where a 304 does not count, one that was computed, and so counted, must not look like one.
    const isFree = rateLimitOf('live', route.config?.limit ?? 'default').cachedIsFree
    return matchesIfNoneMatch(response.etag, request.headers['if-none-match']) && !isFree
      ? reply.code(304).send()
      : reply.send(response.body)
  }
}

interface CachedResponseOptions {
  /** The caller's `If-None-Match`. */
  ifNoneMatch: string | undefined
  requestId: string
  limit: LimitState | undefined
  /** Whether browsers of any origin may read it. */
  isPublic: boolean
}

/** All headers of a cached response, which skips the hooks: name, value, name, value. */
export function cachedResponseHeaders(
  response: CachedResponse,
  { ifNoneMatch, requestId, limit, isPublic }: CachedResponseOptions,
): { status: 200 | 304; headers: string[] } {
  const headers = isPublic ? [...CORS_HIT_HEADERS] : [...HIT_HEADERS]
  headers.push('etag', response.etag, 'x-request-id', requestId)
  if (limit) pushLimitHeaders(headers, limit)
  if (matchesIfNoneMatch(response.etag, ifNoneMatch)) return { status: 304, headers }
  headers.push('content-length', String(response.body.length))
  return { status: 200, headers }
}

/** Writes straight to the socket and skips the response hooks, so it does their work here. */
export function sendCachedResponse(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void {
  reply.hijack()
  const isPublic = request.routeOptions.config.access === 'storefront'
  const ifNoneMatch = request.headers['if-none-match']
  const { status, headers } = cachedResponseHeaders(response, {
    ifNoneMatch,
    requestId: request.id,
    limit: request.limitState,
    isPublic,
  })
  reply.raw.writeHead(status, headers)
  reply.raw.end(status === 200 ? response.body : undefined)
}
