import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { endpointNotFound } from '../../kit/errors.ts'
import { addressQuota, type PublicLimit, type Quota, sessionQuota } from './quotas.ts'
import { type RequestCounter, rateLimitExceeded } from './request-counter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Outside `/v1`: the limit that counts the request. `session`: counted by session, in `staff.ts`. */
    publicLimit?: PublicLimit | 'session'
    /** Requests beyond the limit are served too, but throttled. */
    isServedOverLimit?: boolean
  }
  interface FastifyRequest {
    /** The request was served although its client had used up the limit. */
    isOverLimit: boolean
  }
}

/**
 * Every route counts its requests, by client address unless it declares otherwise. Register before any route: one
 * that declares nothing fails the boot.
 */
export function limitPublicRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Not earlier: plugins such as the one for static files add routes without a config, which their scope then
  // completes.
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => !config?.limit && !config?.publicLimit)
    if (undeclared.length === 0) return
    throw new Error(`Declare a rate limit for: ${undeclared.map(({ method, url }) => `${method} ${url}`).join(', ')}`)
  })
  app.setNotFoundHandler(async (request) => {
    consumeAddressQuota(app.accessControl, request, 'page')
    throw endpointNotFound(request)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { publicLimit, isServedOverLimit } = request.routeOptions.config
    if (!publicLimit || publicLimit === 'session') return done()
    try {
      consumeAddressQuota(app.accessControl, request, publicLimit)
      done()
    } catch (error) {
      request.isOverLimit = isServedOverLimit === true
      done(isServedOverLimit ? undefined : (error as Error))
    }
  })
}

/** For routes of plugins that can't declare it themselves. */
export const setPublicLimit = (app: FastifyInstance, publicLimit: PublicLimit): void => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, publicLimit }
  })
}

export const consumeAddressQuota = (counter: RequestCounter, { ip }: FastifyRequest, name: PublicLimit): void =>
  consumeQuota(counter, addressQuota(ip, name))

export const consumeSessionQuota = (counter: RequestCounter, { sessionId }: { sessionId: string }): void =>
  consumeQuota(counter, sessionQuota(sessionId))

function consumeQuota({ localLimiter, recordDecision }: RequestCounter, quota: Quota): void {
  const decision = localLimiter.decide(quota, 1)
  recordDecision(quota, decision.allowed)
  if (!decision.allowed) throw rateLimitExceeded(quota, decision)
}
