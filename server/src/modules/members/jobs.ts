import { type Static, Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { defineSystemJob, enqueueForSystem } from '../../jobs/job.ts'
import type { Mail } from '../../ports/mail.ts'

const InvitationMail = Type.Object({ to: Type.String(), from: Type.String(), link: Type.String() })
type InvitationMail = Static<typeof InvitationMail>

/** An hour and a half of trying. */
const JOB = { name: 'members.invitation', maxAttempts: 9 }

export const mailInvitation = (ctx: SystemCtx, mail: InvitationMail) => enqueueForSystem(ctx, JOB, mail)

export const invitationJob = (mail: Mail) =>
  defineSystemJob({
    ...JOB,
    payload: InvitationMail,
    run: (_ctx, { to, from, link }) =>
      mail.send({
        to,
        subject: `${from} invites you to Storedesk`,
        text: [`${from} invites you to work on a shop in Storedesk. Accept within a week:`, link].join('\n\n'),
      }),
  })
