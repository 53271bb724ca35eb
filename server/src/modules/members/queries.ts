import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import type { Role } from '../../kit/roles.ts'
import { Nullable, OneOf, Uuid } from '../../kit/schema.ts'
import { Invitation, Member, RoleName } from './schemas.ts'

const RoleRow = Type.Object({ role: RoleName })

export const findRole = (db: Db, userId: string, workspaceId: string) =>
  db.row(RoleRow, sql`select role from members where workspace_id = ${workspaceId} and user_id = ${userId}`)

const EnvironmentAccessRow = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES), role: RoleName })

export const findEnvironmentAccess = (db: Db, userId: string, environmentId: string) =>
  db.row(
    EnvironmentAccessRow,
    sql`
      select environments.id as environment_id, environments.workspace_id, environments.mode, members.role
      from environments join members on members.workspace_id = environments.workspace_id
      where environments.id = ${environmentId} and members.user_id = ${userId}`,
  )

const WorkspaceRow = Type.Object({ id: Uuid, name: Type.String(), role: RoleName, sandboxId: Uuid })

export const listUserWorkspaces = (ctx: SystemCtx, userId: string) =>
  ctx.db.rows(
    WorkspaceRow,
    sql`
      select live.workspace_id as id, live.name, members.role, test.id as sandbox_id
      from members
      join environments as live on live.workspace_id = members.workspace_id and live.mode = 'live'
      join environments as test on test.workspace_id = members.workspace_id and test.mode = 'test'
      where members.user_id = ${userId}
      order by lower(live.name), live.id`,
  )

/** Serializes changes of members and roles, so that the rules are checked against the current state. */
export const lockWorkspace = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.run(sql`select from workspaces where id = ${workspaceId} for update`)

export const listMembers = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.rows(
    Member,
    sql`
      select members.user_id, users.name, users.email, members.role, users.two_factor_enabled, members.created_at
      from members join users on users.id = members.user_id
      where members.workspace_id = ${workspaceId}
      order by members.created_at, members.user_id`,
  )

export const insertMember = (ctx: SystemCtx, workspaceId: string, userId: string, role: Role) =>
  ctx.db.run(sql`
    insert into members (workspace_id, user_id, role, created_at)
    values (${workspaceId}, ${userId}, ${role}, ${ctx.now})
    on conflict (workspace_id, user_id) do nothing`)

export const updateRole = (ctx: SystemCtx, workspaceId: string, userId: string, role: Role) =>
  ctx.db.run(sql`update members set role = ${role} where workspace_id = ${workspaceId} and user_id = ${userId}`)

export const deleteMember = (ctx: SystemCtx, workspaceId: string, userId: string) =>
  ctx.db.run(sql`delete from members where workspace_id = ${workspaceId} and user_id = ${userId}`)

export const listInvitations = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.rows(
    Invitation,
    sql`
      select invitations.id, invitations.email, invitations.role, users.name as invited_by,
        invitations.created_at, invitations.expires_at,
        case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
          when expires_at <= ${ctx.now} then 'expired' else 'pending' end as status
      from invitations left join users on users.id = invitations.invited_by
      where invitations.workspace_id = ${workspaceId}
      order by invitations.id desc
      limit 200`,
  )

export const findInvitation = (ctx: SystemCtx, workspaceId: string, id: string) =>
  ctx.db.row(
    Invitation,
    sql`
      select invitations.id, invitations.email, invitations.role, users.name as invited_by,
        invitations.created_at, invitations.expires_at,
        case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
          when expires_at <= ${ctx.now} then 'expired' else 'pending' end as status
      from invitations left join users on users.id = invitations.invited_by
      where invitations.workspace_id = ${workspaceId} and invitations.id = ${id}`,
  )

interface NewInvitationRow {
  id: string
  workspaceId: string
  email: string
  role: Role
  tokenHash: Buffer | null
  linkShared: boolean
  invitedBy: string
  expiresAt: Date
}

export const insertInvitation = (ctx: SystemCtx, row: NewInvitationRow) =>
  ctx.db.run(sql`
    insert into invitations (workspace_id, id, email, role, token_hash, link_shared, invited_by, created_at, expires_at)
    values (${row.workspaceId}, ${row.id}, ${row.email}, ${row.role}, ${row.tokenHash}, ${row.linkShared}, ${row.invitedBy}, ${ctx.now}, ${row.expiresAt})`)

const RecipientRow = Type.Object({ email: Type.String(), invitedBy: Nullable(Type.String()) })

/** No row when the invitation is no longer open. */
export const setInvitationToken = (ctx: SystemCtx, workspaceId: string, id: string, tokenHash: Buffer) =>
  ctx.db.row(
    RecipientRow,
    sql`
      update invitations set token_hash = ${tokenHash}
      where workspace_id = ${workspaceId} and id = ${id}
        and accepted_at is null and revoked_at is null and expires_at > ${ctx.now}
      returning email, (select name from users where users.id = invitations.invited_by) as invited_by`,
  )

export const revokeInvitation = (ctx: SystemCtx, workspaceId: string, id: string) =>
  ctx.db.run(sql`
    update invitations set revoked_at = ${ctx.now}
    where workspace_id = ${workspaceId} and id = ${id} and accepted_at is null and revoked_at is null`)

export const revokeInvitationsToEmail = (ctx: SystemCtx, workspaceId: string, email: string) =>
  ctx.db.run(sql`
    update invitations set revoked_at = ${ctx.now}
    where workspace_id = ${workspaceId} and email = ${email} and accepted_at is null and revoked_at is null`)

export const revokeInvitationsByUser = (ctx: SystemCtx, workspaceId: string, userId: string) =>
  ctx.db.run(sql`
    update invitations set revoked_at = ${ctx.now}
    where workspace_id = ${workspaceId} and invited_by = ${userId} and accepted_at is null and revoked_at is null`)

const PendingInvitationRow = Type.Object({
  id: Type.String(),
  workspaceId: Uuid,
  workspaceName: Type.String(),
  email: Type.String(),
  role: RoleName,
  linkShared: Type.Boolean(),
})

export const findPendingInvitation = (ctx: SystemCtx, tokenHash: Buffer) =>
  ctx.db.row(
    PendingInvitationRow,
    sql`
      select invitations.id, invitations.workspace_id, environments.name as workspace_name, invitations.email, invitations.role,
        invitations.link_shared
      from invitations join environments on environments.id = invitations.workspace_id
      where invitations.token_hash = ${tokenHash} and invitations.expires_at > ${ctx.now}
        and invitations.accepted_at is null and invitations.revoked_at is null`,
  )

/** No rows when it was used or revoked since. */
export const markInvitationAccepted = (ctx: SystemCtx, workspaceId: string, id: string) =>
  ctx.db.run(sql`
    update invitations set accepted_at = ${ctx.now}
    where workspace_id = ${workspaceId} and id = ${id} and accepted_at is null and revoked_at is null`)
