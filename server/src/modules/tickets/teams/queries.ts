import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Team } from './schemas.ts'

/** People who left the workspace are no longer members of its teams. */
export const listTeams = (ctx: Ctx) =>
  ctx.db.rows(
    Team,
    sql`
      select teams.id, teams.name, teams.created_at, coalesce((
        select array_agg(team_members.user_id order by team_members.user_id)
        from team_members
        join members on members.workspace_id = ${ctx.workspaceId} and members.user_id = team_members.user_id
        where team_members.environment_id = ${ctx.environmentId} and team_members.team_id = teams.id
      ), '{}') as member_ids
      from teams
      where teams.environment_id = ${ctx.environmentId}
      order by lower(teams.name), teams.id`,
  )

export const insertTeam = (ctx: Ctx, { id, name }: Team) =>
  ctx.db.run(sql`
    insert into teams (environment_id, id, name, created_at) values (${ctx.environmentId}, ${id}, ${name}, ${ctx.now})`)

export const updateTeam = (ctx: Ctx, { id, name }: Team) =>
  ctx.db.run(sql`update teams set name = ${name} where environment_id = ${ctx.environmentId} and id = ${id}`)

export async function replaceMembers(ctx: Ctx, { id, memberIds }: Team): Promise<void> {
  await ctx.db.run(sql`delete from team_members where environment_id = ${ctx.environmentId} and team_id = ${id}`)
  await ctx.db.run(sql`
    insert into team_members (environment_id, team_id, user_id)
    select ${ctx.environmentId}, ${id}, user_id from unnest(${memberIds}::text[]) as user_id`)
}

export const deleteTeam = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from teams where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Also blocks a ticket from getting the team until the transaction ends. */
export const lockTeam = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select from teams where environment_id = ${ctx.environmentId} and id = ${id} for update`)

const ExistsRow = Type.Object({ exists: Type.Boolean() })

export const isTeamUsed = async (ctx: Ctx, id: string): Promise<boolean> =>
  (
    await ctx.db.one(
      ExistsRow,
      sql`
        select exists (select from tickets where environment_id = ${ctx.environmentId} and team_id = ${id}) as exists`,
    )
  ).exists
