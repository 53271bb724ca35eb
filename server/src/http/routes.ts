import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Ctx } from '../ctx.ts'
import { SCOPES, type Scope } from '../kit/api-key.ts'
import type { AppError } from '../kit/errors.ts'
import type { LimitClass } from './limits/quotas.ts'
import type { LimitState } from './responses/response-headers.ts'

/** `key`: only with an API key. `storefront`: also with nothing but the workspace's identifier, and from any browser. */
export type Access = 'key' | 'storefront'

/** For routes that take long lists or texts; others take what `http/server.ts` says. */
export const LARGE_BODY_BYTES = 1_048_576

export interface ErrorFormat {
  toBody: (error: AppError, requestId: string, request: FastifyRequest) => object
  /** Response headers that the protocol wants on every error, also on those raised before the route's own hooks run. */
  toHeaders?: (request: FastifyRequest) => Record<string, string>
  /** In the document. */
  name: string
  schema: TSchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Which keys may call it. Without it: `full`, and `read` where it is a GET or HEAD. */
    scopes?: readonly Scope[]
    /** Which quota a request with a key is counted in. */
    limit?: LimitClass
    /**
     * A POST is safe to retry with an Idempotency-Key unless it says `none`, as streams and one-time secrets must. `stepwise`:
     * it asks others on its way, so it can't be one transaction. `in one write`: it needs none, since it keeps its answer by
     * `ctx.once` in the one statement that it writes with.
     */
    idempotency?: 'none' | 'stepwise' | 'in one write'
    /** What a key is good for: the same one at another address is another request. Without it a key is good for one request. */
    idempotencyScope?: 'path'
    /** How a refusal looks where it is not our own envelope, because the route speaks somebody else's protocol. */
    errorFormat?: ErrorFormat
    /** What the document says of headers and body that the route itself looks after. */
    headers?: TSchema
    isBodyOptional?: boolean
  }
  interface FastifyRequest {
    ctx: Ctx
    /** Only what belongs to the API has one. */
    limitState: LimitState | undefined
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/**
 * A module's routes. Paths are relative to where the module is mounted: `/v1`. All modules share one scope, since each of its own
 * takes time at every start; so they can add routes and nothing that others would meet too.
 */
/** For config objects that several routes share: `satisfies RouteConfig` catches a misspelled option. */
export type RouteConfig = FastifyContextConfig

export type Routes = (app: Pick<App, 'get' | 'post' | 'put' | 'patch' | 'delete' | 'register'>) => Promise<void>

/** For hooks and parsers that only these routes have. */
export const inOwnScope =
  (routes: (app: App) => Promise<void>): Routes =>
  async (app) => {
    await app.register(routes)
  }

/** The boot refuses a route that does not say who may call it, how it is counted and what it answers: closed unless declared. */
export function assertDeclared(route: RouteOptions): void {
  if (Array.isArray(route.method)) throw new Error(`${route.url} must declare each of its methods by itself`)
  const { access, limit } = route.config ?? {}
  const { operationId, tags, response } = route.schema ?? {}
  const missing = Object.entries({ access, limit, operationId, tags, response }).filter(([, value]) => !value)
  if (missing.length > 0) {
    throw new Error(`${route.method} ${route.url} does not declare ${missing.map(([name]) => name).join(', ')}`)
  }
}

const READ_METHODS = new Set(['GET', 'HEAD'])

/** B8: every route ends up with its list, so that access, documents and tests read the same one. */
export function declareScopes(route: RouteOptions): void {
  const isRead = READ_METHODS.has(String(route.method))
  const scopes = route.config?.scopes ?? (isRead ? ['full', 'read'] : ['full'])
  const routeName = `${route.method} ${route.url}`
  if (!scopes.includes('full')) throw new Error(`${routeName} must be open to keys with the scope "full"`)
  if (!isRead && scopes.includes('read'))
    throw new Error(`${routeName} is not a read, so it can't have the scope "read"`)
  const unknown = scopes.filter((scope) => !SCOPES.includes(scope))
  if (unknown.length > 0) throw new Error(`${routeName} declares unknown scopes: ${unknown.join(', ')}`)
  route.config = { ...route.config, scopes }
}

/** Fields that a schema does not name are refused: a misspelt field must not be ignored in silence. */
export function closeObjects<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closeObjects) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closeObjects(value)]))
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy)) {
    copy.additionalProperties = false
  }
  return copy as T
}

/** The same routes are mounted for keys, for staff and on the storefront address: each schema is closed once. */
const closedSchemas = new WeakMap<TSchema, TSchema>()
const EMPTY_QUERY = Type.Object({})

export function closeInputs(route: RouteOptions): void {
  const schema = route.schema as Record<'body' | 'querystring', TSchema | undefined> | undefined
  if (!schema) return
  const close = (input: TSchema): TSchema => {
    const cached = closedSchemas.get(input)
    if (cached) return cached
    if (JSON.stringify(input).includes('"allOf"')) {
      throw new Error(`${route.method} ${route.url}: write an intersection as one object, or it can't be closed`)
    }
    const closedSchema = closeObjects(input)
    closedSchemas.set(input, closedSchema)
    // Fastify hands a route's schema on to its HEAD, closed already.
    closedSchemas.set(closedSchema, closedSchema)
    return closedSchema
  }
  if (schema.body) schema.body = close(schema.body)
  schema.querystring = close(schema.querystring ?? EMPTY_QUERY)
}
