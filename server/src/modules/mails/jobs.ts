import { Type } from 'typebox'
import { defineJob } from '../../jobs/job.ts'
import type { Mail } from '../../ports/mail.ts'
import { SENDING } from './mails.ts'
import { sendMail } from './send-mail.ts'

export const sendMailJob = (mail: Mail) =>
  defineJob({
    ...SENDING,
    payload: Type.Object({ mailId: Type.String() }),
    run: (ctx, { mailId }) => sendMail(ctx, mail, mailId),
  })
