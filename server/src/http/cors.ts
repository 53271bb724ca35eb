import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LimitState } from './finalise.ts'
import type { PathTable } from './path-table.ts'

const READABLE =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotent-Replayed, Idempotency-Key, Request-Id, ETag, X-Cache'
const SENDABLE =
  'Authorization, Content-Type, API-Version, Idempotency-Key, If-Match, If-None-Match, Request-Id, X-Workspace-Id'
const DAY_SECONDS = '86400'

/** A preflight does not count; it tells what is left for the request that it announces. */
export type LookAtPreflight = (request: FastifyRequest, method: string) => Promise<LimitState | undefined>

export const OPEN_TO_BROWSERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': READABLE }
const CLOSED = {}

/** The headers of an answer that browsers of any origin may read; none of one that they may not. */
const corsOf = (request: FastifyRequest): Record<string, string> =>
  request.routeOptions.config.access === 'storefront' ? OPEN_TO_BROWSERS : CLOSED

/** Browsers of any origin may call what is open to storefronts. Nothing else answers CORS, so nothing else can be read there. */
export function openToBrowsers(app: FastifyInstance, paths: PathTable, lookAt: LookAtPreflight): void {
  const answerPreflight = async (request: FastifyRequest, reply: FastifyReply, wanted: string) => {
    const methods = paths.find(request.url)
    if (methods?.get(wanted) !== 'storefront') return false
    request.limitState = await lookAt(request, wanted)
    const open = [...methods].filter(([, access]) => access === 'storefront').map(([method]) => method)
    reply
      .code(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': open.join(', '),
        'access-control-allow-headers': SENDABLE,
        'access-control-max-age': DAY_SECONDS,
      })
      .send()
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    const wanted = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || !wanted) return done()
    answerPreflight(request, reply, wanted).then((answered) => (answered ? undefined : done()), done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(corsOf(request))
    done()
  })
}
