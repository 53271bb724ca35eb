import { type SystemCtx, transaction } from '../../ctx.ts'
import type { StaffMember, StaffUser } from '../../http/auth/staff.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { dashboardLink, hashToken, newToken } from '../../kit/one-time-token.ts'
import { writeAudit } from '../audit/audit.ts'
import {
  assertStrongPassword,
  createAccount,
  findUserByEmail,
  markEmailVerified,
  normalizeEmail,
  requestEmailVerification,
} from '../sign-in/accounts/accounts.ts'
import { enqueueInvitationEmail } from './jobs.ts'
import { assertOwner, auditContext, lockMembers } from './members.ts'
import * as queries from './queries.ts'
import type { Acceptance, Invitation, NewInvitation } from './schemas.ts'

const WEEK_MS = 7 * 86_400_000

export const { listInvitations } = queries

export interface LinkOptions {
  publicUrl: string
  canSendEmail: boolean
}

/**
 * Emailed to the invitee, and known to nobody else. Only where no email leaves this machine does the inviter get the
 * link, to pass it on; it would let them accept in the invitee's name, so the audit log records it.
 */
export function invite(ctx: SystemCtx, requester: StaffMember, input: NewInvitation, link: LinkOptions, ip: string) {
  return transaction(ctx, async (ctx) => {
    const { workspaceId } = requester
    const { members, actor } = await lockMembers(ctx, requester)
    if (input.role === 'owner') assertOwner(actor)
    const email = normalizeEmail(input.email)
    if (members.some((member) => member.email === email))
      throw new AppError('conflict', `${email} is already a member.`, { fields: { email } })

    const id = newId('inv')
    const token = link.canSendEmail ? undefined : newToken()
    await queries.revokeInvitationsToEmail(ctx, workspaceId, email)
    await queries.insertInvitation(ctx, {
      id,
      workspaceId,
      email,
      role: input.role,
      tokenHash: token ? hashToken(token) : null,
      linkShared: token !== undefined,
      invitedBy: requester.userId,
      expiresAt: new Date(ctx.now.getTime() + WEEK_MS),
    })
    await writeAudit(ctx, {
      ...auditContext(requester, ip),
      action: 'invitation.created',
      subject: email,
      details: { role: input.role, delivery: token ? 'link' : 'email' },
    })
    if (!token) await enqueueInvitationEmail(ctx, workspaceId, id)
    const invitation = await getInvitation(ctx, workspaceId, id)
    return { invitation, ...(token && { url: dashboardLink(link.publicUrl, 'invitation', token) }) }
  })
}

/** Revoking twice is harmless; an accepted invitation stays accepted. */
export function revokeInvitation(ctx: SystemCtx, requester: StaffMember, id: string, ip: string): Promise<Invitation> {
  return transaction(ctx, async (ctx) => {
    await lockMembers(ctx, requester)
    const { email, status } = await getInvitation(ctx, requester.workspaceId, id)
    if (status === 'accepted')
      throw new AppError('conflict', `${email} already accepted the invitation. Remove the member instead.`, {
        fields: { email },
      })
    if ((await queries.revokeInvitation(ctx, requester.workspaceId, id)) > 0) {
      await writeAudit(ctx, { ...auditContext(requester, ip), action: 'invitation.revoked', subject: email })
    }
    return getInvitation(ctx, requester.workspaceId, id)
  })
}

export async function previewInvitation(ctx: SystemCtx, token: string) {
  const { email, role, workspaceName } = await getPendingInvitation(ctx, token)
  return { email, role, workspaceName }
}

/**
 * A person with an account proves it by signing in; for everyone else the link is the proof, and creates the account.
 */
export async function acceptInvitation(
  ctx: SystemCtx,
  input: Acceptance,
  currentUser: StaffUser | undefined,
  ip: string,
) {
  return transaction(ctx, async (ctx) => {
    const invitation = await getPendingInvitation(ctx, input.token)
    const { id, workspaceId, email, role } = invitation
    await queries.lockWorkspace(ctx, workspaceId)
    const user = currentUser
      ? await acceptAsUser(ctx, currentUser, invitation)
      : await acceptAsNewUser(ctx, input, invitation)
    if ((await queries.markInvitationAccepted(ctx, workspaceId, id)) === 0) throw invitationExpired()
    await queries.insertMember(ctx, workspaceId, user.userId, role)
    const entry = {
      workspaceId,
      actor: { userId: user.userId, name: user.name },
      subject: email,
      details: { role },
      ip,
    }
    await writeAudit(ctx, { ...entry, action: 'invitation.accepted' })
    await writeAudit(ctx, { ...entry, action: 'member.added' })
    return { workspaceId, email }
  })
}

type PendingInvitation = Awaited<ReturnType<typeof getPendingInvitation>>

/**
 * An account with an unverified address may belong to the inviter. It is confined to the workspace that created it, so
 * that they gain nothing from invitations that the owner of the address gets later.
 */
async function acceptAsUser(ctx: SystemCtx, user: StaffUser, { email, linkShared }: PendingInvitation) {
  if (user.email !== email)
    throw new AppError('forbidden', `This invitation is for ${email}. Sign out first.`, {
      fields: { email },
    })
  if (user.emailVerified) return user
  if (linkShared) {
    throw new AppError('forbidden', 'Verify your email address before you join. Request a link in your account.')
  }
  await markEmailVerified(ctx, user.userId)
  return user
}

async function acceptAsNewUser(
  ctx: SystemCtx,
  { name, password }: Acceptance,
  { email, workspaceName, linkShared }: PendingInvitation,
) {
  if (await findUserByEmail(ctx, email))
    throw new AppError('unauthorized', `Sign in as ${email} to accept the invitation.`, { fields: { email } })
  if (!name || !password) throw invalidRequest('Enter a name and a password for the new account.')
  assertStrongPassword(password, 'password', [email, name, workspaceName])
  const user = await createAccount(ctx, { name, email, password, emailVerified: !linkShared })
  if (linkShared) await requestEmailVerification(ctx, user.userId)
  return user
}

async function getInvitation(ctx: SystemCtx, workspaceId: string, id: string): Promise<Invitation> {
  const invitation = await queries.findInvitation(ctx, workspaceId, id)
  if (!invitation) throw notFound('invitation', id)
  return invitation
}

async function getPendingInvitation(ctx: SystemCtx, token: string) {
  const pending = await queries.findPendingInvitation(ctx, hashToken(token))
  if (!pending) throw invitationExpired()
  return pending
}

const invitationExpired = () => new AppError('not_found', 'This invitation is no longer valid. Ask for a new one.')
