import { type SystemCtx, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { StaffUser } from '../../http/auth/staff.ts'
import { AppError } from '../../kit/errors.ts'
import type { Role } from '../../kit/roles.ts'
import { writeAudit } from '../audit/audit.ts'
import { provisionWorkspace } from '../workspaces/workspaces.ts'
import { auditContext, insertMember } from './members.ts'
import { listUserWorkspaces } from './queries.ts'
import type { OwnWorkspace } from './schemas.ts'

/** Enough for every brand of a company; a workspace is cheap, but a loop that creates them must end. */
const MAX_OWNED_WORKSPACES = 20

/** The operator's choice. A person who lost their last workspace must not become an owner by creating one. */
export type WorkspaceCreationPolicy = 'owners' | 'anyone' | 'nobody'

export async function getCurrentUser(ctx: SystemCtx, user: StaffUser, policy: WorkspaceCreationPolicy) {
  const { userId, name, email, emailVerified, twoFactorEnabled } = user
  const workspaces = await listUserWorkspaces(ctx, userId)
  return {
    user: { id: userId as `usr_${string}`, name, email, emailVerified, twoFactorEnabled },
    workspaces: workspaces.map(({ sandboxId, ...workspace }) => ({
      ...workspace,
      environments: { live: workspace.id, test: sandboxId },
    })),
    canCreateWorkspaces: findCreationError(policy, user, workspaces) === undefined,
  }
}

function findCreationError(
  policy: WorkspaceCreationPolicy,
  user: StaffUser,
  workspaces: { role: Role }[],
): string | undefined {
  if (policy === 'nobody') return 'Creating workspaces is turned off on this server.'
  if (!user.emailVerified) return 'Verify your email address first. Request a link in your account.'
  if (policy === 'anyone' || workspaces.some(({ role }) => role === 'owner')) return undefined
  return 'Only owners of a workspace can create another one.'
}

/** The creator becomes the owner. Workspaces they were invited to do not count. */
export function createOwnWorkspace(
  ctx: SystemCtx,
  user: StaffUser,
  requestedName: string,
  policy: WorkspaceCreationPolicy,
  ip: string,
): Promise<OwnWorkspace> {
  return transaction(ctx, async (ctx) => {
    await lockUser(ctx, user.userId)
    const workspaces = await listUserWorkspaces(ctx, user.userId)
    const message = findCreationError(policy, user, workspaces)
    if (message) throw new AppError('forbidden', message)
    const owned = workspaces.filter(({ role }) => role === 'owner')
    if (owned.length >= MAX_OWNED_WORKSPACES)
      throw new AppError('conflict', `You can own at most ${MAX_OWNED_WORKSPACES} workspaces.`, {
        fields: { limit: MAX_OWNED_WORKSPACES },
      })

    const name = requestedName.trim()
    const { live, test } = await provisionWorkspace(ctx, name)
    const id = live.workspaceId
    await insertMember(ctx, id, user.userId, 'owner')
    const entry = auditContext({ ...user, workspaceId: id, role: 'owner' }, ip)
    await writeAudit(ctx, { ...entry, action: 'workspace.created', subject: name })
    await writeAudit(ctx, { ...entry, action: 'member.added', subject: user.email, details: { role: 'owner' } })
    return { id, name, role: 'owner', environments: { live: live.environmentId, test: test.environmentId } }
  })
}

/** Two tabs may submit at the same moment, and each would miss the other's workspace in its count. */
const lockUser = (ctx: SystemCtx, userId: string) => ctx.db.run(sql`select from users where id = ${userId} for update`)
