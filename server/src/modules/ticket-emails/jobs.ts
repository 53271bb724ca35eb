import { Type } from 'typebox'
import { defineJob, type Schedule } from '../../jobs/job.ts'
import type { Mail } from '../../ports/mail.ts'
import { deliverTicketEmail } from './deliver.ts'
import * as queries from './queries.ts'
import { SEND_JOB } from './ticket-emails.ts'

export const sendTicketEmailJob = (mail: Mail) =>
  defineJob({
    ...SEND_JOB,
    payload: Type.Object({ messageId: Type.String() }),
    run: (ctx, { messageId }) => deliverTicketEmail(ctx, mail, messageId),
  })

const DAY_MS = 86_400_000
/** As long as emails about orders. */
const RETENTION_DAYS = 90
const BATCH_SIZE = 1000

export const pruneTicketEmails: Schedule = {
  name: 'ticket-emails.prune',
  cron: '25 3 * * *',
  run: async (ctx) => {
    const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
    while ((await queries.pruneContents(ctx, daysAgo(RETENTION_DAYS), BATCH_SIZE)) === BATCH_SIZE);
    // Older ones limit nothing any more.
    await queries.deleteRecipients(ctx, daysAgo(2))
  },
}
