import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { defineSystemJob, enqueueSystemJob, type Schedule } from '../../jobs/job.ts'
import { isAtLeast } from '../../kit/roles.ts'
import { OneOf, Uuid } from '../../kit/schema.ts'
import type { Mail } from '../../ports/mail.ts'
import { listMembers } from '../members/members.ts'
import { deleteDeliveries } from './delivery-queries.ts'
import { DISABLED_REASONS } from './schemas.ts'

const DAY_MS = 86_400_000
const RETENTION_DAYS = 30
const BATCH_SIZE = 5000

export const pruneDeliveries: Schedule = {
  name: 'webhooks.prune-deliveries',
  cron: '20 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - RETENTION_DAYS * DAY_MS)
    while ((await deleteDeliveries(ctx, before, BATCH_SIZE)) === BATCH_SIZE);
  },
}

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
