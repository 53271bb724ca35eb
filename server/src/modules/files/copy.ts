import { buffer } from 'node:stream/consumers'
import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { toFileKey } from '../../kit/file-key.ts'
import { Nullable } from '../../kit/schema.ts'
import { insertPendingFile, markFileStored } from './queries.ts'

const StoredFileRow = Type.Object({
  name: Type.String(),
  sizeBytes: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  title: Nullable(Type.String()),
})

/**
 * Copies images missing here from another environment, including their bytes. Not inside a transaction: the file store
 * may be slow.
 */
export async function copyFiles(ctx: Ctx, from: string): Promise<void> {
  for (const file of await listMissingFiles(ctx, from)) await copyFile(ctx, from, file)
}

async function copyFile(ctx: Ctx, from: string, file: Static<typeof StoredFileRow>): Promise<void> {
  const [sourceKey, targetKey] = [toFileKey(from, file.name), toFileKey(ctx.environmentId, file.name)]
  const source = sourceKey && (await ctx.files.open(sourceKey, ctx.signal))
  // The bytes are deleted before the row, so this file is being removed.
  if (!source || !targetKey) return
  const bytes = await buffer(source.bytes)
  await insertPendingFile(ctx, file)
  await ctx.files.put(targetKey, bytes, ctx.signal)
  await markFileStored(ctx, file.name)
}

const listMissingFiles = (ctx: Ctx, from: string) =>
  ctx.db.rows(
    StoredFileRow,
    sql`
      select name, size_bytes, width, height, title from files as source_file
      where source_file.environment_id = ${from} and source_file.is_stored and not exists (
        select from files as own_file
        where own_file.environment_id = ${ctx.environmentId} and own_file.name = source_file.name and own_file.is_stored
      )
      order by name`,
  )
