import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { TicketStatus } from './schemas.ts'

export const listStatuses = (ctx: Ctx) =>
  ctx.db.rows(
    TicketStatus,
    sql`
      select id, name, category, position, is_default as default, created_at from ticket_statuses
      where environment_id = ${ctx.environmentId}
      order by position, id`,
  )

export const insertStatus = (ctx: Ctx, status: TicketStatus) =>
  ctx.db.run(sql`
    insert into ticket_statuses (environment_id, id, name, category, position, is_default, created_at)
    values (${ctx.environmentId}, ${status.id}, ${status.name}, ${status.category}, ${status.position}, false, ${ctx.now})`)

export const updateStatus = (ctx: Ctx, { id, name, position }: TicketStatus) =>
  ctx.db.run(sql`
    update ticket_statuses set name = ${name}, position = ${position}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Two statements: the index allows one default per category at any moment. */
export async function makeDefault(ctx: Ctx, { id, category }: TicketStatus): Promise<void> {
  await ctx.db.run(sql`
    update ticket_statuses set is_default = false
    where environment_id = ${ctx.environmentId} and category = ${category} and is_default`)
  await ctx.db.run(sql`
    update ticket_statuses set is_default = true
    where environment_id = ${ctx.environmentId} and id = ${id}`)
}

export const deleteStatus = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from ticket_statuses where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Also blocks a ticket from getting the status until the transaction ends. */
export const lockStatus = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select from ticket_statuses where environment_id = ${ctx.environmentId} and id = ${id} for update`)

const ExistsRow = Type.Object({ exists: Type.Boolean() })

export const isStatusUsed = async (ctx: Ctx, id: string): Promise<boolean> =>
  (
    await ctx.db.one(
      ExistsRow,
      sql`
        select exists (
          select from tickets where environment_id = ${ctx.environmentId} and status_id = ${id}
        ) as exists`,
    )
  ).exists
