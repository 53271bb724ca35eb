import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { announceEndedAccess } from '../../http/ended-access.ts'
import type { Member as Asking } from '../../http/staff.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { isAtLeast, type Role } from '../../kit/roles.ts'
import { writeAudit } from '../audit/audit.ts'
import * as queries from './queries.ts'
import type { Member } from './schemas.ts'

export const { findPost, insertMember, listMembers } = queries

export const findRole = async (db: Db, userId: string, workspaceId: string): Promise<Role | undefined> =>
  (await queries.findRole(db, userId, workspaceId))?.role

export function changeRole(ctx: SystemCtx, asking: Asking, userId: string, role: Role, ip: string): Promise<Member> {
  return transaction(ctx, async (ctx) => {
    const { members, actor } = await hold(ctx, asking)
    const member = memberIn(members, userId)
    if (member.role === role) return member
    if (member.role === 'owner' || role === 'owner') refuseUnlessOwner(actor)
    if (member.role === 'owner') refuseLastOwner(members)
    await queries.updateRole(ctx, asking.workspaceId, userId, role)
    await announceEndedAccess(ctx, userId)
    await queries.revokeInvitationsBy(ctx, asking.workspaceId, userId)
    await writeAudit(ctx, {
      ...deed(asking, ip),
      action: 'member.role-changed',
      subject: member.email,
      details: { from: member.role, to: role },
    })
    return { ...member, role }
  })
}

/** What they have invited others to goes with them: it must not be a way back in. */
export function removeMember(ctx: SystemCtx, asking: Asking, userId: string, ip: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { members, actor } = await hold(ctx, asking)
    const member = memberIn(members, userId)
    if (member.role === 'owner') {
      refuseUnlessOwner(actor)
      refuseLastOwner(members)
    }
    await queries.deleteMember(ctx, asking.workspaceId, userId)
    await announceEndedAccess(ctx, userId)
    await queries.revokeInvitationsBy(ctx, asking.workspaceId, userId)
    await writeAudit(ctx, {
      ...deed(asking, ip),
      action: 'member.removed',
      subject: member.email,
      details: { role: member.role },
    })
  })
}

/** The members as they are until this transaction ends, and what the one who asks may do by now. */
export async function hold(ctx: SystemCtx, { workspaceId, userId }: Asking) {
  await queries.lockWorkspace(ctx, workspaceId)
  const members = await queries.listMembers(ctx, workspaceId)
  const actor = members.find((member) => member.userId === userId)
  if (!actor) throw notFound('workspace', workspaceId)
  if (!isAtLeast(actor.role, 'admin')) throw new AppError('forbidden', 'Only owners and admins manage members.')
  return { members, actor }
}

export function refuseUnlessOwner({ role }: Member): void {
  if (role !== 'owner') throw new AppError('forbidden', 'Only an owner makes or unmakes owners.')
}

export const deed = ({ workspaceId, userId, name }: Asking, ip: string) => ({
  workspaceId,
  actor: { userId, name },
  ip,
})

function refuseLastOwner(members: Member[]): void {
  if (members.filter(({ role }) => role === 'owner').length > 1) return
  throw new AppError('conflict', 'This is the last owner: make somebody else an owner first.')
}

function memberIn(members: Member[], userId: string): Member {
  const member = members.find((member) => member.userId === userId)
  if (!member) throw notFound('member', userId)
  return member
}
