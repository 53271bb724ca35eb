import { type Static, Type } from 'typebox'
import type { Caller, Ctx, SystemCtx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { Id, OneOf } from '../../../kit/schema.ts'
import {
  type ExportQuery,
  Import,
  type ImportError,
  type ImportOptions,
  ImportSummary,
  type ImportWarning,
  ON_ERROR,
} from './schemas.ts'

export const insertImport = (ctx: Ctx, id: string, file: Buffer, { onError, dryRun }: ImportOptions) =>
  ctx.db.run(sql`
    insert into imports (environment_id, id, status, on_error, dry_run, file, size_bytes, caller, created_at)
    values (${ctx.environmentId}, ${id}, 'queued', ${onError ?? 'skip'}, ${dryRun ?? false}, ${file}, ${file.length},
      ${JSON.stringify(ctx.caller)}, ${ctx.now})`)

export const findImport = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Import,
    sql`
      select id, status, on_error, dry_run, size_bytes, json_build_object('done', rows_done, 'total', rows_total) as rows,
        json_build_object('created', created, 'updated', updated, 'unchanged', unchanged, 'failed', failed) as counts,
        error_count, errors, error_count > jsonb_array_length(errors) as errors_truncated, warnings, created_at, started_at, finished_at
      from imports
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listImports = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    ImportSummary,
    sql`
      select id, status, on_error, dry_run, size_bytes, json_build_object('done', rows_done, 'total', rows_total) as rows,
        json_build_object('created', created, 'updated', updated, 'unchanged', unchanged, 'failed', failed) as counts,
        error_count, created_at, started_at, finished_at
      from imports
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const ClaimedImport = Type.Object({
  id: Id('imp'),
  onError: OneOf(ON_ERROR),
  dryRun: Type.Boolean(),
  file: Type.Unsafe<Buffer>({}),
  stepsDone: Type.Integer(),
  errorCount: Type.Integer(),
  attempts: Type.Integer(),
  /** Who uploaded the file. */
  caller: Type.Unsafe<Caller>({ type: 'object' }),
})
export type ClaimedImport = Static<typeof ClaimedImport>

/** Returns nothing when the import has already finished. */
export const claimImport = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ClaimedImport,
    sql`
      update imports set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${ctx.now})
      where environment_id = ${ctx.environmentId} and id = ${id} and file is not null
      returning id, on_error, dry_run, file, steps_done, error_count, attempts, caller`,
  )

export const setImportTotal = (ctx: Ctx, id: string, total: number, warnings: ImportWarning[]) =>
  ctx.db.run(sql`
    update imports set rows_total = ${total}, warnings = ${JSON.stringify(warnings)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** For display only; the authoritative progress is written together with the products. */
export const setImportProgress = (ctx: Ctx, id: string, done: number) =>
  ctx.db.run(sql`
    update imports set rows_done = ${done} where environment_id = ${ctx.environmentId} and id = ${id} and file is not null`)

export interface ImportProgress {
  steps: number
  rows: number
  created: number
  updated: number
  unchanged: number
  failed: number
  errorCount: number
  /** Only as many as still fit into the stored list. */
  errors: ImportError[]
}

/** Updates no row when another worker has advanced the import: this worker must then stop. */
export const advanceImport = (ctx: Ctx, id: string, from: number, progress: ImportProgress) =>
  ctx.db.run(sql`
    update imports set steps_done = steps_done + ${progress.steps}::int, rows_done = rows_done + ${progress.rows}::int,
      created = created + ${progress.created}::int, updated = updated + ${progress.updated}::int,
      unchanged = unchanged + ${progress.unchanged}::int, failed = failed + ${progress.failed}::int,
      error_count = error_count + ${progress.errorCount}::int, errors = errors || ${JSON.stringify(progress.errors)}::jsonb
    where environment_id = ${ctx.environmentId} and id = ${id} and steps_done = ${from} and file is not null`)

/** Deletes the file; the report is retained. It finishes long after its job began, at `ctx.now`. */
export const finishImport = (ctx: Ctx, id: string, status: 'completed' | 'failed') =>
  ctx.db.run(sql`
    update imports set status = ${status}, file = null, finished_at = greatest(${ctx.now}::timestamptz, ${new Date()}::timestamptz),
      rows_done = coalesce(rows_total, 0),
      errors = (select coalesce(jsonb_agg(error order by (error ->> 'row')::int), '[]') from jsonb_array_elements(errors) as error)
    where environment_id = ${ctx.environmentId} and id = ${id} and file is not null`)

const ExportedProduct = Type.Object({ id: Id('prod'), variantCount: Type.Integer() })

/** Oldest first, so that an import elsewhere creates products in their original order. */
export const listProductsForExport = (ctx: Ctx, after: string, take: number, filter: ExportQuery) =>
  ctx.db.rows(
    ExportedProduct,
    sql`
      with search as materialized (
        select search_query(search_languages, ${filter.q ?? null}) as query
        from environments where id = ${ctx.environmentId}
      )
      select id, (
        select count(*)::int from variants
        where variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      ) as variant_count
      from products
      where environment_id = ${ctx.environmentId} and id > ${after}
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.vendor ?? null}::text is null or vendor = ${filter.vendor ?? null})
        and (${filter.type ?? null}::text is null or type = ${filter.type ?? null})
        and (${filter.tag ?? null}::text is null or ${filter.tag ?? null} = any(tags))
        and (${filter.sku ?? null}::text is null or exists (
          select from variants
          where variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id and sku = ${filter.sku ?? null}
        ))
        and (coalesce(trim(${filter.q ?? null}), '') = '' or exists (
          select from listings
          where listings.environment_id = ${ctx.environmentId} and listings.product_id = products.id
            and search_vector @@ (select query from search)
        ))
      order by id
      limit ${take}`,
  )

const OnHandTotal = Type.Object({ variantId: Id('var'), total: Type.Integer() })

/** Sums all locations, because a file has a single quantity column. */
export const listOnHand = (ctx: Ctx, productIds: string[]) =>
  ctx.db.rows(
    OnHandTotal,
    sql`
      select variant_id, sum(on_hand)::bigint as total
      from variants
      join stock_levels on stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = variants.id
      where variants.environment_id = ${ctx.environmentId} and product_id = any(${productIds})
      group by variant_id`,
  )

const PriceCurrency = Type.Object({ currency: Type.String() })

export const listPriceCurrencies = (ctx: Ctx) =>
  ctx.db.rows(
    PriceCurrency,
    sql`select distinct currency from variant_prices where environment_id = ${ctx.environmentId} order by currency`,
  )

export const deleteImports = (ctx: SystemCtx, environmentId: string, before: string, limit: number) =>
  ctx.db.run(sql`
    delete from imports
    where environment_id = ${environmentId} and id in (
      select id from imports
      where environment_id = ${environmentId} and id < ${before} and status in ('completed', 'failed')
      order by id
      limit ${limit}
    )`)
