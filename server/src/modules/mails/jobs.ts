import { Type } from 'typebox'
import { defineJob, type Schedule } from '../../jobs/job.ts'
import type { Mail } from '../../ports/mail.ts'
import { SENDING } from './mails.ts'
import * as queries from './queries.ts'
import { sendMail } from './send-mail.ts'

export const sendMailJob = (mail: Mail) =>
  defineJob({
    ...SENDING,
    payload: Type.Object({ mailId: Type.String() }),
    run: (ctx, { mailId }) => sendMail(ctx, mail, mailId),
  })

const DAY_MS = 86_400_000
/** Long enough to look at a mail that a buyer asks about, within the time in which most goods may be sent back. */
const KEPT_DAYS = 90
/** A gift card that has reached nobody: by then its buyer has asked for it, or nobody will. */
const KEPT_SECRET_DAYS = 365
const BITE = 1000

export const forgetMailBodies: Schedule = {
  name: 'mails.forget-bodies',
  cron: '20 3 * * *',
  run: async (ctx) => {
    const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
    const [before, secretsBefore] = [daysAgo(KEPT_DAYS), daysAgo(KEPT_SECRET_DAYS)]
    while ((await queries.forgetBodies(ctx, before, secretsBefore, BITE)) === BITE);
  },
}
