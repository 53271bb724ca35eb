import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import type { KeyIdentity } from '../../http/auth/authenticate.ts'
import { apiKeyHint, hashApiKey, looksLikeApiKey, newApiKey } from '../../kit/api-key.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type Actor, writeAudit } from '../audit/audit.ts'
import * as queries from './queries.ts'
import type { CreatedKey, Key, NewKey } from './schemas.ts'

export interface AuditContext {
  actor: Actor | null
  ip?: string
}

/** The only moment at which a new secret exists: afterwards there is only its hash. */
export function createKey(
  ctx: SystemCtx,
  workspaceId: string,
  { label, mode, scope = 'full' }: NewKey,
  audit: AuditContext,
  secret = newApiKey(mode),
): Promise<CreatedKey> {
  return transaction(ctx, async (ctx) => {
    const id = newId('key')
    const hint = apiKeyHint(secret)
    await queries.lockWorkspace(ctx, workspaceId)
    const createdBy = audit.actor?.name ?? null
    const insertedCount = await queries.insertKey(ctx, {
      id,
      workspaceId,
      mode,
      scope,
      label,
      hint,
      hash: hashApiKey(secret),
      createdBy,
    })
    if (insertedCount === 0) {
      throw new AppError(
        'key_limit_reached',
        `A workspace can have at most ${queries.MAX_ACTIVE_KEYS} active keys. Revoke a key that you no longer use.`,
        { fields: { limit: queries.MAX_ACTIVE_KEYS } },
      )
    }
    await writeAudit(ctx, {
      workspaceId,
      ...audit,
      action: 'key.created',
      subject: label,
      details: { mode, scope, hint },
    })
    return { key: await getKey(ctx, workspaceId, id), secret }
  })
}

/** Final and idempotent. When this resolves, no request with the key is accepted and its streams are closing. */
export function revokeKey(ctx: SystemCtx, workspaceId: string, keyId: string, audit: AuditContext): Promise<Key> {
  return transaction(ctx, async (ctx) => {
    const key = await getKey(ctx, workspaceId, keyId)
    if (key.status === 'revoked') return key
    const revokedCount = await queries.revokeKey(ctx, workspaceId, keyId, audit.actor?.name ?? 'Storedesk')
    if (revokedCount === 0) return getKey(ctx, workspaceId, keyId)
    const details = { mode: key.mode, scope: key.scope, hint: key.hint, lastUsedAt: key.lastUsedAt }
    await writeAudit(ctx, { workspaceId, ...audit, action: 'key.revoked', subject: key.label, details })
    return getKey(ctx, workspaceId, keyId)
  })
}

async function getKey(ctx: SystemCtx, workspaceId: string, keyId: string): Promise<Key> {
  const key = await queries.findKey(ctx, workspaceId, keyId)
  if (!key) throw notFound('key', keyId)
  return key
}

/** A typo is rejected without a query. */
export async function findKeyIdentity(db: Db, value: string): Promise<KeyIdentity | undefined> {
  if (!looksLikeApiKey(value)) return undefined
  const key = await queries.findActiveKeyByHash(db, hashApiKey(value))
  if (!key) return undefined
  const { keyId, scope, sandboxId, rateLimitFactor, ...environment } = key
  return { ...environment, sandboxId, rateLimitFactor, caller: { kind: 'key', keyId, scope } }
}
