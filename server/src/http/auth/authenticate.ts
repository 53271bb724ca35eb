import type { FastifyRequest } from 'fastify'
import type { Ctx, Environment } from '../../ctx.ts'
import type { Scope } from '../../kit/api-key.ts'
import { AppError, unauthorized } from '../../kit/errors.ts'
import { isUuid } from '../../kit/ids.ts'

/** The environment and caller of a request: decided before anything else happens to it. */
export type RequestIdentity = Environment & Pick<Ctx, 'caller'>

export interface KeyIdentity extends Environment {
  caller: { kind: 'key'; keyId: string; scope: Scope }
  /** The other id by which the key's workspace may be named. */
  sandboxId: string
  /** How many times the usual limits the workspace has. */
  rateLimitFactor: number
}

export interface KeyLookup extends KeyIdentity {
  /**
   * `certain`: nobody else could have revoked it. `verified`: the database reported it active for this request.
   * `assumed`: it exists; whether it is still active must be checked before use.
   */
  freshness: 'certain' | 'verified' | 'assumed'
}

export interface IdentityStore {
  /** Synchronous when cached. */
  findKey(value: string): KeyLookup | Promise<KeyLookup | undefined>
  /** Queries the database, bypassing the cache. */
  isKeyActive(value: string): Promise<boolean>
  /** Grows whenever a key is revoked, here or elsewhere. */
  revocationCount(): number
  /** Synchronous when cached. */
  findEnvironment(id: string): Environment | Promise<Environment | undefined>
  onKeyUsed(identity: KeyIdentity, request: FastifyRequest): void
}

/** The caller according to the request itself, or the error for one without access. */
export type AuthResult =
  | { kind: 'anonymous'; error: AppError }
  | { kind: 'visitor'; identity: RequestIdentity }
  | KeyAuth

export interface KeyAuth {
  kind: 'key'
  value: string
  key: KeyLookup
  identity: RequestIdentity
  error?: AppError
}

const SEND_KEY = 'Send an API key as "Authorization: Bearer svc_…"'

/** One response for a mistyped, unknown or revoked key: it must not reveal which. */
export const invalidKeyError = () =>
  unauthorized(
    'This API key is not valid. Copy it again, or create a new one in the dashboard, under Settings, API keys.',
  )
const keyRequiredError = () => unauthorized(`${SEND_KEY}.`)
const serverOnlyError = () => unauthorized(`A workspace ID is not enough here. ${SEND_KEY}, from your server.`)
const noBearerError = () =>
  unauthorized('The Authorization header has no API key. It must be "Bearer", a space and the key.')
const workspaceRequiredError = () => unauthorized(`${SEND_KEY}, or a workspace ID as "X-Workspace-Id".`)
/** An unknown ID and a mistyped one look the same to us. */
const invalidWorkspaceError = () =>
  unauthorized(
    'No workspace has this ID. Send the workspace ID, or the sandbox ID, from the dashboard, under Settings, General.',
  )

const duplicateKeyError = () => new AppError('malformed_request', 'Send only one Authorization header.')
const ambiguousWorkspaceError = () =>
  new AppError('malformed_request', 'Send only one workspace ID. This request has several.')

/** A key identifies its environment; on storefront routes a workspace id is enough. */
export function authenticate(identityStore: IdentityStore, request: FastifyRequest): AuthResult | Promise<AuthResult> {
  const { authorization } = request.headers
  const workspaceClaim = readWorkspaceClaim(request)
  if (workspaceClaim instanceof AppError) return { kind: 'anonymous', error: workspaceClaim }
  if (authorization === undefined) return authenticateVisitor(identityStore, request, workspaceClaim)
  if (hasDuplicateKey(request)) return { kind: 'anonymous', error: duplicateKeyError() }
  const value = parseBearer(authorization)
  if (!value) return { kind: 'anonymous', error: noBearerError() }
  const key = identityStore.findKey(value)
  return key instanceof Promise
    ? key.then((result) => authenticateKey(value, result, workspaceClaim))
    : authenticateKey(value, key, workspaceClaim)
}

function authenticateVisitor(
  identityStore: IdentityStore,
  request: FastifyRequest,
  workspaceClaim: string | undefined,
): AuthResult | Promise<AuthResult> {
  if (request.routeOptions.config.access !== 'storefront') {
    return { kind: 'anonymous', error: workspaceClaim === undefined ? keyRequiredError() : serverOnlyError() }
  }
  if (workspaceClaim === undefined) return { kind: 'anonymous', error: workspaceRequiredError() }
  // Not a UUID, so it can't exist: saves a query.
  const environment = isUuid(workspaceClaim) ? identityStore.findEnvironment(workspaceClaim) : undefined
  return environment instanceof Promise ? environment.then(toVisitor) : toVisitor(environment)
}

const toVisitor = (environment: Environment | undefined): AuthResult =>
  environment
    ? { kind: 'visitor', identity: { ...environment, caller: { kind: 'visitor' } } }
    : { kind: 'anonymous', error: invalidWorkspaceError() }

function authenticateKey(value: string, key: KeyLookup | undefined, workspaceClaim: string | undefined): AuthResult {
  if (!key) return { kind: 'anonymous', error: invalidKeyError() }
  const { workspaceId, environmentId, mode, caller, sandboxId } = key
  const auth: KeyAuth = { kind: 'key', value, key, identity: { workspaceId, environmentId, mode, caller } }
  if (workspaceClaim === undefined || [workspaceId, sandboxId].includes(workspaceClaim.toLowerCase())) return auth
  const message = 'The API key belongs to a different workspace than the one in the request.'
  return { ...auth, error: new AppError('forbidden', message) }
}

/** Fast path for the usual spelling. */
const parseBearer = (authorization: string): string | undefined =>
  authorization.startsWith('Bearer svc_') ? authorization.slice(7) : /^Bearer +(\S+)$/i.exec(authorization)?.[1]

/** Node passes on the first of several and drops the rest: a proxy in front may have checked another one. */
function hasDuplicateKey({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count += 1
  }
  return count > 1
}

const AUTHORIZATION = 'authorization'

/** The header wins over the query. Repeated values must be equal. */
function readWorkspaceClaim({ headers, query }: FastifyRequest): string | AppError | undefined {
  const header = headers['x-workspace-id']
  const workspaceClaim = header ?? (query as Record<string, unknown> | undefined)?.workspace_id
  if (workspaceClaim === undefined) return undefined
  const text = String(workspaceClaim)
  if (!text.includes(',')) return text
  const [first = '', ...others] = text.split(',').map((one) => one.trim().toLowerCase())
  return others.every((one) => one === first) ? first : ambiguousWorkspaceError()
}
