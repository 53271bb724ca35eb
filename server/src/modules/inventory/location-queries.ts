import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { Location } from './schemas.ts'

export const listLocations = (ctx: Ctx) =>
  ctx.db.rows(
    Location,
    sql`
      select id, name, position, active, created_at from locations
      where environment_id = ${ctx.environmentId}
      order by position, id`,
  )

/** Waits for pending stock changes at the location and blocks new ones. */
export const lockLocation = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Location,
    sql`
      select id, name, position, active, created_at from locations
      where environment_id = ${ctx.environmentId} and id = ${id}
      for update`,
  )

/** A shared lock: prevents deletion and deactivation while stock is added there. */
export const lockFirstActiveShared = (ctx: Ctx) =>
  ctx.db.row(
    Location,
    sql`
      select id, name, position, active, created_at from locations
      where environment_id = ${ctx.environmentId} and active
      order by position, id
      limit 1
      for key share`,
  )

const LockedLocation = Type.Object({ id: Id('loc'), active: Type.Boolean() })

export const lockLocationsShared = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    LockedLocation,
    sql`
      select id, active from locations
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id
      for key share`,
  )

export const insertLocation = (ctx: Ctx, { id, name, position, active }: Omit<Location, 'createdAt'>) =>
  ctx.db.one(
    Location,
    sql`
      insert into locations (environment_id, id, name, position, active, created_at)
      values (${ctx.environmentId}, ${id}, ${name}, ${position}, ${active}, ${ctx.now})
      returning id, name, position, active, created_at`,
  )

export const updateLocation = (ctx: Ctx, { id, name, position, active }: Location) =>
  ctx.db.one(
    Location,
    sql`
      update locations set name = ${name}, position = ${position}, active = ${active}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, name, position, active, created_at`,
  )

export const deleteLocation = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from locations where environment_id = ${ctx.environmentId} and id = ${id}`)

const Count = Type.Object({ count: Type.Integer() })

export const countLevelsInUse = (ctx: Ctx, locationId: string) =>
  ctx.db.one(
    Count,
    sql`
      select count(*) as count from stock_levels
      where environment_id = ${ctx.environmentId} and location_id = ${locationId}
        and (on_hand <> 0 or reserved <> 0 or incoming <> 0)`,
  )

/** Shipping rates for pickup at this location. */
export const countPickupRates = (ctx: Ctx, locationId: string) =>
  ctx.db.one(
    Count,
    sql`
      select count(*) as count from shipping_rates
      where environment_id = ${ctx.environmentId} and location_id = ${locationId}`,
  )
