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

const FileName = Type.Object({ name: Type.String() })

/** Two statements: on a distributed database the two environments may be on different machines. */
async function listMissingFiles(ctx: Ctx, from: string): Promise<Static<typeof StoredFileRow>[]> {
  const own = await ctx.db.rows(
    FileName,
    sql`select name from files where environment_id = ${ctx.environmentId} and is_stored`,
  )
  const ownNames = new Set(own.map(({ name }) => name))
  const files = await ctx.db.rows(
    StoredFileRow,
    sql`
      select name, size_bytes, width, height, title from files
      where environment_id = ${from} and is_stored
      order by name`,
  )
  return files.filter(({ name }) => !ownNames.has(name))
}
