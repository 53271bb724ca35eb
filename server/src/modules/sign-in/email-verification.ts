import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import type { StaffUser } from '../../http/auth/staff.ts'
import { defineSystemJob, enqueueSystemJob } from '../../jobs/job.ts'
import { AppError } from '../../kit/errors.ts'
import { dashboardLink, hashToken, newToken } from '../../kit/one-time-token.ts'
import type { Mail } from '../../ports/mail.ts'
import { auditInAllWorkspaces } from './accounts.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
const PREFIX = 'verify-email:'
const JOB = { name: 'sign-in.send-email-verification', maxAttempts: 9 }

export const requestEmailVerification = (ctx: SystemCtx, userId: string) => enqueueSystemJob(ctx, JOB, { userId })

/** The link is created where it is sent, so it is neither in the queue nor in the database. */
export const emailVerificationJob = (mail: Mail, publicUrl: string) =>
  defineSystemJob({
    ...JOB,
    payload: Type.Object({ userId: Type.String() }),
    run: async (ctx, { userId }) => {
      const user = await queries.findUnverifiedUser(ctx, userId)
      if (!user) return
      const token = newToken()
      await transaction(ctx, async (ctx) => {
        await queries.deleteVerifications(ctx, userId, PREFIX)
        await queries.insertVerification(ctx, toIdentifier(token), userId, new Date(ctx.now.getTime() + DAY_MS))
      })
      await mail.send({
        to: user.email,
        subject: 'Verify your email address for Storedesk',
        text: [
          `A Storedesk account was created for ${user.email}. If it is yours, verify the address within a day:`,
          dashboardLink(publicUrl, 'email-verification', token),
          'If it is not yours, ignore this email. To take over the account, reset its password on the sign-in page.',
        ].join('\n\n'),
      })
    },
  })

/**
 * Needs the link and a session of the same account. The link alone must not do: someone may have created the account
 * for an address that is not theirs, and its owner would confirm it for them with a click.
 */
export async function verifyEmail(ctx: SystemCtx, currentUser: StaffUser, token: string, ip: string): Promise<void> {
  const identifier = toIdentifier(token)
  const user = await queries.findUserByVerification(ctx, identifier)
  if (!user) throw linkExpiredError()
  if (user.userId !== currentUser.userId) {
    throw new AppError('forbidden', `This link is for ${user.email}. Sign in with that account and open it again.`, {
      fields: { email: user.email },
    })
  }
  await transaction(ctx, async (ctx) => {
    if ((await queries.consumeVerification(ctx, identifier)) === 0) throw linkExpiredError()
    await queries.markEmailVerified(ctx, user.userId)
    await auditInAllWorkspaces(ctx, user, { action: 'email.verified', ip })
  })
}

const toIdentifier = (token: string) => PREFIX + hashToken(token).toString('base64url')

const linkExpiredError = () =>
  new AppError('not_found', 'This link is no longer valid. Request a new one in your account.')
