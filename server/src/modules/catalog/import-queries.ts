import { type Static, Type } from 'typebox'
import type { Caller, Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf } from '../../kit/schema.ts'
import {
  Import,
  type ImportFault,
  type ImportQuery,
  ImportSummary,
  type ImportWarning,
  ON_ERROR,
} from './import-schemas.ts'

export const insertImport = (ctx: Ctx, id: string, file: Buffer, { onError, dryRun }: ImportQuery) =>
  ctx.db.run(sql`
    insert into imports (environment_id, id, status, on_error, dry_run, file, size_bytes, caller, created_at)
    values (${ctx.environmentId}, ${id}, 'queued', ${onError ?? 'keep-good'}, ${dryRun ?? false}, ${file}, ${file.length},
      ${JSON.stringify(ctx.caller)}, ${ctx.now})`)

export const findImport = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Import,
    sql`
      select id, status, on_error, dry_run, size_bytes, json_build_object('done', rows_done, 'total', rows_total) as rows,
        json_build_object('created', created, 'updated', updated, 'unchanged', unchanged, 'failed', failed) as counts,
        error_count, errors, error_count > jsonb_array_length(errors) as errors_cut, warnings, created_at, started_at, finished_at
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

const Order = Type.Object({
  id: Id('imp'),
  onError: OneOf(ON_ERROR),
  dryRun: Type.Boolean(),
  file: Type.Unsafe<Buffer>({}),
  stepsDone: Type.Integer(),
  errorCount: Type.Integer(),
  attempts: Type.Integer(),
  /** Who sent the file; null for files sent before this was stored. */
  caller: Nullable(Type.Unsafe<Caller>({ type: 'object' })),
})
export type Order = Static<typeof Order>

/** Nothing when it has ended already. */
export const takeUpImport = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Order,
    sql`
      update imports set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${ctx.now})
      where environment_id = ${ctx.environmentId} and id = ${id} and file is not null
      returning id, on_error, dry_run, file, steps_done, error_count, attempts, caller`,
  )

export const noteFile = (ctx: Ctx, id: string, total: number, warnings: ImportWarning[]) =>
  ctx.db.run(sql`
    update imports set rows_total = ${total}, warnings = ${JSON.stringify(warnings)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Only for who looks; what counts is written with the products. */
export const noteRows = (ctx: Ctx, id: string, done: number) =>
  ctx.db.run(sql`
    update imports set rows_done = ${done} where environment_id = ${ctx.environmentId} and id = ${id} and file is not null`)

export interface Progress {
  steps: number
  rows: number
  created: number
  updated: number
  unchanged: number
  failed: number
  errorCount: number
  /** So many as still have room in the list. */
  errors: ImportFault[]
}

/** No rows when somebody else has come further: then this is the second worker on it, and must stop. */
export const advanceImport = (ctx: Ctx, id: string, from: number, progress: Progress) =>
  ctx.db.run(sql`
    update imports set steps_done = steps_done + ${progress.steps}::int, rows_done = rows_done + ${progress.rows}::int,
      created = created + ${progress.created}::int, updated = updated + ${progress.updated}::int,
      unchanged = unchanged + ${progress.unchanged}::int, failed = failed + ${progress.failed}::int,
      error_count = error_count + ${progress.errorCount}::int, errors = errors || ${JSON.stringify(progress.errors)}::jsonb
    where environment_id = ${ctx.environmentId} and id = ${id} and steps_done = ${from} and file is not null`)

/** The file has done its duty; the report stays. */
export const finishImport = (ctx: Ctx, id: string, status: 'done' | 'failed') =>
  ctx.db.run(sql`
    update imports set status = ${status}, file = null, finished_at = greatest(${ctx.now}, clock_timestamp()),
      rows_done = coalesce(rows_total, 0),
      errors = (select coalesce(jsonb_agg(error order by (error ->> 'row')::int), '[]') from jsonb_array_elements(errors) as error)
    where environment_id = ${ctx.environmentId} and id = ${id} and file is not null`)
