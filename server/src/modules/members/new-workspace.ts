import { type SystemCtx, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person } from '../../http/staff.ts'
import { AppError } from '../../kit/errors.ts'
import type { Role } from '../../kit/roles.ts'
import { writeAudit } from '../audit/audit.ts'
import { openWorkspace } from '../workspaces/workspaces.ts'
import { deed, insertMember } from './members.ts'
import { listWorkspacesOf } from './queries.ts'
import type { OwnWorkspace } from './schemas.ts'

/** Enough for every brand of a house; a workspace is cheap, but a loop that makes them must end. */
const MAX_OWNED = 20

/** The operator's choice. Whoever has lost their last workspace is a guest here, and must not go on as its host. */
export type WorkspaceCreation = 'owners' | 'anyone' | 'nobody'

export async function describeMe(ctx: SystemCtx, person: Person, creation: WorkspaceCreation) {
  const { userId, name, email, emailVerified, twoFactorEnabled } = person
  const workspaces = await listWorkspacesOf(ctx, userId)
  return {
    user: { id: userId as `usr_${string}`, name, email, emailVerified, twoFactorEnabled },
    workspaces: workspaces.map(({ sandboxId, ...workspace }) => ({
      ...workspace,
      environments: { live: workspace.id, test: sandboxId },
    })),
    canCreateWorkspaces: findObstacle(creation, person, workspaces) === undefined,
  }
}

function findObstacle(creation: WorkspaceCreation, person: Person, workspaces: { role: Role }[]): string | undefined {
  if (creation === 'nobody') return 'Creating workspaces is turned off on this server.'
  if (!person.emailVerified) return 'Verify your e-mail address first: open your account to get the link.'
  if (creation === 'anyone' || workspaces.some(({ role }) => role === 'owner')) return undefined
  return 'Only owners of a workspace can create another one.'
}

/** Whoever opens it owns it. Workspaces of others, to which one was invited, do not count. */
export function openOwnWorkspace(
  ctx: SystemCtx,
  person: Person,
  given: string,
  creation: WorkspaceCreation,
  ip: string,
): Promise<OwnWorkspace> {
  return transaction(ctx, async (ctx) => {
    await lockPerson(ctx, person.userId)
    const workspaces = await listWorkspacesOf(ctx, person.userId)
    const obstacle = findObstacle(creation, person, workspaces)
    if (obstacle) throw new AppError('forbidden', obstacle)
    const owned = workspaces.filter(({ role }) => role === 'owner')
    if (owned.length >= MAX_OWNED)
      throw new AppError('conflict', `You own ${MAX_OWNED} workspaces, which is the most that one person may own.`)

    const name = given.trim()
    const { live, test } = await openWorkspace(ctx, name)
    const id = live.workspaceId
    await insertMember(ctx, id, person.userId, 'owner')
    const entry = deed({ ...person, workspaceId: id, role: 'owner' }, ip)
    await writeAudit(ctx, { ...entry, action: 'workspace.opened', subject: name })
    await writeAudit(ctx, { ...entry, action: 'member.added', subject: person.email, details: { role: 'owner' } })
    return { id, name, role: 'owner', environments: { live: live.environmentId, test: test.environmentId } }
  })
}

/** Two tabs may ask at the same moment, and each would count without the other's. */
const lockPerson = (ctx: SystemCtx, userId: string) =>
  ctx.db.run(sql`select from users where id = ${userId} for update`)
