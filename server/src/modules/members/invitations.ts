import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Member as Asking, Person } from '../../http/staff.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { hashToken, newToken, pageLink } from '../../kit/one-time-token.ts'
import { writeAudit } from '../audit/audit.ts'
import { createAccount, findUserByEmail, markVerified, normalEmail } from '../sign-in/accounts.ts'
import { requestVerification } from '../sign-in/email-verification.ts'
import { assertStrongPassword } from '../sign-in/password-strength.ts'
import { mailInvitation } from './jobs.ts'
import { deed, hold, refuseUnlessOwner } from './members.ts'
import * as queries from './queries.ts'
import type { Acceptance, Invitation, NewInvitation } from './schemas.ts'

const WEEK_MS = 7 * 86_400_000

export const { listInvitations } = queries

export interface LinkOptions {
  publicUrl: string
  canMail: boolean
}

/**
 * Mailed to whom it is for, and known to nobody else. Only where no mail leaves this machine does whoever invites get the
 * link, to pass it on; it would let them accept in the other's name, so the audit log says it.
 */
export function invite(ctx: SystemCtx, asking: Asking, wanted: NewInvitation, link: LinkOptions, ip: string) {
  return transaction(ctx, async (ctx) => {
    const { workspaceId } = asking
    const { members, actor } = await hold(ctx, asking)
    if (wanted.role === 'owner') refuseUnlessOwner(actor)
    const email = normalEmail(wanted.email)
    if (members.some((member) => member.email === email))
      throw new AppError('conflict', `${email} is a member already.`)

    const id = newId('inv')
    const token = link.canMail ? undefined : newToken()
    await queries.revokeInvitationsTo(ctx, workspaceId, email)
    await queries.insertInvitation(ctx, {
      id,
      workspaceId,
      email,
      role: wanted.role,
      tokenHash: token ? hashToken(token) : null,
      handedOver: token !== undefined,
      invitedBy: asking.userId,
      expiresAt: new Date(ctx.now.getTime() + WEEK_MS),
    })
    await writeAudit(ctx, {
      ...deed(asking, ip),
      action: 'invitation.made',
      subject: email,
      details: { role: wanted.role, link: token ? 'handed out' : 'mailed' },
    })
    if (!token) await mailInvitation(ctx, workspaceId, id)
    const invitation = await getInvitation(ctx, workspaceId, id)
    return { invitation, ...(token && { link: pageLink(link.publicUrl, 'invitation', token) }) }
  })
}

/** Revoking twice is harmless; what was accepted stays accepted. */
export function revokeInvitation(ctx: SystemCtx, asking: Asking, id: string, ip: string): Promise<Invitation> {
  return transaction(ctx, async (ctx) => {
    await hold(ctx, asking)
    const { email, state } = await getInvitation(ctx, asking.workspaceId, id)
    if (state === 'accepted') throw new AppError('conflict', `${email} has accepted it: remove the member instead.`)
    if ((await queries.revokeInvitation(ctx, asking.workspaceId, id)) > 0) {
      await writeAudit(ctx, { ...deed(asking, ip), action: 'invitation.revoked', subject: email })
    }
    return getInvitation(ctx, asking.workspaceId, id)
  })
}

export async function previewInvitation(ctx: SystemCtx, token: string) {
  const { email, role, workspaceName } = await getOpen(ctx, token)
  return { email, role, workspaceName }
}

/** Whoever has an account proves it by signing in; for everybody else the link is the proof, and makes the account. */
export async function acceptInvitation(ctx: SystemCtx, given: Acceptance, person: Person | undefined, ip: string) {
  return transaction(ctx, async (ctx) => {
    const invitation = await getOpen(ctx, given.token)
    const { id, workspaceId, email, role } = invitation
    await queries.lockWorkspace(ctx, workspaceId)
    const user = person ? await acceptAs(ctx, person, invitation) : await acceptAsNew(ctx, given, invitation)
    if ((await queries.useInvitation(ctx, workspaceId, id)) === 0) throw isOver()
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

type Open = Awaited<ReturnType<typeof getOpen>>

/**
 * An account whose address is not verified may belong to whoever invited it. It stays in the workspace that created it, so
 * that they gain nothing from the invitations that the owner of the address gets later.
 */
async function acceptAs(ctx: SystemCtx, person: Person, { email, handedOver }: Open) {
  if (person.email !== email) throw new AppError('forbidden', `This invitation is for ${email}: sign out first.`)
  if (person.emailVerified) return person
  if (handedOver) {
    throw new AppError('forbidden', 'Verify your e-mail address before you join: open your account to get the link.')
  }
  await markVerified(ctx, person.userId)
  return person
}

async function acceptAsNew(ctx: SystemCtx, { name, password }: Acceptance, { email, workspaceName, handedOver }: Open) {
  if (await findUserByEmail(ctx, email)) throw new AppError('unauthorized', `Sign in as ${email} to accept it.`)
  if (!name || !password) throw invalidRequest('A new account needs a name and a password.')
  assertStrongPassword(password, 'password', [email, name, workspaceName])
  const user = await createAccount(ctx, { name, email, password, emailVerified: !handedOver })
  if (handedOver) await requestVerification(ctx, user.userId)
  return user
}

async function getInvitation(ctx: SystemCtx, workspaceId: string, id: string): Promise<Invitation> {
  const invitation = await queries.findInvitation(ctx, workspaceId, id)
  if (!invitation) throw notFound('invitation', id)
  return invitation
}

async function getOpen(ctx: SystemCtx, token: string) {
  const open = await queries.findOpenInvitation(ctx, hashToken(token))
  if (!open) throw isOver()
  return open
}

const isOver = () => new AppError('not_found', 'This invitation is no longer valid: ask for a new one.')
