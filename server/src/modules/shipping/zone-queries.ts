import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { type NewZone, Zone } from './schemas.ts'

export const findZone = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Zone,
    sql`
      select id, name, areas, version, created_at, updated_at
      from shipping_zones
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listZones = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    Zone,
    sql`
      select id, name, areas, version, created_at, updated_at
      from shipping_zones
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

/** Not paginated, because there are few. */
export const listAllZones = (ctx: Ctx) =>
  ctx.db.rows(
    Zone,
    sql`
      select id, name, areas, version, created_at, updated_at
      from shipping_zones
      where environment_id = ${ctx.environmentId}
      order by id`,
  )

export const insertZone = (ctx: Ctx, id: string, { name, areas }: NewZone) =>
  ctx.db.one(
    Zone,
    sql`
      insert into shipping_zones (environment_id, id, name, areas, version, created_at, updated_at)
      values (${ctx.environmentId}, ${id}, ${name}, ${JSON.stringify(areas)}, 1, ${ctx.now}, ${ctx.now})
      returning id, name, areas, version, created_at, updated_at`,
  )

export const updateZone = (ctx: Ctx, id: string, { name, areas }: NewZone) =>
  ctx.db.one(
    Zone,
    sql`
      update shipping_zones
      set name = ${name}, areas = ${JSON.stringify(areas)}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, name, areas, version, created_at, updated_at`,
  )

export const deleteZone = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from shipping_zones where environment_id = ${ctx.environmentId} and id = ${id}`)
