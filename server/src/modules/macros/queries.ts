import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable } from '../../kit/schema.ts'
import { Macro } from './schemas.ts'

/** By name. Members see those of their teams and their own; keys see all. */
export const listMacros = (ctx: Ctx, userId: string | null) =>
  ctx.db.rows(
    Macro,
    sql`
      select id, name, body, actions, availability, team_id, owner_id, usage_count, last_used_at, version, created_at,
        updated_at
      from macros
      where environment_id = ${ctx.environmentId}
        and (${userId}::text is null or availability = 'all' or owner_id = ${userId} or (availability = 'team' and exists (
          select from team_members
          where team_members.environment_id = ${ctx.environmentId} and team_members.team_id = macros.team_id
            and team_members.user_id = ${userId})))
      order by lower(name), id`,
  )

export const countMacros = (ctx: Ctx) =>
  ctx.db.one(
    Type.Object({ count: Type.Integer() }),
    sql`select count(*) as count from macros where environment_id = ${ctx.environmentId}`,
  )

export const insertMacro = (ctx: Ctx, macro: Macro) =>
  ctx.db.run(sql`
    insert into macros (environment_id, id, name, body, actions, availability, team_id, owner_id, usage_count,
      last_used_at, version, created_at, updated_at)
    values (${ctx.environmentId}, ${macro.id}, ${macro.name}, ${macro.body}, ${JSON.stringify(macro.actions)},
      ${macro.availability}, ${macro.teamId}, ${macro.ownerId}, 0, null, ${macro.version}, ${macro.createdAt},
      ${macro.updatedAt})`)

export const updateMacro = (ctx: Ctx, macro: Macro) =>
  ctx.db.run(sql`
    update macros
    set name = ${macro.name}, body = ${macro.body}, actions = ${JSON.stringify(macro.actions)},
      availability = ${macro.availability}, team_id = ${macro.teamId}, version = ${macro.version},
      updated_at = ${macro.updatedAt}
    where environment_id = ${ctx.environmentId} and id = ${macro.id}`)

export const recordUse = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update macros set usage_count = usage_count + 1, last_used_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const deleteMacro = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from macros where environment_id = ${ctx.environmentId} and id = ${id}`)

export const findCustomerName = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    Type.Object({ name: Nullable(Type.String()) }),
    sql`select name from customers where environment_id = ${ctx.environmentId} and id = ${customerId}`,
  )

export const findLatestOrder = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    Type.Object({ id: Id('ord') }),
    sql`
      select id from orders
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
      order by placed_at desc, id desc
      limit 1`,
  )
