import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'

const SECRET_BYTES = 32

/** As in Standard Webhooks: the key is what follows the prefix, in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

interface Owner {
  id: string
  kind: string
}

export const sealSecret = (ctx: Ctx, owner: Owner, secret: string): string =>
  encrypt(secret, ctx.secretFor(purposeOf(owner)), contextOf(ctx, owner))

interface SealedSecrets extends Owner {
  sealedSecret: string
  sealedPreviousSecret: string | null
  previousSecretUntil: string | null
}

/** The current one first. */
export function openSecrets(ctx: Ctx, endpoint: SealedSecrets): [string, ...string[]] {
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint
  const open = (sealed: string) => decrypt(sealed, ctx.secretFor(purposeOf(endpoint)), contextOf(ctx, endpoint))
  const isPreviousValid = previousSecretUntil !== null && new Date(previousSecretUntil) > ctx.now
  return sealedPreviousSecret !== null && isPreviousValid
    ? [open(sealedSecret), open(sealedPreviousSecret)]
    : [open(sealedSecret)]
}

// Agents had a table of their own, with one row per environment. Its secrets are still valid.
const purposeOf = ({ kind }: Owner) => (kind === 'acp' ? 'agent-webhooks' : 'webhooks')
const contextOf = (ctx: Ctx, { id, kind }: Owner) =>
  kind === 'acp' ? `agent_webhooks ${ctx.environmentId}` : `webhook_endpoints ${ctx.environmentId} ${id}`
