import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { defineSystemJob, enqueueSystemJob } from '../../jobs/job.ts'
import { isAtLeast } from '../../kit/roles.ts'
import { OneOf, Uuid } from '../../kit/schema.ts'
import type { Mail } from '../../ports/mail.ts'
import { listMembers } from '../members/members.ts'
import { DISABLED_REASONS } from './schemas.ts'

/** Retries for an hour and a half. */
const JOB = { name: 'webhooks.send-disabled-email', maxAttempts: 9 }

export const enqueueDisabledEmail = (ctx: Ctx, url: string, reason: (typeof DISABLED_REASONS)[number]) =>
  enqueueSystemJob(ctx, JOB, { workspaceId: ctx.workspaceId, isSandbox: ctx.mode === 'test', url, reason })

const WHY = {
  failing: 'Every request to it has failed for three days.',
  gone: 'It responded with 410 Gone.',
}

/** To owners and admins, who can activate it again. */
export const disabledEmailJob = (mail: Mail, publicUrl: string) =>
  defineSystemJob({
    ...JOB,
    payload: Type.Object({
      workspaceId: Uuid,
      isSandbox: Type.Boolean(),
      url: Type.String(),
      reason: OneOf(DISABLED_REASONS),
    }),
    run: async (ctx, { workspaceId, isSandbox, url, reason }) => {
      const members = await listMembers(ctx, workspaceId)
      const to = members.filter(({ role }) => isAtLeast(role, 'admin')).map(({ email }) => email)
      if (to.length === 0) return
      await mail.send({
        to,
        subject: `A webhook endpoint was deactivated: ${new URL(url).host}`,
        text: [
          `Storedesk no longer sends events${isSandbox ? ' of your sandbox' : ''} to ${url}. ${WHY[reason]}`,
          'When the endpoint works again, activate it in the settings of your workspace, and replay the events that it missed:',
          `${publicUrl}/dashboard/`,
        ].join('\n\n'),
      })
    },
  })
