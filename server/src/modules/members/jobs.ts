import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { defineSystemJob, enqueueSystemJob } from '../../jobs/job.ts'
import { dashboardLink, hashToken, newToken } from '../../kit/one-time-token.ts'
import type { Mail } from '../../ports/mail.ts'
import { setInvitationToken } from './queries.ts'

/** Retries for an hour and a half. */
const JOB = { name: 'members.send-invitation', maxAttempts: 9 }

export const enqueueInvitationEmail = (ctx: SystemCtx, workspaceId: string, id: string) =>
  enqueueSystemJob(ctx, JOB, { workspaceId, id })

/** The link is created where it is sent: it is in no queue, and the inviter never has it. */
export const invitationJob = (mail: Mail, publicUrl: string) =>
  defineSystemJob({
    ...JOB,
    payload: Type.Object({ workspaceId: Type.String(), id: Type.String() }),
    run: async (ctx, { workspaceId, id }) => {
      const token = newToken()
      const invitation = await setInvitationToken(ctx, workspaceId, id, hashToken(token))
      // Revoked since.
      if (!invitation) return
      const inviter = invitation.invitedBy ?? 'Someone'
      await mail.send({
        to: invitation.email,
        subject: `${inviter} invited you to Storedesk`,
        text: [
          `${inviter} invited you to work on a shop in Storedesk. Accept the invitation within a week:`,
          dashboardLink(publicUrl, 'invitation', token),
        ].join('\n\n'),
      })
    },
  })
