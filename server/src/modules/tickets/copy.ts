import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

const IdRow = Type.Object({ id: Type.String() })

/** Replaces statuses, teams and fields with those of another environment. Tickets stay, with what remains of these. */
export async function copyTicketSettings(ctx: Ctx, from: string): Promise<void> {
  await copyStatuses(ctx, from)
  await copyTeams(ctx, from)
  await ctx.db.run(sql`delete from ticket_fields where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into ticket_fields (environment_id, key, label, type, options, position, created_at)
    select ${ctx.environmentId}, key, label, type, options, position, created_at
    from ticket_fields
    where environment_id = ${from}`)
}

/**
 * There is one default per category at any moment, so the old ones stop first. What is copied is read before: no statement
 * compares two environments, which may be on different machines.
 */
async function copyStatuses(ctx: Ctx, from: string): Promise<void> {
  const copied = await ctx.db.rows(IdRow, sql`select id from ticket_statuses where environment_id = ${from}`)
  const ids = copied.map(({ id }) => id)
  await ctx.db.run(sql`
    update ticket_statuses set is_default = false where environment_id = ${ctx.environmentId} and is_default`)
  await ctx.db.run(sql`
    insert into ticket_statuses (environment_id, id, name, category, position, is_default, created_at)
    select ${ctx.environmentId}, id, name, category, position, is_default, created_at
    from ticket_statuses
    where environment_id = ${from}
    on conflict (environment_id, id) do update set name = excluded.name, position = excluded.position,
      is_default = excluded.is_default, created_at = excluded.created_at`)
  await ctx.db.run(sql`
    update tickets set status_id = (
      select id from ticket_statuses
      where ticket_statuses.environment_id = ${ctx.environmentId} and ticket_statuses.category = tickets.category and is_default
    ), version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and status_id <> all(${ids})`)
  await ctx.db.run(sql`
    delete from ticket_statuses where environment_id = ${ctx.environmentId} and id <> all(${ids})`)
}

async function copyTeams(ctx: Ctx, from: string): Promise<void> {
  const copied = await ctx.db.rows(IdRow, sql`select id from teams where environment_id = ${from}`)
  const ids = copied.map(({ id }) => id)
  await ctx.db.run(sql`
    insert into teams (environment_id, id, name, created_at)
    select ${ctx.environmentId}, id, name, created_at from teams where environment_id = ${from}
    on conflict (environment_id, id) do update set name = excluded.name, created_at = excluded.created_at`)
  await ctx.db.run(sql`
    update tickets set team_id = null, version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and team_id <> all(${ids})`)
  await ctx.db.run(sql`delete from teams where environment_id = ${ctx.environmentId} and id <> all(${ids})`)
  await ctx.db.run(sql`delete from team_members where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into team_members (environment_id, team_id, user_id)
    select ${ctx.environmentId}, team_id, user_id from team_members where environment_id = ${from}`)
}
