import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { rateLimitOf } from '../limits/quotas.ts'
import { type CachedResponse, type CachedResponseOptions, cachedResponseHeaders } from './cached-headers.ts'
import type { ResponseCache } from './response-cache.ts'

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
