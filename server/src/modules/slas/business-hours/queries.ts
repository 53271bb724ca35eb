import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { BusinessHours } from '../schemas.ts'

/** In the order of creation. There are few. */
export const listHours = (ctx: Ctx) =>
  ctx.db.rows(
    BusinessHours,
    sql`
      select id, name, time_zone, intervals, holidays, version, created_at, updated_at
      from business_hours
      where environment_id = ${ctx.environmentId}
      order by id`,
  )

export const findHours = (ctx: Ctx, id: string) =>
  ctx.db.row(
    BusinessHours,
    sql`
      select id, name, time_zone, intervals, holidays, version, created_at, updated_at
      from business_hours
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const insertHours = (ctx: Ctx, hours: BusinessHours) =>
  ctx.db.run(sql`
    insert into business_hours (environment_id, id, name, time_zone, intervals, holidays, version, created_at, updated_at)
    values (${ctx.environmentId}, ${hours.id}, ${hours.name}, ${hours.timeZone}, ${JSON.stringify(hours.intervals)},
      ${JSON.stringify(hours.holidays)}, ${hours.version}, ${hours.createdAt}, ${hours.updatedAt})`)

export const updateHours = (ctx: Ctx, hours: BusinessHours) =>
  ctx.db.run(sql`
    update business_hours
    set name = ${hours.name}, time_zone = ${hours.timeZone}, intervals = ${JSON.stringify(hours.intervals)},
      holidays = ${JSON.stringify(hours.holidays)}, version = ${hours.version}, updated_at = ${hours.updatedAt}
    where environment_id = ${ctx.environmentId} and id = ${hours.id}`)

export const deleteHours = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from business_hours where environment_id = ${ctx.environmentId} and id = ${id}`)

export const listPoliciesWith = (ctx: Ctx, hoursId: string) =>
  ctx.db.rows(
    Type.Object({ name: Type.String() }),
    sql`
      select name from sla_policies
      where environment_id = ${ctx.environmentId} and business_hours_id = ${hoursId}
      order by position, id
      limit 5`,
  )
