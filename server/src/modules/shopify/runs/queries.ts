import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { newId } from '../../../kit/ids.ts'
import { Nullable, Timestamp } from '../../../kit/schema.ts'
import type { ShopResource } from '../../../ports/shop-lines.ts'
import type { ObjectOutcome } from '../objects/outcome.ts'
import { ShopifySync, ShopifySyncChange, type ShopifySyncChangesQuery } from '../schemas.ts'

const { progress: _, ...responseFields } = ShopifySync.properties

/** A run, with all that is needed to continue it. */
export const Run = Type.Object({
  ...responseFields,
  currency: Nullable(Type.String()),
  step: Type.Integer(),
  operationId: Nullable(Type.String()),
  exportUrl: Nullable(Type.String()),
  nextByte: Type.Integer(),
  expectedRoots: Nullable(Type.Integer()),
  rootsRead: Type.Integer(),
  exports: Type.Integer(),
  failures: Type.Integer(),
  imageCursor: Type.String(),
  updatedAt: Timestamp,
})
export type Run = Static<typeof Run>

/** Undefined while another run of the environment is active. */
export const insertRun = (
  ctx: Ctx,
  run: Pick<Run, 'id' | 'mode' | 'resources' | 'dryRun' | 'deleteMissing' | 'confirmDeletions' | 'stage' | 'actor'>,
) =>
  ctx.db.row(
    Run,
    sql`
      insert into shopify_runs (environment_id, id, mode, resources, dry_run, delete_missing, confirm_deletions, status, stage,
        phase, step, next_byte, roots_read, exports, failures, image_cursor, counts, warnings, actor, created_at, updated_at)
      values (${ctx.environmentId}, ${run.id}, ${run.mode}, ${run.resources}, ${run.dryRun}, ${run.deleteMissing},
        ${run.confirmDeletions}, 'queued', ${run.stage}, 'export', 0, 0, 0, 0, 0, '', '{}', '[]', ${run.actor}, ${ctx.now},
        ${ctx.now})
      on conflict (environment_id) where status in ('queued', 'running') do nothing
      returning id, mode, resources, dry_run, delete_missing, confirm_deletions, status, stage, phase, currency, step,
        operation_id, export_url, next_byte, expected_roots, roots_read, exports, failures, image_cursor, counts, warnings,
        error, actor, created_at, started_at, finished_at, updated_at`,
  )

export const findRun = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Run,
    sql`
      select id, mode, resources, dry_run, delete_missing, confirm_deletions, status, stage, phase, currency, step,
        operation_id, export_url, next_byte, expected_roots, roots_read, exports, failures, image_cursor, counts, warnings,
        error, actor, created_at, started_at, finished_at, updated_at
      from shopify_runs
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listRuns = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    Run,
    sql`
      select id, mode, resources, dry_run, delete_missing, confirm_deletions, status, stage, phase, currency, step,
        operation_id, export_url, next_byte, expected_roots, roots_read, exports, failures, image_cursor, counts, warnings,
        error, actor, created_at, started_at, finished_at, updated_at
      from shopify_runs
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const RunRef = Type.Object({ id: Type.String() })

export const findActiveRun = (ctx: Ctx) =>
  ctx.db.row(
    RunRef,
    sql`
      select id from shopify_runs
      where environment_id = ${ctx.environmentId} and status in ('queued', 'running')`,
  )

/** Held until the transaction ends. Undefined if another worker, or a cancellation, was faster. */
export const lockRun = (ctx: Ctx, { id, step }: Pick<Run, 'id' | 'step'>) =>
  ctx.db.row(
    RunRef,
    sql`
      select id from shopify_runs
      where environment_id = ${ctx.environmentId} and id = ${id} and step = ${step} and status in ('queued', 'running')
      for no key update`,
  )

/** Waits for a worker that holds it, and keeps it until the transaction ends. */
export const blockRun = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    select id from shopify_runs where environment_id = ${ctx.environmentId} and id = ${id} for no key update`)

/** Undefined if another worker, or a cancellation, was faster. */
export const updateRun = (ctx: Ctx, run: Run) =>
  ctx.db.row(
    Run,
    sql`
      update shopify_runs set status = ${run.status}, stage = ${run.stage}, phase = ${run.phase}, currency = ${run.currency},
        step = step + 1, operation_id = ${run.operationId}, export_url = ${run.exportUrl}, next_byte = ${run.nextByte},
        expected_roots = ${run.expectedRoots}, roots_read = ${run.rootsRead}, exports = ${run.exports},
        failures = ${run.failures}, image_cursor = ${run.imageCursor}, counts = ${JSON.stringify(run.counts)},
        warnings = ${JSON.stringify(run.warnings)}, error = ${run.error}, started_at = ${run.startedAt},
        finished_at = ${run.finishedAt}, updated_at = ${new Date()}
      where environment_id = ${ctx.environmentId} and id = ${run.id} and step = ${run.step} and status in ('queued', 'running')
      returning id, mode, resources, dry_run, delete_missing, confirm_deletions, status, stage, phase, currency, step,
        operation_id, export_url, next_byte, expected_roots, roots_read, exports, failures, image_cursor, counts, warnings,
        error, actor, created_at, started_at, finished_at, updated_at`,
  )

const SyncTime = Type.Object({ startedAt: Timestamp })

/** When the last completed run that read this resource started. */
export const findLastSync = (ctx: Ctx, resource: ShopResource) =>
  ctx.db.row(
    SyncTime,
    sql`
      select started_at from shopify_runs
      where environment_id = ${ctx.environmentId} and status = 'completed' and not dry_run and ${resource} = any(resources)
        and started_at is not null
      order by started_at desc
      limit 1`,
  )

export const insertBatch = (ctx: Ctx, run: Run, externalIds: string[]) =>
  ctx.db.run(sql`
    insert into shopify_run_batches (environment_id, run_id, resource, start_byte, external_ids)
    values (${ctx.environmentId}, ${run.id}, ${run.stage}, ${run.nextByte}, ${externalIds})
    on conflict (environment_id, run_id, resource, start_byte) do update
    set external_ids = shopify_run_batches.external_ids || excluded.external_ids`)

export const deleteBatches = (ctx: Ctx, run: Run) =>
  ctx.db.run(sql`
    delete from shopify_run_batches
    where environment_id = ${ctx.environmentId} and run_id = ${run.id} and resource = ${run.stage}`)

const MissingCount = Type.Object({ known: Type.Integer(), missing: Type.Integer() })

export const countMissing = (ctx: Ctx, run: Run) =>
  ctx.db.one(
    MissingCount,
    sql`
      with seen as materialized (
        select distinct unnest(external_ids) as external_id from shopify_run_batches
        where environment_id = ${ctx.environmentId} and run_id = ${run.id} and resource = ${run.stage}
      )
      select count(*) as known, count(*) filter (where seen.external_id is null) as missing
      from shopify_objects as object
      left join seen on seen.external_id = object.external_id
      where object.environment_id = ${ctx.environmentId} and object.resource = ${run.stage}`,
  )

const MissingObject = Type.Object({ externalId: Type.String(), localId: Type.String() })
export type MissingObject = Static<typeof MissingObject>

/** Those that this run has not dealt with yet. */
export const listMissing = (ctx: Ctx, run: Run, limit: number) =>
  ctx.db.rows(
    MissingObject,
    sql`
      with seen as materialized (
        select distinct unnest(external_ids) as external_id from shopify_run_batches
        where environment_id = ${ctx.environmentId} and run_id = ${run.id} and resource = ${run.stage}
      )
      select object.external_id, object.local_id
      from shopify_objects as object
      left join seen on seen.external_id = object.external_id
      where object.environment_id = ${ctx.environmentId} and object.resource = ${run.stage} and seen.external_id is null
        and not exists (
          select from shopify_run_items as item
          where item.environment_id = ${ctx.environmentId} and item.run_id = ${run.id} and item.resource = ${run.stage}
            and item.external_id = object.external_id
        )
      order by object.external_id
      limit ${limit}`,
  )

export const upsertItems = (ctx: Ctx, run: Run, outcomes: ObjectOutcome[]) =>
  ctx.db.run(sql`
    insert into shopify_run_items (environment_id, id, run_id, resource, external_id, local_id, outcome, title, changes, error)
    select ${ctx.environmentId}, id, ${run.id}, ${run.stage}, external_id, local_id, outcome, title, changes, error
    from jsonb_to_recordset(${JSON.stringify(outcomes.map(toItemRow))}::jsonb) as input (id text, external_id text,
      local_id text, outcome text, title text, changes json, error text)
    on conflict (environment_id, run_id, resource, external_id) do update set local_id = excluded.local_id,
      outcome = excluded.outcome, title = excluded.title, changes = excluded.changes, error = excluded.error`)

const toItemRow = ({ externalId, localId = null, outcome, title = null, changes = [], error = null }: ItemFields) => ({
  id: newId('syi'),
  external_id: externalId,
  local_id: localId,
  outcome,
  title,
  changes,
  error,
})

type ItemFields = Omit<ObjectOutcome, 'error'> & { error?: string | null }

const ItemCount = Type.Object({ count: Type.Integer() })

export const countItems = async (ctx: Ctx, run: Run): Promise<number> =>
  (
    await ctx.db.one(
      ItemCount,
      sql`
        select count(*) as count from shopify_run_items
        where environment_id = ${ctx.environmentId} and run_id = ${run.id} and resource = ${run.stage}
          and outcome in ('created', 'updated', 'failed')`,
    )
  ).count

const PendingItem = Type.Object({ externalId: Type.String() })

export const listPendingItems = (ctx: Ctx, run: Run, limit: number) =>
  ctx.db.rows(
    PendingItem,
    sql`
      select external_id from shopify_run_items
      where environment_id = ${ctx.environmentId} and run_id = ${run.id} and resource = ${run.stage} and outcome = 'pending'
      order by id
      limit ${limit}`,
  )

export const deletePendingItems = (ctx: Ctx, run: Run, externalIds: string[]) =>
  ctx.db.run(sql`
    delete from shopify_run_items
    where environment_id = ${ctx.environmentId} and run_id = ${run.id} and resource = ${run.stage}
      and external_id = any(${externalIds}) and outcome = 'pending'`)

export const listItems = (
  ctx: Ctx,
  runId: string,
  { before, take }: Keyset,
  { resource, outcome }: ShopifySyncChangesQuery,
) =>
  ctx.db.rows(
    ShopifySyncChange,
    sql`
      select id, resource, external_id, local_id, outcome, title, changes, error from shopify_run_items
      where environment_id = ${ctx.environmentId} and run_id = ${runId} and id < ${before} and outcome <> 'pending'
        and (${resource ?? null}::text is null or resource = ${resource ?? null})
        and (${outcome ?? null}::text is null or outcome = ${outcome ?? null})
      order by id desc
      limit ${take}`,
  )

/** The first sync of a shop may have as many as the shop has products, customers and orders. */
export const deleteOldItems = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from shopify_run_items where (environment_id, id) in (
      select item.environment_id, item.id
      from shopify_runs as run
      join shopify_run_items as item on item.environment_id = run.environment_id and item.run_id = run.id
      where run.created_at < ${before} and run.status not in ('queued', 'running')
      limit ${limit}
    )`)

export const deleteOldRuns = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from shopify_runs where (environment_id, id) in (
      select environment_id, id from shopify_runs
      where created_at < ${before} and status not in ('queued', 'running')
      order by created_at
      limit ${limit}
    )`)
