import type { FastifyRequest } from 'fastify'
import type { Ctx, Environment } from '../ctx.ts'
import type { Scope } from '../kit/api-key.ts'
import { AppError, unauthorized } from '../kit/errors.ts'

/** Whose data a request is about and who asks: all that is decided before anything else happens to it. */
export type Attribution = Environment & Pick<Ctx, 'caller'>

export interface KeyIdentity extends Environment {
  caller: { kind: 'key'; keyId: string; scope: Scope }
  /** The other name by which the key's workspace may be called. */
  sandboxId: string
}

export interface FoundKey extends KeyIdentity {
  /**
   * `certain`: nobody else could have revoked it. `just asked`: the database has called it active for this request.
   * `assumed`: it exists; whether it still stands must be found out before it is believed.
   */
  standing: 'certain' | 'just asked' | 'assumed'
}

export interface Directory {
  /** At once where it is remembered. */
  findKey(value: string): FoundKey | Promise<FoundKey | undefined>
  /** Asks the database, whatever is remembered. */
  stillStands(value: string): Promise<boolean>
  /** Grows whenever a key is revoked, here or elsewhere. */
  revocations(): number
  /** At once where it is remembered. */
  findEnvironment(id: string): Environment | Promise<Environment | undefined>
  onKeyUsed(identity: KeyIdentity, request: FastifyRequest): void
}

/** Who asks, as far as the request itself tells; a refusal for who has no right to ask. */
export type Identified = { kind: 'stranger'; refusal: AppError } | { kind: 'visitor'; attribution: Attribution } | ByKey

export interface ByKey {
  kind: 'key'
  value: string
  found: FoundKey
  attribution: Attribution
  refusal?: AppError
}

/** One answer for a missing, mistyped, unknown or revoked key: it must not tell which. */
export const needsKey = () => unauthorized('Send a valid API key as "Authorization: Bearer svc_…".')
const needsWorkspace = () => unauthorized('Send a valid API key, or the identifier of a workspace as "X-Workspace-Id".')

const oneKeyOnly = () =>
  new AppError('malformed_request', 'Send one Authorization header: this request has more than one.')
const oneWorkspaceOnly = () =>
  new AppError('malformed_request', 'Name one workspace: this request names several different ones.')

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A key speaks for its environment; where a route is open to storefronts, a workspace's identifier will do. */
export function identify(directory: Directory, request: FastifyRequest): Identified | Promise<Identified> {
  const { authorization } = request.headers
  const claimed = claimedWorkspace(request)
  if (claimed instanceof AppError) return { kind: 'stranger', refusal: claimed }
  if (authorization === undefined) return byWorkspace(directory, request, claimed)
  if (hasSecondKey(request)) return { kind: 'stranger', refusal: oneKeyOnly() }
  const value = bearerOf(authorization)
  if (!value) return { kind: 'stranger', refusal: needsKey() }
  const found = directory.findKey(value)
  return found instanceof Promise ? found.then((found) => byKey(value, found, claimed)) : byKey(value, found, claimed)
}

function byWorkspace(
  directory: Directory,
  request: FastifyRequest,
  claimed: string | undefined,
): Identified | Promise<Identified> {
  if (request.routeOptions.config.access !== 'storefront') return { kind: 'stranger', refusal: needsKey() }
  // Not a UUID: it can't be anybody's, so nobody is asked.
  const found = claimed && UUID.test(claimed) ? directory.findEnvironment(claimed) : undefined
  return found instanceof Promise ? found.then(byEnvironment) : byEnvironment(found)
}

const byEnvironment = (environment: Environment | undefined): Identified =>
  environment
    ? { kind: 'visitor', attribution: { ...environment, caller: { kind: 'visitor' } } }
    : { kind: 'stranger', refusal: needsWorkspace() }

function byKey(value: string, found: FoundKey | undefined, claimed: string | undefined): Identified {
  if (!found) return { kind: 'stranger', refusal: needsKey() }
  const { workspaceId, environmentId, mode, caller, sandboxId } = found
  const identified: ByKey = { kind: 'key', value, found, attribution: { workspaceId, environmentId, mode, caller } }
  if (claimed === undefined || [workspaceId, sandboxId].includes(claimed.toLowerCase())) return identified
  const message = 'This key belongs to another workspace than the one that the request names.'
  return { ...identified, refusal: new AppError('forbidden', message) }
}

/** The way nearly everybody writes it needs no second look. */
const bearerOf = (authorization: string): string | undefined =>
  authorization.startsWith('Bearer svc_') ? authorization.slice(7) : /^Bearer +(\S+)$/i.exec(authorization)?.[1]

/** Node passes on the first of several and drops the rest: a proxy in front may have looked at another one. */
function hasSecondKey({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count += 1
  }
  return count > 1
}

const AUTHORIZATION = 'authorization'

/** The header wins over the query. Sent twice, both are joined: that is harmless as long as they say the same. */
function claimedWorkspace({ headers, query }: FastifyRequest): string | AppError | undefined {
  const header = headers['x-workspace-id']
  const claimed = header ?? (query as Record<string, unknown> | undefined)?.workspace_id
  if (claimed === undefined) return undefined
  const text = String(claimed)
  if (!text.includes(',')) return text
  const [first = '', ...others] = text.split(',').map((one) => one.trim().toLowerCase())
  return others.every((one) => one === first) ? first : oneWorkspaceOnly()
}
