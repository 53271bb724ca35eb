import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PathTable } from './path-table.ts'
import type { LimitState } from './responses/response-headers.ts'

const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotent-Replayed, Idempotency-Key, Request-Id, ETag, X-Cache'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, API-Version, Idempotency-Key, If-Match, If-None-Match, Request-Id, X-Customer-Token, X-Workspace-Id'
const MAX_AGE_SECONDS = '86400'

/** A preflight does not count; it reports what is left for the request it announces. */
export type PeekPreflightLimit = (request: FastifyRequest, method: string) => Promise<LimitState | undefined>

export const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS }
const NO_HEADERS = {}

/** CORS headers for responses that any origin may read; none for the others. */
const corsHeadersFor = (request: FastifyRequest): Record<string, string> =>
  request.routeOptions.config.access === 'storefront' ? CORS_HEADERS : NO_HEADERS

/** Browsers of any origin may call storefront routes. No other route sends CORS headers, so other origins can't read it. */
export function enableCors(app: FastifyInstance, paths: PathTable, peekLimit: PeekPreflightLimit): void {
  const handlePreflight = async (request: FastifyRequest, reply: FastifyReply, requestedMethod: string) => {
    const methods = paths.find(request.url)
    if (methods?.get(requestedMethod) !== 'storefront') return false
    request.limitState = await peekLimit(request, requestedMethod)
    const allowedMethods = [...methods].filter(([, access]) => access === 'storefront').map(([method]) => method)
    reply
      .code(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': allowedMethods.join(', '),
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': MAX_AGE_SECONDS,
      })
      .send()
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    const requestedMethod = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || !requestedMethod) return done()
    handlePreflight(request, reply, requestedMethod).then((handled) => (handled ? undefined : done()), done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(corsHeadersFor(request))
    done()
  })
}
