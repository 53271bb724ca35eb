import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import type { StaffUser } from '../../http/auth/staff.ts'
import { defineSystemJob, enqueueSystemJob } from '../../jobs/job.ts'
import { AppError } from '../../kit/errors.ts'
import { dashboardLink, hashToken, newToken } from '../../kit/one-time-token.ts'
import type { Mail } from '../../ports/mail.ts'
import { assertStrongPassword, auditInAllWorkspaces, normalizeEmail, revokeAccess } from './accounts/accounts.ts'
import { resetAccountCounters } from './attempt-limits.ts'
import { hashPassword, verifyPassword } from './password-hashing.ts'
import * as queries from './queries.ts'
import type { PasswordChange, PasswordReset } from './schemas.ts'

const HOUR_MS = 3_600_000
const PREFIX = 'new-password:'
/** Retries for half an hour, while the link would still be valid. */
const JOB = { name: 'sign-in.send-password-reset', maxAttempts: 8 }

/** The account is looked up later, so neither the response nor its timing reveals whether it exists. */
export const requestPasswordReset = (ctx: SystemCtx, email: string) =>
  enqueueSystemJob(ctx, JOB, { email: normalizeEmail(email) })

/** The link is created where it is sent, so it is neither in the queue nor in the database. */
export const passwordResetJob = (mail: Mail, publicUrl: string) =>
  defineSystemJob({
    ...JOB,
    payload: Type.Object({ email: Type.String() }),
    run: async (ctx, { email }) => {
      const user = await queries.findUserByEmail(ctx, email)
      if (!user) return
      const token = newToken()
      await transaction(ctx, async (ctx) => {
        // A new link invalidates the older ones.
        await queries.deleteVerifications(ctx, user.userId, PREFIX)
        await queries.insertVerification(ctx, toIdentifier(token), user.userId, new Date(ctx.now.getTime() + HOUR_MS))
      })
      await mail.send({
        to: user.email,
        subject: 'Reset your Storedesk password',
        text: [
          `Someone, probably you, requested a new password for ${user.email}. Choose it within an hour:`,
          dashboardLink(publicUrl, 'password-reset', token),
          'If it was not you, ignore this email. Your password stays the same.',
        ].join('\n\n'),
      })
    },
  })

/** Signs out everyone who had the old password, and cancels pending second factors. */
export async function resetPassword(ctx: SystemCtx, { token, newPassword }: PasswordReset, ip: string) {
  const identifier = toIdentifier(token)
  const user = await queries.findUserByVerification(ctx, identifier)
  if (!user) throw linkExpiredError()
  await assertNewPassword(ctx, user, newPassword)
  const hash = await hashPassword(newPassword)
  await transaction(ctx, async (ctx) => {
    if ((await queries.consumeVerification(ctx, identifier)) === 0) throw linkExpiredError()
    await queries.updatePassword(ctx, user.userId, hash)
    await revokeAccess(ctx, user.userId)
    await resetAccountCounters(ctx, user.email)
    // The link was emailed. An earlier second factor was set up by someone who never proved that the mailbox is theirs.
    if ((await queries.markEmailVerified(ctx, user.userId)) > 0) await queries.deleteSecondFactor(ctx, user.userId)
    await queries.unlockSecondFactor(ctx, user.userId)
    await auditInAllWorkspaces(ctx, user, { action: 'password.reset', ip })
  })
  return user
}

/** Attackers try personal details first. */
export async function assertNewPassword(
  ctx: SystemCtx,
  user: Pick<StaffUser, 'userId' | 'name' | 'email'>,
  password: string,
) {
  const workspaces = await queries.listUserWorkspaces(ctx, user.userId)
  assertStrongPassword(password, 'newPassword', [user.email, user.name, ...workspaces.map(({ name }) => name)])
}

/** The current session stays; all others end, since they may be why the password is changed. */
export async function changePassword(
  ctx: SystemCtx,
  user: StaffUser,
  { currentPassword, newPassword }: PasswordChange,
  ip: string,
): Promise<void> {
  await assertPassword(ctx, user, currentPassword)
  const hash = await hashPassword(newPassword)
  await transaction(ctx, async (ctx) => {
    await queries.updatePassword(ctx, user.userId, hash)
    await revokeAccess(ctx, user.userId, user.sessionId)
    await auditInAllWorkspaces(ctx, user, { action: 'password.changed', ip })
  })
}

async function assertPassword(ctx: SystemCtx, user: StaffUser, password: string): Promise<void> {
  const stored = await queries.findPassword(ctx, user.userId)
  if (!stored || !(await verifyPassword({ hash: stored.password, password }))) {
    throw new AppError('forbidden', 'The current password is incorrect.')
  }
}

const toIdentifier = (token: string) => PREFIX + hashToken(token).toString('base64url')

const linkExpiredError = () =>
  new AppError('not_found', 'This link is no longer valid. Request a new one and open it within an hour.')
