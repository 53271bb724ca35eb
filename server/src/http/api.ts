import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type Surroundings, surroundingsOf } from '../ctx.ts'
import { AppError, invalidRequest } from '../kit/errors.ts'
import type { Admit } from './admission.ts'
import type { AnswerCache } from './answer-cache.ts'
import { assertReadableQuery } from './body-encoding.ts'
import { type LookAtPreflight, openToBrowsers } from './cors.ts'
import { answerOnce } from './idempotency.ts'
import { keepAnswers, sendKept } from './keep-answers.ts'
import { createPathTable } from './path-table.ts'
import { type Access, type App, closeInputs, declareScopes, type Routes, refuseUndeclared } from './routes.ts'

export interface ApiOptions extends Surroundings {
  prefix: string
  /** Who is let in, by where the request was routed, not by how its address is written: `/%761` leads here too. */
  admit: Admit
  lookAtPreflight: LookAtPreflight
  /** Without it every answer is made when it is asked for. */
  answers?: AnswerCache
  clock: () => Date
  modules: Routes[]
  /** On the storefront address the rest does not exist, whatever the caller brings. */
  onlyStorefront?: boolean
  /** Told of every route as it is mounted. */
  onRoute: (route: RouteOptions) => void
}

/** Mounts the modules' routes: who is calling, then the limit, the schema, the idempotency, the handler, in this order. */
export async function mountApi(server: FastifyInstance, options: ApiOptions): Promise<void> {
  const { admit, clock } = options
  const surroundings = surroundingsOf(options)
  await server.register(
    async (scope: App) => {
      const paths = createPathTable()
      scope.decorateRequest('ctx')
      scope.decorateRequest('stillAdmitted')
      scope.addHook('onRoute', (route) => {
        refuseUndeclared(route)
        declareScopes(route)
        closeInputs(route)
        answerOnce(route)
        if (options.answers) keepAnswers(route, options.answers)
        options.onRoute(route)
        if (options.onlyStorefront && route.config?.access !== 'storefront') return
        paths.add([route.method].flat(), route.url, route.config?.access as Access)
      })
      openToBrowsers(scope, paths, options.lookAtPreflight)
      scope.addHook('onRequest', async (request, reply) => {
        const { attribution, isLookedUp, kept } = await admit(request, notHere(request))
        if (kept) return sendKept(request, reply, kept)
        const { log, deadline: signal } = request
        request.ctx = { ...attribution, ...surroundings, now: clock(), log, signal, isLookedUp }
      })
      scope.addHook('preValidation', async (request) => {
        await request.stillAdmitted?.()
        assertReadableQuery(request.url)
        refuseIgnored(request)
        // Attribution has read it; to the schemas of the routes it is unknown.
        delete (request.query as Record<string, unknown>).workspace_id
      })
      scope.setNotFoundHandler(async (request) => {
        throw missing(request)
      })

      function notHere(request: FastifyRequest): AppError | undefined {
        const isOpen = !options.onlyStorefront || request.routeOptions.config.access === 'storefront'
        return isOpen ? undefined : missing(request)
      }

      function missing({ method, url }: FastifyRequest): AppError {
        const methods = paths.find(url)
        if (!methods) return new AppError('not_found', `There is no ${method} ${pathOf(url)}.`)
        const allow = [...methods.keys()].join(', ')
        return new AppError('method_not_allowed', `This address has ${allow}.`, { headers: { allow } })
      }

      for (const routes of options.modules) await routes(scope)
    },
    { prefix: options.prefix },
  )
}

/** What is said where nobody listens must not be passed over: a DELETE that means one thing would take away all. */
function refuseIgnored({ method, body }: FastifyRequest): void {
  if (method !== 'DELETE' || typeof body !== 'object' || body === null || Object.keys(body).length === 0) return
  throw invalidRequest('A DELETE has no body: say what is meant in the address.')
}

const pathOf = (url: string) => url.split('?', 1)[0]
