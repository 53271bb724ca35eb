import { type Ctx, type SystemCtx, transaction } from '../../../ctx.ts'
import { decrypt, encrypt } from '../../../kit/encryption.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { newToken } from '../../../kit/one-time-token.ts'
import { type Actor, writeAudit } from '../../audit/audit.ts'
import * as queries from './queries.ts'
import type { CreatedSigningKey, NewSigningKey, SigningKey } from './schemas.ts'

interface AuditContext {
  actor: Actor
  ip: string
}

const PURPOSE = 'customer-signing-keys'
const ownerOf = (environmentId: string, id: string) => `customer_signing_keys ${environmentId} ${id}`

/** The secret is shown here only. It is stored encrypted, because verifying a token requires it. */
export function createSigningKey(
  ctx: SystemCtx,
  workspaceId: string,
  { label, mode }: NewSigningKey,
  audit: AuditContext,
): Promise<CreatedSigningKey> {
  return transaction(ctx, async (ctx) => {
    await queries.lockWorkspace(ctx, workspaceId)
    const environment = (await queries.listEnvironments(ctx, workspaceId)).find((one) => one.mode === mode)
    if (!environment) throw notFound('workspace', workspaceId)
    const [id, secret] = [newId('csk'), newToken()]
    const insertedCount = await queries.insertSigningKey(ctx, {
      id,
      environmentId: environment.id,
      label,
      secret: encrypt(secret, ctx.secretFor(PURPOSE), ownerOf(environment.id, id)),
      createdBy: audit.actor.name,
    })
    if (insertedCount === 0) throw limitReached()
    const action = 'customer_signing_key.created'
    await writeAudit(ctx, { workspaceId, ...audit, action, subject: label, details: { mode } })
    return { key: (await getSigningKey(ctx, workspaceId, id)).key, secret }
  })
}

const limitReached = () =>
  new AppError(
    'key_limit_reached',
    `An environment can have at most ${queries.MAX_ACTIVE_KEYS} active signing keys. Revoke one that you no longer use.`,
    { fields: { limit: queries.MAX_ACTIVE_KEYS } },
  )

/** Final and idempotent. Tokens that were signed with the key are invalid from then on. */
export function revokeSigningKey(
  ctx: SystemCtx,
  workspaceId: string,
  id: string,
  audit: AuditContext,
): Promise<SigningKey> {
  return transaction(ctx, async (ctx) => {
    const { key, environmentId } = await getSigningKey(ctx, workspaceId, id)
    if ((await queries.revokeSigningKey(ctx, environmentId, id, audit.actor.name)) > 0) {
      const action = 'customer_signing_key.revoked'
      await writeAudit(ctx, { workspaceId, ...audit, action, subject: key.label, details: { mode: key.mode } })
    }
    return (await getSigningKey(ctx, workspaceId, id)).key
  })
}

/** Of both environments. */
export async function listSigningKeys(ctx: SystemCtx, workspaceId: string): Promise<SigningKey[]> {
  return (await listByEnvironment(ctx, workspaceId)).map(({ key }) => key)
}

async function listByEnvironment(ctx: SystemCtx, workspaceId: string) {
  const found: { key: SigningKey; environmentId: string }[] = []
  for (const environment of await queries.listEnvironments(ctx, workspaceId)) {
    const keys = await queries.listSigningKeys(ctx, environment)
    found.push(...keys.map((key) => ({ key, environmentId: environment.id })))
  }
  return found
}

async function getSigningKey(ctx: SystemCtx, workspaceId: string, id: string) {
  const found = (await listByEnvironment(ctx, workspaceId)).find(({ key }) => key.id === id)
  if (!found) throw notFound('signing key', id)
  return found
}

/** Undefined unless the key is active in this environment. */
export async function findSigningSecret(ctx: Ctx, id: string): Promise<string | undefined> {
  const key = await queries.findActiveSecret(ctx, id)
  return key && decrypt(key.secret, ctx.secretFor(PURPOSE), ownerOf(ctx.environmentId, id))
}
