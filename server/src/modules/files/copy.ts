import { buffer } from 'node:stream/consumers'
import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { toFileKey } from '../../kit/file-key.ts'
import { insertPendingFile, markFileStored } from './queries.ts'

const StoredFileRow = Type.Object({
  name: Type.String(),
  sizeBytes: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
})

/**
 * Copies images missing here from another environment, including their bytes. Not inside a transaction: the file store
 * may be slow.
 */
export async function copyFiles(ctx: Ctx, from: string): Promise<void> {
  for (const file of await listMissingFiles(ctx, from)) await copyFile(ctx, from, file)
}

async function copyFile(ctx: Ctx, from: string, file: Static<typeof StoredFileRow>): Promise<void> {
  const [theirs, ours] = [toFileKey(from, file.name), toFileKey(ctx.environmentId, file.name)]
  const source = theirs && (await ctx.files.open(theirs, ctx.signal))
  // The bytes are deleted before the row, so this file is being removed.
  if (!source || !ours) return
  const bytes = await buffer(source.bytes)
  await insertPendingFile(ctx, file)
  await ctx.files.put(ours, bytes, ctx.signal)
  await markFileStored(ctx, file.name)
}

const listMissingFiles = (ctx: Ctx, from: string) =>
  ctx.db.rows(
    StoredFileRow,
    sql`
      select name, size_bytes, width, height from files as theirs
      where theirs.environment_id = ${from} and theirs.is_stored and not exists (
        select from files as ours
        where ours.environment_id = ${ctx.environmentId} and ours.name = theirs.name and ours.is_stored
      )
      order by name`,
  )
