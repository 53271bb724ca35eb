import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../ctx.ts'
import { hashApiKey, looksLikeApiKey } from '../kit/api-key.ts'
import { unauthorized } from '../kit/errors.ts'

/** Whose data a request is about and who asks: all that is decided before anything else happens to it. */
export type Attribution = Pick<Ctx, 'workspaceId' | 'environmentId' | 'mode' | 'caller'>

export type Attribute = (request: FastifyRequest) => Promise<Attribution>

/** One answer for a missing, mistyped, unknown or revoked key: it must not tell which. */
const REFUSAL = 'Send a valid API key as "Authorization: Bearer svc_…".'

export function attributeByKey(findKey: (hash: Buffer) => Promise<Attribution | undefined>): Attribute {
  return async (request) => {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!key || !looksLikeApiKey(key)) throw unauthorized(REFUSAL)
    const attribution = await findKey(hashApiKey(key))
    if (!attribution) throw unauthorized(REFUSAL)
    return attribution
  }
}
