import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable, Timestamp } from '../../kit/schema.ts'
import type { ThemeSettings } from './schemas.ts'

const ThemeRow = Type.Object({
  name: Type.String(),
  currency: Type.String(),
  timeZone: Type.String(),
  version: Type.Integer(),
  settings: Type.Unsafe<ThemeSettings>({ type: 'object' }),
  updatedAt: Nullable(Timestamp),
})
export type ThemeRow = Static<typeof ThemeRow>

/** Always returns a row with the environment's name, currency and time zone, even if no theme is set. */
export const readTheme = (ctx: Ctx) =>
  ctx.db.one(
    ThemeRow,
    sql`
      select environments.name, environments.currency, environments.time_zone, coalesce(themes.version, 0) as version,
        coalesce(themes.settings, '{}') as settings, themes.updated_at
      from environments left join themes on themes.environment_id = environments.id
      where environments.id = ${ctx.environmentId}`,
  )

export const saveTheme = (ctx: Ctx, version: number, settings: ThemeSettings) =>
  ctx.db.run(sql`
    insert into themes (environment_id, version, settings, updated_at)
    values (${ctx.environmentId}, ${version}, ${settings}, ${ctx.now})
    on conflict (environment_id) do update set
      version = excluded.version, settings = excluded.settings, updated_at = excluded.updated_at`)

const PublishedHandle = Type.Object({ kind: Type.String(), handle: Type.String() })

/** Those of these collections and products that visitors can open. */
export const listPublishedHandles = (ctx: Ctx, collections: string[], products: string[]) =>
  ctx.db.rows(
    PublishedHandle,
    sql`
      select 'collection' as kind, handle from collections
      where environment_id = ${ctx.environmentId} and handle = any(${collections}) and status = 'active'
      union all
      select 'product' as kind, handle from products
      where environment_id = ${ctx.environmentId} and handle = any(${products}) and status = 'active'`,
  )
