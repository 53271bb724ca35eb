import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { defineSystemJob, enqueueForSystem } from '../../jobs/job.ts'
import { hashToken, newToken, pageLink } from '../../kit/one-time-token.ts'
import type { Mail } from '../../ports/mail.ts'
import { putToken } from './queries.ts'

/** An hour and a half of trying. */
const JOB = { name: 'members.invitation', maxAttempts: 9 }

export const mailInvitation = (ctx: SystemCtx, workspaceId: string, id: string) =>
  enqueueForSystem(ctx, JOB, { workspaceId, id })

/** The link is made where it is sent: it stands in no queue, and who invites never has it. */
export const invitationJob = (mail: Mail, publicUrl: string) =>
  defineSystemJob({
    ...JOB,
    payload: Type.Object({ workspaceId: Type.String(), id: Type.String() }),
    run: async (ctx, { workspaceId, id }) => {
      const token = newToken()
      const invitation = await putToken(ctx, workspaceId, id, hashToken(token))
      // Taken back in the meantime.
      if (!invitation) return
      const from = invitation.invitedBy ?? 'Somebody'
      await mail.send({
        to: invitation.email,
        subject: `${from} invites you to Storedesk`,
        text: [
          `${from} invites you to work on a shop in Storedesk. Accept within a week:`,
          pageLink(publicUrl, 'invitation', token),
        ].join('\n\n'),
      })
    },
  })
