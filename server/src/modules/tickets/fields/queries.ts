import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { TicketField } from './schemas.ts'

export const listFields = (ctx: Ctx) =>
  ctx.db.rows(
    TicketField,
    sql`
      select key, label, type, options, position, created_at from ticket_fields
      where environment_id = ${ctx.environmentId}
      order by position, key`,
  )

export const insertField = (ctx: Ctx, field: TicketField) =>
  ctx.db.run(sql`
    insert into ticket_fields (environment_id, key, label, type, options, position, created_at)
    values (${ctx.environmentId}, ${field.key}, ${field.label}, ${field.type}, ${field.options}, ${field.position},
      ${ctx.now})`)

export const updateField = (ctx: Ctx, { key, label, options, position }: TicketField) =>
  ctx.db.run(sql`
    update ticket_fields set label = ${label}, options = ${options}, position = ${position}
    where environment_id = ${ctx.environmentId} and key = ${key}`)

export const deleteField = (ctx: Ctx, key: string) =>
  ctx.db.run(sql`delete from ticket_fields where environment_id = ${ctx.environmentId} and key = ${key} returning key`)
