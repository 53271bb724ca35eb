import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Db } from '../db/database.ts'
import { AppError } from '../kit/errors.ts'
import type { Attribute } from './attribution.ts'
import { openToBrowsers } from './cors.ts'
import { unlimited } from './finalise.ts'
import { answerOnce } from './idempotency.ts'
import { createPathTable } from './path-table.ts'
import { type Access, type App, closeInputs, type Routes, refuseUndeclared } from './routes.ts'

export interface ApiOptions {
  prefix: string
  attribute: Attribute
  db: Db
  clock: () => Date
  modules: Routes[]
  /** On the storefront address the rest does not exist, whatever the caller brings. */
  onlyStorefront?: boolean
  /** Told of every route as it is mounted. */
  onRoute: (route: RouteOptions) => void
}

/** Mounts the modules' routes: who is calling, then the limit, the schema, the idempotency, the handler, in this order. */
export async function mountApi(server: FastifyInstance, options: ApiOptions): Promise<void> {
  const { attribute, db, clock } = options
  await server.register(
    async (scope: App) => {
      const paths = createPathTable()
      scope.decorateRequest('ctx')
      scope.addHook('onRoute', (route) => {
        refuseUndeclared(route)
        closeInputs(route)
        answerOnce(route)
        options.onRoute(route)
        if (options.onlyStorefront && route.config?.access !== 'storefront') return
        paths.add([route.method].flat(), route.url, route.config?.access as Access)
      })
      // By where the request was routed, not by how its address is written: `/%761` and `http://host/v1` lead here too.
      scope.addHook('onRequest', async (request) => {
        request.limitState = unlimited()
      })
      openToBrowsers(scope, paths)
      scope.addHook('onRequest', async (request) => {
        if (options.onlyStorefront && request.routeOptions.config.access !== 'storefront') throw missing(request)
        const attribution = await attribute(request)
        request.ctx = { ...attribution, db, now: clock(), log: request.log, signal: request.deadline }
      })
      // Attribution has read it; to the schemas of the routes it is unknown.
      scope.addHook('preValidation', async ({ query }) => {
        delete (query as Record<string, unknown>).workspace_id
      })
      scope.setNotFoundHandler(async (request) => {
        throw missing(request)
      })

      function missing({ method, url }: FastifyRequest): AppError {
        const methods = paths.find(url)
        if (!methods) return new AppError('not_found', `There is no ${method} ${pathOf(url)}.`)
        const allow = [...methods.keys()].join(', ')
        return new AppError('method_not_allowed', `This address has ${allow}.`, { headers: { allow } })
      }

      for (const routes of options.modules) await scope.register(routes)
    },
    { prefix: options.prefix },
  )
}

const pathOf = (url: string) => url.split('?', 1)[0]
