import type { SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { StaffMember } from '../../http/auth/staff.ts'
import { SavedView } from './schemas.ts'

export type Owner = Pick<StaffMember, 'workspaceId' | 'userId'>

/** One change of a member's views at a time, so that the rules are checked against the current ones. */
export const lockOwner = (ctx: SystemCtx, { workspaceId, userId }: Owner) =>
  ctx.db.run(sql`select from members where workspace_id = ${workspaceId} and user_id = ${userId} for update`)

export const listViews = (ctx: SystemCtx, { workspaceId, userId }: Owner) =>
  ctx.db.rows(
    SavedView,
    sql`
      select id, page, name, filters, created_at from saved_views
      where workspace_id = ${workspaceId} and user_id = ${userId}
      order by id`,
  )

export const insertView = (ctx: SystemCtx, { workspaceId, userId }: Owner, view: SavedView) =>
  ctx.db.run(sql`
    insert into saved_views (workspace_id, user_id, id, page, name, filters, created_at)
    values (${workspaceId}, ${userId}, ${view.id}, ${view.page}, ${view.name}, ${JSON.stringify(view.filters)}, ${view.createdAt})`)

export const updateName = (ctx: SystemCtx, { workspaceId, userId }: Owner, id: string, name: string) =>
  ctx.db.run(sql`
    update saved_views set name = ${name}
    where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id}`)

/** Returns how many were deleted. */
export const deleteView = (ctx: SystemCtx, { workspaceId, userId }: Owner, id: string) =>
  ctx.db.run(sql`
    delete from saved_views
    where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id}
    returning id`)
