import { Type } from 'typebox'
import { defineJob } from '../../jobs/job.ts'
import type { RetentionRule } from '../../jobs/retention.ts'
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

export const ticketEmailRetention: RetentionRule[] = [
  { name: 'ticket_emails', keep: 'emails', prune: queries.pruneContents },
  // Older ones limit nothing any more.
  { name: 'automatic_email_recipients', keep: { days: 2 }, prune: queries.deleteRecipients },
]
