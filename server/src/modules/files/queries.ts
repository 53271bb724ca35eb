import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Uuid } from '../../kit/schema.ts'

const NameRow = Type.Object({ name: Type.String() })
const FileRef = Type.Object({ environmentId: Uuid, name: Type.String() })
export type FileRef = { environmentId: string; name: string }

export interface FileRow {
  name: string
  sizeBytes: number
  width: number
  height: number
  /** Its name in the media library. Omitted: an existing one stays. */
  title?: string | null | undefined
}

/** For an existing file, only restarts its unused period. */
export const insertPendingFile = (ctx: Ctx, { name, sizeBytes, width, height, title = null }: FileRow) =>
  ctx.db.run(sql`
    insert into files as existing (environment_id, name, size_bytes, width, height, title, is_stored, unused_since, created_at)
    values (${ctx.environmentId}, ${name}, ${sizeBytes}, ${width}, ${height}, ${title}, false, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, name) do update
    set unused_since = case when existing.unused_since is null then null else excluded.unused_since end,
      title = coalesce(excluded.title, existing.title)`)

export const markFileStored = (ctx: Ctx, name: string) =>
  ctx.db.run(sql`update files set is_stored = true where environment_id = ${ctx.environmentId} and name = ${name}`)

const TotalRow = Type.Object({ sizeBytes: Type.Integer() })

export const sumOtherSizes = (ctx: Ctx, exceptName: string) =>
  ctx.db.one(
    TotalRow,
    sql`
      select coalesce(sum(size_bytes), 0)::bigint as size_bytes from files
      where environment_id = ${ctx.environmentId} and name <> ${exceptName}`,
  )

/** Returns the existing files, which can't be removed until the transaction ends. */
export const lockStoredFiles = (ctx: Ctx, names: string[]) =>
  ctx.db.rows(
    NameRow,
    sql`
      select name from files
      where environment_id = ${ctx.environmentId} and name = any(${names}) and is_stored
      for share`,
  )

export const listUnusedFiles = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.rows(
    FileRef,
    sql`
      /* all environments: maintenance of the installation */
      select environment_id, name from files
      where unused_since < ${before}
      order by unused_since
      limit ${limit}`,
  )

/**
 * Locking and `retireFile` are two statements: the check for product images must run after the row is locked, or it
 * misses a product saved concurrently.
 */
export const lockUnusedFile = (ctx: SystemCtx, { environmentId, name }: FileRef, before: Date) =>
  ctx.db.row(
    NameRow,
    sql`
      select name from files
      where environment_id = ${environmentId} and name = ${name} and unused_since < ${before}
      for update`,
  )

export const retireFile = (ctx: SystemCtx, { environmentId, name }: FileRef) =>
  ctx.db.run(sql`
    update files set is_stored = false
    where environment_id = ${environmentId} and name = ${name} and not exists (
      select from product_images where environment_id = ${environmentId} and file_name = ${name}
    )`)

/** Undefined when the file was uploaded again in the meantime. */
export const lockRetiredFile = (ctx: SystemCtx, { environmentId, name }: FileRef, before: Date) =>
  ctx.db.row(
    NameRow,
    sql`
      select name from files
      where environment_id = ${environmentId} and name = ${name} and not is_stored and unused_since < ${before}
      for update`,
  )

export const deleteFile = (ctx: SystemCtx, { environmentId, name }: FileRef) =>
  ctx.db.run(sql`delete from files where environment_id = ${environmentId} and name = ${name}`)
