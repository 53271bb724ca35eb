import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Area } from '../../kit/areas.ts'
import { Id, Timestamp } from '../../kit/schema.ts'
import type { TaxRegion } from '../../pricing/rules.ts'
import { TaxEngine, TaxSettingsResponse } from './schemas.ts'

export const findSettings = (ctx: Ctx) =>
  ctx.db.row(
    TaxSettingsResponse,
    sql`
      select prices_include_tax, shipping_tax, rounding, default_address, version, updated_at
      from tax_settings
      where environment_id = ${ctx.environmentId}`,
  )

export const upsertSettings = (
  ctx: Ctx,
  { pricesIncludeTax, shippingTax, rounding, defaultAddress }: Omit<TaxSettingsResponse, 'version' | 'updatedAt'>,
) =>
  ctx.db.one(
    TaxSettingsResponse,
    sql`
      insert into tax_settings (environment_id, prices_include_tax, shipping_tax, rounding, default_address, version, updated_at)
      values (${ctx.environmentId}, ${pricesIncludeTax}, ${shippingTax}, ${rounding}, ${defaultAddress}, 1, ${ctx.now})
      on conflict (environment_id) do update set prices_include_tax = excluded.prices_include_tax,
        shipping_tax = excluded.shipping_tax, rounding = excluded.rounding, default_address = excluded.default_address,
        version = tax_settings.version + 1, updated_at = excluded.updated_at
      returning prices_include_tax, shipping_tax, rounding, default_address, version, updated_at`,
  )

const RegionRow = Type.Object({
  id: Id('txr'),
  area: Area,
  rates: Type.Unsafe<TaxRegion['rates']>({ type: 'array' }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type RegionRow = Static<typeof RegionRow>
type NewRegionRow = Pick<RegionRow, 'id' | 'area' | 'rates'>

export const findRegion = (ctx: Ctx, id: string) =>
  ctx.db.row(
    RegionRow,
    sql`
      select id, area, rates, version, created_at, updated_at
      from tax_regions
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listRegions = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    RegionRow,
    sql`
      select id, area, rates, version, created_at, updated_at
      from tax_regions
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const Count = Type.Object({ count: Type.Integer() })

export const countRegions = async (ctx: Ctx): Promise<number> =>
  (await ctx.db.one(Count, sql`select count(*) as count from tax_regions where environment_id = ${ctx.environmentId}`))
    .count

const RegionId = Type.Object({ id: Id('txr') })

/** Case-insensitive, because addresses contain both `ny` and `NY`. */
export const findDuplicateRegion = (ctx: Ctx, { id, area }: NewRegionRow) =>
  ctx.db.row(
    RegionId,
    sql`
      select id from tax_regions
      where environment_id = ${ctx.environmentId}
        and id <> ${id} and upper(area::text) = upper(${area}::jsonb::text)`,
  )

export const insertRegion = (ctx: Ctx, { id, area, rates }: NewRegionRow) =>
  ctx.db.one(
    RegionRow,
    sql`
      insert into tax_regions (environment_id, id, area, rates, version, created_at, updated_at)
      values (${ctx.environmentId}, ${id}, ${area}, ${JSON.stringify(rates)}, 1, ${ctx.now}, ${ctx.now})
      returning id, area, rates, version, created_at, updated_at`,
  )

export const updateRegion = (ctx: Ctx, { id, area, rates }: NewRegionRow) =>
  ctx.db.one(
    RegionRow,
    sql`
      update tax_regions
      set area = ${area}, rates = ${JSON.stringify(rates)}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, area, rates, version, created_at, updated_at`,
  )

export const deleteRegion = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from tax_regions where environment_id = ${ctx.environmentId} and id = ${id}`)

const StoredEngine = Type.Object({ url: Type.String(), updatedAt: Timestamp })

export const findEngine = (ctx: Ctx) =>
  ctx.db.row(TaxEngine, sql`select url, updated_at from tax_engines where environment_id = ${ctx.environmentId}`)

const SealedEngine = Type.Object({ url: Type.String(), sealedSecret: Type.String() })

export const findSealedEngine = (ctx: Ctx) =>
  ctx.db.row(SealedEngine, sql`select url, sealed_secret from tax_engines where environment_id = ${ctx.environmentId}`)

export const upsertEngine = (ctx: Ctx, url: string, sealedSecret: string) =>
  ctx.db.one(
    StoredEngine,
    sql`
      insert into tax_engines (environment_id, url, sealed_secret, updated_at)
      values (${ctx.environmentId}, ${url}, ${sealedSecret}, ${ctx.now})
      on conflict (environment_id) do update
      set url = excluded.url, sealed_secret = excluded.sealed_secret, updated_at = excluded.updated_at
      returning url, updated_at`,
  )

export const deleteEngine = (ctx: Ctx) =>
  ctx.db.run(sql`delete from tax_engines where environment_id = ${ctx.environmentId}`)
