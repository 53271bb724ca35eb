import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import { OneOf, Uuid } from '../../kit/schema.ts'
import { Workspace, type WorkspaceChanges } from './schemas.ts'

export const findWorkspace = (ctx: Ctx) =>
  ctx.db.row(
    Workspace,
    sql`
      select workspaces.id, environments.name, environments.mode,
        ${ctx.caller.kind === 'key' ? ctx.caller.scope : null}::text as key_scope, environments.id as environment_id,
        environments.currency, environments.time_zone, environments.search_languages, environments.unique_skus,
        case when left(environments.storefront_url, 1) = '/' then ${ctx.publicUrl}::text || environments.storefront_url
          else environments.storefront_url end as storefront_url,
        environments.max_quantity_per_order, environments.reservation_minutes, environments.reservation_max_units,
        environments.reservation_max_percent, workspaces.created_at
      from environments join workspaces on workspaces.id = environments.workspace_id
      where environments.id = ${ctx.environmentId}`,
  )

export const updateSettings = (ctx: Ctx, changes: WorkspaceChanges) => {
  const { name, currency, timeZone, searchLanguages, uniqueSkus, storefrontUrl, maxQuantityPerOrder } = changes
  return ctx.db.run(sql`
    update environments set
      name = coalesce(${name ?? null}, name),
      currency = coalesce(${currency ?? null}, currency),
      time_zone = coalesce(${timeZone ?? null}, time_zone),
      search_languages = coalesce(${searchLanguages ?? null}, search_languages),
      unique_skus = coalesce(${uniqueSkus ?? null}, unique_skus),
      storefront_url = case when ${storefrontUrl !== undefined}::boolean then ${storefrontUrl ?? null} else storefront_url end,
      max_quantity_per_order = case when ${maxQuantityPerOrder !== undefined}::boolean then ${maxQuantityPerOrder ?? null}::integer
        else max_quantity_per_order end,
      reservation_minutes = coalesce(${changes.reservationMinutes ?? null}, reservation_minutes),
      reservation_max_units = coalesce(${changes.reservationMaxUnits ?? null}, reservation_max_units),
      reservation_max_percent = coalesce(${changes.reservationMaxPercent ?? null}, reservation_max_percent)
    where id = ${ctx.environmentId}`)
}

const EnvironmentRow = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES) })

export const findEnvironment = (db: Db, environmentId: string) =>
  db.row(
    EnvironmentRow,
    sql`select id as environment_id, workspace_id, mode from environments where id = ${environmentId}`,
  )

const CurrencyRow = Type.Object({ currency: Type.String() })

export const findCurrency = (db: Db, environmentId: string) =>
  db.row(CurrencyRow, sql`select currency from environments where id = ${environmentId}`)

export const findSandbox = (ctx: SystemCtx, workspaceId: string) =>
  ctx.db.row(
    EnvironmentRow,
    sql`
      select id as environment_id, workspace_id, mode
      from environments
      where workspace_id = ${workspaceId} and mode = 'test'`,
  )

const ExistsRow = Type.Object({ exists: Type.Boolean() })

export const hasWorkspaces = async (ctx: SystemCtx): Promise<boolean> =>
  (await ctx.db.one(ExistsRow, sql`select exists (select from workspaces) as exists`)).exists

export const insertWorkspace = (ctx: SystemCtx, workspaceId: string, sandboxId: string, name: string) =>
  ctx.db.run(sql`
    with workspace as (
      insert into workspaces (id, created_at) values (${workspaceId}, ${ctx.now}) returning id
    ), created as (
      insert into environments (id, workspace_id, mode, name)
      select environment.id, workspace.id, environment.mode, ${name}
      from workspace, (values (${workspaceId}::uuid, 'live'), (${sandboxId}::uuid, 'test')) as environment (id, mode)
      returning id
    )
    insert into ticket_statuses (environment_id, id, name, category, position, is_default, created_at)
    select created.id, status.id, status.name, status.category, status.position, status.is_default, ${ctx.now}
    from created, (values
      ('tst_00000000000000000000000001', 'Open', 'open', 1, true),
      ('tst_00000000000000000000000002', 'Waiting for customer', 'pending', 2, true),
      ('tst_00000000000000000000000003', 'On hold', 'pending', 3, false),
      ('tst_00000000000000000000000004', 'Resolved', 'resolved', 4, true)
    ) as status (id, name, category, position, is_default)`)

const NamedEnvironmentRow = Type.Object({ ...EnvironmentRow.properties, name: Type.String() })

export const findNamedEnvironment = (db: Db, environmentId: string) =>
  db.row(
    NamedEnvironmentRow,
    sql`select id as environment_id, workspace_id, mode, name from environments where id = ${environmentId}`,
  )

const FactorRow = Type.Object({ rateLimitFactor: Type.Integer() })

export const findRateLimitFactor = (ctx: Ctx) =>
  ctx.db.one(FactorRow, sql`select rate_limit_factor from workspaces where id = ${ctx.workspaceId}`)

export const updateRateLimitFactor = ({ db }: Pick<SystemCtx, 'db'>, workspaceId: string, factor: number) =>
  db.row(
    FactorRow,
    sql`update workspaces set rate_limit_factor = ${factor} where id = ${workspaceId} returning rate_limit_factor`,
  )
