import { type SystemCtx, transaction } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { notifyAccessRevoked } from '../../http/auth/access-revocation.ts'
import type { StaffMember } from '../../http/auth/staff.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { isAtLeast, type Role } from '../../kit/roles.ts'
import { writeAudit } from '../audit/audit.ts'
import * as queries from './queries.ts'
import type { Member } from './schemas.ts'

export const { findEnvironmentAccess, insertMember, listMembers } = queries

export const findRole = async (db: Db, userId: string, workspaceId: string): Promise<Role | undefined> =>
  (await queries.findRole(db, userId, workspaceId))?.role

export function changeRole(
  ctx: SystemCtx,
  requester: StaffMember,
  userId: string,
  role: Role,
  ip: string,
): Promise<Member> {
  return transaction(ctx, async (ctx) => {
    const { members, actor } = await lockMembers(ctx, requester)
    const member = getMember(members, userId)
    if (member.role === role) return member
    if (member.role === 'owner' || role === 'owner') assertOwner(actor)
    if (member.role === 'owner') assertNotLastOwner(members)
    await queries.updateRole(ctx, requester.workspaceId, userId, role)
    await notifyAccessRevoked(ctx, userId)
    await queries.revokeInvitationsByUser(ctx, requester.workspaceId, userId)
    await writeAudit(ctx, {
      ...auditContext(requester, ip),
      action: 'member.role_changed',
      subject: member.email,
      details: { from: member.role, to: role },
    })
    return { ...member, role }
  })
}

/** Their open invitations are revoked, too: they must not be a way back in. */
export function removeMember(ctx: SystemCtx, requester: StaffMember, userId: string, ip: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { members, actor } = await lockMembers(ctx, requester)
    const member = getMember(members, userId)
    if (member.role === 'owner') {
      assertOwner(actor)
      assertNotLastOwner(members)
    }
    await queries.deleteMember(ctx, requester.workspaceId, userId)
    await notifyAccessRevoked(ctx, userId)
    await queries.revokeInvitationsByUser(ctx, requester.workspaceId, userId)
    await writeAudit(ctx, {
      ...auditContext(requester, ip),
      action: 'member.removed',
      subject: member.email,
      details: { role: member.role },
    })
  })
}

/** Locks the members until this transaction ends, and returns the current role of the requester. */
export async function lockMembers(ctx: SystemCtx, { workspaceId, userId }: StaffMember) {
  await queries.lockWorkspace(ctx, workspaceId)
  const members = await queries.listMembers(ctx, workspaceId)
  const actor = members.find((member) => member.userId === userId)
  if (!actor) throw notFound('workspace', workspaceId)
  if (!isAtLeast(actor.role, 'admin')) throw new AppError('forbidden', 'Only owners and admins can manage members.')
  return { members, actor }
}

export function assertOwner({ role }: Member): void {
  if (role !== 'owner') throw new AppError('forbidden', 'Only owners can add or remove owners.')
}

export const auditContext = ({ workspaceId, userId, name }: StaffMember, ip: string) => ({
  workspaceId,
  actor: { userId, name },
  ip,
})

function assertNotLastOwner(members: Member[]): void {
  if (members.filter(({ role }) => role === 'owner').length > 1) return
  throw new AppError('conflict', 'A workspace needs at least one owner. Make someone else an owner first.')
}

function getMember(members: Member[], userId: string): Member {
  const member = members.find((member) => member.userId === userId)
  if (!member) throw notFound('member', userId)
  return member
}
