import { Type } from 'typebox'
import { defineJob, type Schedule } from '../../jobs/job.ts'
import { Id } from '../../kit/schema.ts'
import { PROCESS_JOB, pruneEmails } from './inbound-email.ts'
import { processEmail } from './process-email.ts'

export const processInboundEmail = defineJob({
  ...PROCESS_JOB,
  payload: Type.Object({ emailId: Id('eml') }),
  run: (ctx, { emailId }) => processEmail(ctx, emailId),
})

export const pruneInboundEmails: Schedule = {
  name: 'inbound-email.prune',
  cron: '20 3 * * *',
  run: pruneEmails,
}
