import type { SystemCtx } from '../../ctx.ts'
import { announceEndedAccess } from '../../http/ended-access.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type NewAuditEntry, writeAudit } from '../audit/audit.ts'
import { hashPassword } from './password-hashing.ts'
import * as queries from './queries.ts'

export const { anyUser, findUserByEmail, markVerified } = queries

export interface NewAccount {
  name: string
  email: string
  password: string
  /** Whether it is known that the mailbox is theirs. */
  emailVerified: boolean
}

/** Nobody signs up by themselves: an account is made with the first workspace or with an accepted invitation. */
export async function createAccount(ctx: SystemCtx, { name, email, password, emailVerified }: NewAccount) {
  const user = { userId: newId('usr'), name: name.trim(), email: normalEmail(email), emailVerified }
  const made = await queries.insertUser(ctx, user)
  if (made === 0) throw new AppError('conflict', 'There is an account with this e-mail address: sign in with it.')
  await queries.insertPassword(ctx, user.userId, await hashPassword(password))
  return user
}

export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** What a person does with their account is of interest to each workspace that trusts it. */
export async function auditEverywhere(
  ctx: SystemCtx,
  user: { userId: string; name: string; email: string },
  entry: Pick<NewAuditEntry, 'action' | 'ip'> & { byThemselves?: boolean },
): Promise<void> {
  const { byThemselves = true, ...rest } = entry
  const actor = byThemselves ? { userId: user.userId, name: user.name } : null
  for (const { workspaceId } of await queries.listWorkspacesOf(ctx, user.userId)) {
    await writeAudit(ctx, { workspaceId, actor, subject: user.email, ...rest })
  }
}

/** Whatever was proven with the present password no longer counts: sessions, but for one, streams, and proofs half made. */
export async function endAccess(ctx: SystemCtx, userId: string, exceptSession?: string): Promise<void> {
  await queries.deleteSessions(ctx, userId, exceptSession)
  await queries.dropVerifications(ctx, userId)
  await announceEndedAccess(ctx, userId)
}
