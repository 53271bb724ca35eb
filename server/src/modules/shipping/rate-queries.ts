import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import type { Amounts, RatePrice } from '../../pricing/rules.ts'
import type { RatesQuery } from './schemas.ts'

const JsonColumn = <T>() => Type.Unsafe<T>({ type: 'object' })

const RateRow = Type.Object({
  id: Id('rate'),
  zoneId: Nullable(Id('zone')),
  profileId: Id('sprof'),
  type: OneOf(['shipping', 'pickup']),
  service: Type.String(),
  title: Type.String(),
  description: Type.String(),
  price: JsonColumn<RatePrice>(),
  freeFrom: Nullable(JsonColumn<Amounts>()),
  minDays: Nullable(Type.Integer()),
  maxDays: Nullable(Type.Integer()),
  locationId: Nullable(Id('loc')),
  position: Type.Integer(),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type RateRow = Static<typeof RateRow>
type NewRateRow = Omit<RateRow, 'version' | 'createdAt' | 'updatedAt'>

export const findRate = (ctx: Ctx, id: string) =>
  ctx.db.row(
    RateRow,
    sql`
      select id, zone_id, profile_id, type, service, title, description, price, free_from, min_days, max_days, location_id,
        position, version, created_at, updated_at
      from shipping_rates
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listRates = (ctx: Ctx, { before, take }: Keyset, { zoneId, profileId }: RatesQuery) =>
  ctx.db.rows(
    RateRow,
    sql`
      select id, zone_id, profile_id, type, service, title, description, price, free_from, min_days, max_days, location_id,
        position, version, created_at, updated_at
      from shipping_rates
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${zoneId ?? null}::text is null or zone_id = ${zoneId ?? null})
        and (${profileId ?? null}::text is null or profile_id = ${profileId ?? null})
      order by id desc
      limit ${take}`,
  )

const RateStats = Type.Object({ count: Type.Integer(), last: Type.Integer() })

/** Number of rates, and the highest position. */
export const getRateStats = (ctx: Ctx) =>
  ctx.db.one(
    RateStats,
    sql`
      select count(*) as count, coalesce(max(position), -1) as last
      from shipping_rates
      where environment_id = ${ctx.environmentId}`,
  )

const RateId = Type.Object({ id: Id('rate') })

export const findDuplicateRate = (ctx: Ctx, { id, profileId, service, zoneId }: NewRateRow) =>
  ctx.db.row(
    RateId,
    sql`
      select id from shipping_rates
      where environment_id = ${ctx.environmentId} and id <> ${id} and profile_id = ${profileId} and service = ${service}
        and zone_id is not distinct from ${zoneId}`,
  )

const LockedLocation = Type.Object({ active: Type.Boolean() })

/** Locked so that it can't be deleted or deactivated before the rate is written. */
export const lockLocation = (ctx: Ctx, id: string) =>
  ctx.db.row(
    LockedLocation,
    sql`select active from locations where environment_id = ${ctx.environmentId} and id = ${id} for key share`,
  )

export const insertRate = (ctx: Ctx, row: NewRateRow) =>
  ctx.db.one(
    RateRow,
    sql`
      insert into shipping_rates (environment_id, id, zone_id, profile_id, type, service, title, description, price, free_from,
        min_days, max_days, location_id, position, version, created_at, updated_at)
      values (${ctx.environmentId}, ${row.id}, ${row.zoneId}, ${row.profileId}, ${row.type}, ${row.service}, ${row.title},
        ${row.description}, ${row.price}, ${row.freeFrom}, ${row.minDays}, ${row.maxDays}, ${row.locationId},
        ${row.position}, 1, ${ctx.now}, ${ctx.now})
      returning id, zone_id, profile_id, type, service, title, description, price, free_from, min_days, max_days, location_id,
        position, version, created_at, updated_at`,
  )

export const updateRate = (ctx: Ctx, row: NewRateRow) =>
  ctx.db.one(
    RateRow,
    sql`
      update shipping_rates set zone_id = ${row.zoneId}, profile_id = ${row.profileId}, service = ${row.service},
        title = ${row.title}, description = ${row.description}, price = ${row.price}, free_from = ${row.freeFrom},
        min_days = ${row.minDays}, max_days = ${row.maxDays}, location_id = ${row.locationId}, position = ${row.position},
        version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${row.id}
      returning id, zone_id, profile_id, type, service, title, description, price, free_from, min_days, max_days, location_id,
        position, version, created_at, updated_at`,
  )

export const deleteRate = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from shipping_rates where environment_id = ${ctx.environmentId} and id = ${id}`)
