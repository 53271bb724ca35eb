import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Person } from '../../http/staff.ts'
import { defineSystemJob, enqueueForSystem } from '../../jobs/job.ts'
import { AppError } from '../../kit/errors.ts'
import { hashToken, newToken, pageLink } from '../../kit/one-time-token.ts'
import type { Mail } from '../../ports/mail.ts'
import { auditEverywhere, endAccess, normalEmail } from './accounts.ts'
import { forgetAccount } from './guesses.ts'
import { hashPassword, verifyPassword } from './password-hashing.ts'
import { assertStrongPassword } from './password-strength.ts'
import * as queries from './queries.ts'
import type { PasswordChange, PasswordReset } from './schemas.ts'

const HOUR_MS = 3_600_000
const PREFIX = 'new-password:'
/** Half an hour of trying, while the link would still be good. */
const JOB = { name: 'sign-in.password-reset', maxAttempts: 8 }

/** Whether there is such an account is found out later, so the answer and its time can't tell. */
export const requestReset = (ctx: SystemCtx, email: string) => enqueueForSystem(ctx, JOB, { email: normalEmail(email) })

/** The link is made where it is sent, so it stands neither in the queue nor in the database. */
export const passwordResetJob = (mail: Mail, publicUrl: string) =>
  defineSystemJob({
    ...JOB,
    payload: Type.Object({ email: Type.String() }),
    run: async (ctx, { email }) => {
      const user = await queries.findUserByEmail(ctx, email)
      if (!user) return
      const token = newToken()
      await transaction(ctx, async (ctx) => {
        // A new link makes the older ones worthless.
        await queries.dropVerifications(ctx, user.userId, PREFIX)
        await queries.insertVerification(ctx, identify(token), user.userId, new Date(ctx.now.getTime() + HOUR_MS))
      })
      await mail.send({
        to: user.email,
        subject: 'A new password for Storedesk',
        text: [
          `Somebody, probably you, has asked for a new password for ${user.email}. Choose it here within an hour:`,
          pageLink(publicUrl, 'password-reset', token),
          'If it was not you, do nothing: the password stays as it is.',
        ].join('\n\n'),
      })
    },
  })

/** Whoever had the old password is signed out, or half signed in no more. */
export async function resetPassword(ctx: SystemCtx, { token, newPassword }: PasswordReset, ip: string) {
  const identifier = identify(token)
  const user = await queries.findVerified(ctx, identifier)
  if (!user) throw linkIsOver()
  await assertNewPassword(ctx, user, newPassword)
  const hash = await hashPassword(newPassword)
  await transaction(ctx, async (ctx) => {
    if ((await queries.useUpVerification(ctx, identifier)) === 0) throw linkIsOver()
    await queries.updatePassword(ctx, user.userId, hash)
    await endAccess(ctx, user.userId)
    await forgetAccount(ctx, user.email)
    // The link was mailed. A second factor from before was set up by someone who never showed that the mailbox is theirs.
    if ((await queries.markVerified(ctx, user.userId)) > 0) await queries.deleteSecondFactor(ctx, user.userId)
    await queries.unlockSecondFactor(ctx, user.userId)
    await auditEverywhere(ctx, user, { action: 'password.reset', ip })
  })
  return user
}

/** What is known of a person is guessed first. */
export async function assertNewPassword(
  ctx: SystemCtx,
  user: Pick<Person, 'userId' | 'name' | 'email'>,
  password: string,
) {
  const workspaces = await queries.listWorkspacesOf(ctx, user.userId)
  assertStrongPassword(password, 'newPassword', [user.email, user.name, ...workspaces.map(({ name }) => name)])
}

/** The session that asks stays; all others end, since they may be why the password is changed. */
export async function changePassword(
  ctx: SystemCtx,
  person: Person,
  { currentPassword, newPassword }: PasswordChange,
  ip: string,
): Promise<void> {
  await confirmPassword(ctx, person, currentPassword)
  const hash = await hashPassword(newPassword)
  await transaction(ctx, async (ctx) => {
    await queries.updatePassword(ctx, person.userId, hash)
    await endAccess(ctx, person.userId, person.sessionId)
    await auditEverywhere(ctx, person, { action: 'password.changed', ip })
  })
}

async function confirmPassword(ctx: SystemCtx, person: Person, password: string): Promise<void> {
  const kept = await queries.findPassword(ctx, person.userId)
  if (!kept || !(await verifyPassword({ hash: kept.password, password }))) {
    throw new AppError('forbidden', 'This is not your present password.')
  }
}

const identify = (token: string) => PREFIX + hashToken(token).toString('base64url')

const linkIsOver = () =>
  new AppError('not_found', 'This link is no longer valid: ask for a new one and open it within an hour.')
