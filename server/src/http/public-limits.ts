import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../kit/errors.ts'
import { type Gate, tooMany } from './admission.ts'
import { type PublicLimit, type Quota, quotaOfAddress, quotaOfSession } from './limits/table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Outside `/v1`: whom a request is counted for, by which limit. `session`: where the session is known, in `staff.ts`. */
    counted?: PublicLimit | 'session'
    /** Requests beyond the limit are answered too, though at a steady pace. */
    isServedOverLimit?: boolean
  }
  interface FastifyRequest {
    /** It was answered although its client has used up the limit. */
    isOverLimit: boolean
  }
}

/**
 * D9: every route is counted for somebody, by its client's address unless it declares otherwise. Register before any route: one
 * that declares nothing stops the boot.
 */
export function countPublicRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Not sooner: plugins such as the one for static files add routes without a config, which their scope then completes.
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => !config?.limit && !config?.counted)
    if (undeclared.length === 0) return
    throw new Error(
      `Declare how these are counted: ${undeclared.map(({ method, url }) => `${method} ${url}`).join(', ')}`,
    )
  })
  app.setNotFoundHandler(async (request) => {
    countByAddress(app.gate, request, 'page')
    throw new AppError('not_found', 'There is nothing at this address.')
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { counted, isServedOverLimit } = request.routeOptions.config
    if (!counted || counted === 'session') return done()
    try {
      countByAddress(app.gate, request, counted)
      done()
    } catch (error) {
      request.isOverLimit = isServedOverLimit === true
      done(isServedOverLimit ? undefined : (error as Error))
    }
  })
}

/** For routes of plugins that can't declare it themselves. */
export const countAll = (app: FastifyInstance, counted: PublicLimit): void => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, counted }
  })
}

export const countByAddress = (gate: Gate, { ip }: FastifyRequest, name: PublicLimit): void =>
  count(gate, quotaOfAddress(ip, name))

export const countBySession = (gate: Gate, { sessionId }: { sessionId: string }): void =>
  count(gate, quotaOfSession(sessionId))

function count({ local, note }: Gate, quota: Quota): void {
  const verdict = local.decide(quota, 1)
  note(quota, verdict.allowed)
  if (!verdict.allowed) throw tooMany(quota, verdict)
}
