import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type Ctx, type Dependencies, pickDependencies } from '../ctx.ts'
import { AppError, endpointNotFound, invalidRequest } from '../kit/errors.ts'
import type { AuthorizeRequest } from './auth/authorize.ts'
import { authenticateCustomer, type VerifyCustomerToken } from './auth/customer-token.ts'
import { enableCors, type PeekPreflightLimit } from './cors.ts'
import { makeIdempotent } from './idempotency/idempotency.ts'
import { createPathTable } from './path-table.ts'
import { cacheResponses, sendCachedResponse } from './response-cache/cached-routes.ts'
import type { ResponseCache } from './response-cache/response-cache.ts'
import {
  type Access,
  type App,
  assertDeclared,
  closeInputs,
  declareCustomerAccess,
  declareScopes,
  type RouteConfig,
  type Routes,
} from './routes.ts'
import { assertReadableQuery } from './validation/request-encoding.ts'

export interface ApiOptions extends Dependencies {
  prefix: string
  /** Authorizes by the matched route, not by how the URL is written: `/%761` leads here too. */
  authorize: AuthorizeRequest
  peekPreflightLimit: PeekPreflightLimit
  /** Without it nobody acts for a customer. */
  verifyCustomerToken?: VerifyCustomerToken
  /** Without it every response is computed. */
  responseCache?: ResponseCache
  clock: () => Date
  modules: Routes[]
  /** On the storefront listener all other routes do not exist, whatever the caller sends. */
  onlyStorefront?: boolean
  /** Called with every route as it is mounted. */
  onRoute: (route: RouteOptions) => void
}

const SEE_REFERENCE = 'The reference at /docs lists all endpoints.'
/** The same for endpoints that exist on the other port, which look as if they had been renamed, and those that don't. */
const ONLY_STOREFRONT = 'This address serves only what is open to storefronts. Others are at the address of the API.'

/** Mounts the modules' routes: authentication, rate limit, schema, idempotency, handler, in this order. */
export async function mountApi(server: FastifyInstance, options: ApiOptions): Promise<void> {
  const { authorize, clock, verifyCustomerToken } = options
  const dependencies = pickDependencies(options)
  await server.register(
    async (scope: App) => {
      const paths = createPathTable()
      scope.decorateRequest('ctx')
      scope.decorateRequest('recheckKey')
      scope.addHook('onRoute', (route) => {
        assertDeclared(route)
        declareScopes(route)
        declareCustomerAccess(route)
        closeInputs(route)
        makeIdempotent(route)
        if (options.responseCache) cacheResponses(route, options.responseCache)
        options.onRoute(route)
        if (options.onlyStorefront && route.config?.access !== 'storefront') return
        const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [String(route.method)]
        paths.add(methods, route.url, route.config?.access as Access)
      })
      enableCors(scope, paths, options.peekPreflightLimit)
      scope.addHook('onRequest', async (request, reply) => {
        const { identity, wasCallerQueried, cached } = await authorize(request, notServedError(request))
        const { log, deadline: signal } = request
        const db = selectDatabase(request, dependencies)
        const toCtx = (): Ctx => ({ ...identity, ...dependencies, db, now: clock(), log, signal, wasCallerQueried })
        const customer = authenticateCustomer(request, toCtx, verifyCustomerToken)
        if (cached) {
          await customer
          return sendCachedResponse(request, reply, cached)
        }
        request.ctx = customer ? { ...toCtx(), wasCallerQueried: true, customer: await customer } : toCtx()
      })
      scope.addHook('preValidation', async (request) => {
        await request.recheckKey?.()
        assertReadableQuery(request.url)
        assertNoDeleteBody(request)
        // Authentication has read it; the routes' schemas don't know it.
        delete (request.query as Record<string, unknown>).workspace_id
      })
      scope.setNotFoundHandler(async (request) => {
        throw notFoundError(request)
      })

      function notServedError(request: FastifyRequest): AppError | undefined {
        const isOpen = !options.onlyStorefront || request.routeOptions.config.access === 'storefront'
        return isOpen ? undefined : notFoundError(request)
      }

      function notFoundError({ method, url }: FastifyRequest): AppError {
        const methods = paths.find(url)
        if (!methods) return endpointNotFound({ method, url }, options.onlyStorefront ? ONLY_STOREFRONT : SEE_REFERENCE)
        const allow = [...methods.keys()].join(', ')
        const managed = url.split('?', 1)[0]?.replace(options.prefix, `${options.prefix}/catalog`) ?? ''
        const hint = paths.find(managed)?.has(method) ? ` Did you mean ${method} ${managed}?` : ''
        return new AppError('method_not_allowed', `Method not allowed. This endpoint supports ${allow}.${hint}`, {
          fields: { allowedMethods: [...methods.keys()] },
          headers: { allow },
        })
      }

      const target = options.onlyStorefront ? skipOtherRoutes(scope) : scope
      for (const routes of options.modules) await routes(target)
    },
    { prefix: options.prefix },
  )
}

const ROUTE_METHODS: PropertyKey[] = ['get', 'post', 'put', 'patch', 'delete']

/** Mounting a route takes time at every start. Those in scopes of their own are mounted, and not served. */
function skipOtherRoutes(scope: App): App {
  type Mount = (path: string, options: { config?: RouteConfig }, handler: unknown) => unknown
  return new Proxy(scope, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (!ROUTE_METHODS.includes(name)) return value
      const mount: Mount = (path, options, handler) =>
        options.config?.access === 'storefront' ? (value as Mount).call(target, path, options, handler) : target
      return mount
    },
  })
}

/** A DELETE body must not be ignored: a client that names one item in it would delete all of them. */
function assertNoDeleteBody({ method, body }: FastifyRequest): void {
  if (method !== 'DELETE' || typeof body !== 'object' || body === null || Object.keys(body).length === 0) return
  throw invalidRequest('A DELETE request must not have a body. Name the resource in the URL.')
}

/** A response that is cached is never read from the replica: what it misses would stay in the cache. */
const selectDatabase = ({ routeOptions: { config } }: FastifyRequest, { db, replica }: Dependencies) =>
  replica && config.mayBeStale && !config.cache ? replica : db
