import type { FastifyRequest } from 'fastify'
import type { Ctx, Environment } from '../ctx.ts'
import { hashApiKey, looksLikeApiKey } from '../kit/api-key.ts'
import { AppError, unauthorized } from '../kit/errors.ts'

/** Whose data a request is about and who asks: all that is decided before anything else happens to it. */
export type Attribution = Environment & Pick<Ctx, 'caller'>

export type Attribute = (request: FastifyRequest) => Promise<Attribution>

export interface KeyIdentity extends Environment {
  caller: { kind: 'key'; keyId: string }
  /** The other name by which the key's workspace may be called. */
  sandboxId: string
}

export interface Directory {
  findKey(hash: Buffer): Promise<KeyIdentity | undefined>
  findEnvironment(id: string): Promise<Environment | undefined>
  onKeyUsed(identity: KeyIdentity, request: FastifyRequest): void
}

/** One answer for a missing, mistyped, unknown or revoked key: it must not tell which. */
const NEEDS_KEY = 'Send a valid API key as "Authorization: Bearer svc_…".'
const NEEDS_WORKSPACE = 'Send a valid API key, or the identifier of a workspace as "X-Workspace-Id".'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A key speaks for its environment; where a route is open to storefronts, a workspace's identifier will do. */
export function attributeApi(directory: Directory): Attribute {
  return async (request) => {
    const { authorization } = request.headers
    const claimed = claimedWorkspace(request)
    if (authorization !== undefined) return byKey(directory, request, authorization, claimed)
    if (request.routeOptions.config.access !== 'storefront') throw unauthorized(NEEDS_KEY)
    // Not a UUID: it can't be anybody's, so nobody is asked.
    const environment = claimed && UUID.test(claimed) ? await directory.findEnvironment(claimed) : undefined
    if (!environment) throw unauthorized(NEEDS_WORKSPACE)
    return { ...environment, caller: { kind: 'visitor' } }
  }
}

async function byKey(
  directory: Directory,
  request: FastifyRequest,
  authorization: string,
  claimed: string | undefined,
): Promise<Attribution> {
  const value = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!value || !looksLikeApiKey(value)) throw unauthorized(NEEDS_KEY)
  const identity = await directory.findKey(hashApiKey(value))
  if (!identity) throw unauthorized(NEEDS_KEY)
  const { sandboxId, ...attribution } = identity
  if (claimed !== undefined && ![attribution.workspaceId, sandboxId].includes(claimed.toLowerCase())) {
    throw new AppError('forbidden', 'This key belongs to another workspace than the one that the request names.')
  }
  directory.onKeyUsed(identity, request)
  return attribution
}

/** The header wins over the query. */
function claimedWorkspace({ headers, query }: FastifyRequest): string | undefined {
  const header = headers['x-workspace-id']
  if (typeof header === 'string') return header
  const inQuery = (query as Record<string, unknown> | undefined)?.workspace_id
  return inQuery === undefined ? undefined : String(inQuery)
}
