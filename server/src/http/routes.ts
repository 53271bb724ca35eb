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
import type { KeyLimit } from './limits/quotas.ts'
import type { LimitState } from './responses/response-headers.ts'

/** `key`: only with an API key. `storefront`: also with only the workspace id, and from any browser. */
export type Access = 'key' | 'storefront'

export type CustomerAccess = 'none' | 'optional' | 'required'

/** For routes with long lists or texts; others have the limit in `http/server/server.ts`. */
export const LARGE_BODY_BYTES = 1_048_576

export interface ErrorFormat {
  toBody: (error: AppError, requestId: string, request: FastifyRequest) => object
  /**
   * Response headers that the protocol requires on every error, including those raised before the route's own hooks run.
   */
  toHeaders?: (request: FastifyRequest) => Record<string, string>
  /** Name in the OpenAPI document. */
  name: string
  schema: TSchema
}

declare module 'fastify' {
  /** What the API's document says about an operation. */
  interface FastifySchema {
    operationId?: string
    tags?: readonly string[]
    summary?: string
    description?: string
  }
  interface FastifyContextConfig {
    access?: Access
    /** Scopes that may call it. Default: `full`, and `read` for GET and HEAD. */
    scopes?: readonly Scope[]
    /**
     * Whether the route acts for the customer in `X-Customer-Token`. `required`: only for them. Storefront routes are
     * `optional`. All others are `none`: a request with a token must not do what the customer may not.
     */
    customer?: CustomerAccess
    /** The quota that counts requests with a key. */
    limit?: KeyLimit
    /**
     * A POST is safe to retry with an Idempotency-Key unless it declares `none`, as streams and one-time secrets must.
     * `claim`: it calls external services, so it can't be one transaction. `single-write`: it needs no transaction,
     * since it stores its response through `ctx.idempotency` in its single write.
     */
    idempotency?: 'none' | 'claim' | 'single-write'
    /**
     * Scope of a key: with `path`, the same key on another path is another request. Without it, a key is for one
     * request.
     */
    idempotencyScope?: 'path'
    /** A read that may be a second old: with `DATABASE_READ_URL` it reads from the replica. */
    mayBeStale?: true
    /** Error format of a route that implements another protocol. */
    errorFormat?: ErrorFormat
    /** OpenAPI headers and body that the route validates itself. */
    headers?: TSchema
    isBodyOptional?: boolean
  }
  interface FastifyRequest {
    ctx: Ctx
    /** Only API requests have one. */
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

/** For config objects that several routes share: `satisfies RouteConfig` catches a misspelled option. */
export type RouteConfig = FastifyContextConfig

/**
 * A module's routes, relative to `/v1`. All modules share one scope, since a scope of its own takes time at every
 * start; so they can only add routes, no hooks that would affect others.
 */
export type Routes = (app: Pick<App, 'get' | 'post' | 'put' | 'patch' | 'delete' | 'register'>) => Promise<void>

/** Without a name, Fastify compares a plugin with every loaded CommonJS module to find one. */
const DISPLAY_NAME = Symbol.for('fastify.display-name')

/** For hooks and parsers that only these routes have. */
export const inOwnScope =
  (routes: (app: App) => Promise<void>): Routes =>
  async (app) => {
    await app.register(Object.assign(routes, { [DISPLAY_NAME]: 'routes' }))
  }

/** Fails the boot when a route does not declare its access, limit and response: closed unless declared. */
export function assertDeclared(route: RouteOptions): void {
  if (Array.isArray(route.method)) throw new Error(`${route.url} must declare each of its methods by itself`)
  const { access, limit } = route.config ?? {}
  const { operationId, tags, response } = route.schema ?? {}
  const missing = Object.entries({ access, limit, operationId, tags, response }).filter(([, value]) => !value)
  if (missing.length > 0) {
    throw new Error(`${route.method} ${route.url} does not declare ${missing.map(([name]) => name).join(', ')}`)
  }
}

/** Every route gets an explicit list, so that access, documents and tests read the same one. */
export function declareScopes(route: RouteOptions): void {
  const isRead = route.method === 'GET'
  const scopes = route.config?.scopes ?? (isRead ? ['full', 'read'] : ['full'])
  const routeName = `${route.method} ${route.url}`
  if (!scopes.includes('full')) throw new Error(`${routeName} must be open to keys with the scope "full"`)
  if (!isRead && scopes.includes('read'))
    throw new Error(`${routeName} is not a read, so it can’t have the scope "read"`)
  const unknown = scopes.filter((scope) => !SCOPES.includes(scope))
  if (unknown.length > 0) throw new Error(`${routeName} declares unknown scopes: ${unknown.join(', ')}`)
  route.config = { ...route.config, scopes }
}

/** Every route gets an explicit value, as with scopes: closed unless opened. */
export function declareCustomerAccess(route: RouteOptions): void {
  const { access, cache, customer: declared } = route.config ?? {}
  const customer = declared ?? (access === 'storefront' ? 'optional' : 'none')
  const routeName = `${route.method} ${route.url}`
  if (access === 'storefront' && customer !== 'optional') {
    throw new Error(`${routeName} is open to storefronts, so a customer’s token must be optional`)
  }
  if (access === 'key' && customer === 'optional') {
    throw new Error(`${routeName} must require a customer’s token or reject it: with a key, both would mean the same`)
  }
  if (cache && customer === 'required') {
    throw new Error(`${routeName} can’t be cached: its response depends on the customer`)
  }
  route.config = { ...route.config, customer }
}

/** Unknown fields are rejected: a misspelled field must not be ignored silently. */
export function closeObjects<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closeObjects) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closeObjects(value)]))
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy)) {
    copy.additionalProperties = false
  }
  return copy as T
}

/** The same routes are mounted for keys, for staff and on the storefront listener: each schema is closed once. */
const closedSchemas = new WeakMap<TSchema, TSchema>()
const EMPTY_QUERY = Type.Object({})

export function closeInputs(route: RouteOptions): void {
  const schema = route.schema as Record<'body' | 'querystring', TSchema | undefined> | undefined
  if (!schema) return
  const close = (input: TSchema): TSchema => {
    const cached = closedSchemas.get(input)
    if (cached) return cached
    if (JSON.stringify(input).includes('"allOf"')) {
      throw new Error(`${route.method} ${route.url}: write an intersection as one object, or it can’t be closed`)
    }
    const closedSchema = closeObjects(input)
    closedSchemas.set(input, closedSchema)
    // Fastify passes a route's schema on to its HEAD route, already closed.
    closedSchemas.set(closedSchema, closedSchema)
    return closedSchema
  }
  if (schema.body) schema.body = close(schema.body)
  schema.querystring = close(schema.querystring ?? EMPTY_QUERY)
}
