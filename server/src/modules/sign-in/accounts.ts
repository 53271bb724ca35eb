import type { SystemCtx } from '../../ctx.ts'
import { notifyAccessRevoked } from '../../http/auth/access-revocation.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type NewAuditEntry, writeAudit } from '../audit/audit.ts'
import { hashPassword } from './password-hashing.ts'
import * as queries from './queries.ts'

export const { hasUsers, findUserByEmail, markEmailVerified } = queries

export interface NewAccount {
  name: string
  email: string
  password: string
  /** Whether they have proven that the mailbox is theirs. */
  emailVerified: boolean
}

/** There is no sign-up: an account is created with the first workspace or with an accepted invitation. */
export async function createAccount(ctx: SystemCtx, { name, email, password, emailVerified }: NewAccount) {
  const user = { userId: newId('usr'), name: name.trim(), email: normalizeEmail(email), emailVerified }
  const insertedCount = await queries.insertUser(ctx, user)
  if (insertedCount === 0)
    throw new AppError('conflict', 'An account with this email address already exists. Sign in instead.')
  await queries.insertPassword(ctx, user.userId, await hashPassword(password))
  return user
}

export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Account changes matter to every workspace that trusts the account. */
export async function auditInAllWorkspaces(
  ctx: SystemCtx,
  user: { userId: string; name: string; email: string },
  entry: Pick<NewAuditEntry, 'action' | 'ip'> & { isSelf?: boolean },
): Promise<void> {
  const { isSelf = true, ...rest } = entry
  const actor = isSelf ? { userId: user.userId, name: user.name } : null
  for (const { workspaceId } of await queries.listUserWorkspaces(ctx, user.userId)) {
    await writeAudit(ctx, { workspaceId, actor, subject: user.email, ...rest })
  }
}

/**
 * Invalidates everything proven with the current password: sessions except one, streams, and pending second factors.
 */
export async function revokeAccess(ctx: SystemCtx, userId: string, exceptSessionId?: string): Promise<void> {
  await queries.deleteSessions(ctx, userId, exceptSessionId)
  await queries.deleteVerifications(ctx, userId)
  await notifyAccessRevoked(ctx, userId)
}
