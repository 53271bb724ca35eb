import { buffer } from 'node:stream/consumers'
import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { findFileKey } from '../../kit/file-key.ts'
import { beginFile, finishFile } from './queries.ts'

const Row = Type.Object({
  name: Type.String(),
  sizeBytes: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
})

/** The images of another environment that are not here yet, bytes and all. Not inside a transaction: the store may be far. */
export async function copyFiles(ctx: Ctx, from: string): Promise<void> {
  for (const file of await listMissing(ctx, from)) await copyFile(ctx, from, file)
}

async function copyFile(ctx: Ctx, from: string, file: Static<typeof Row>): Promise<void> {
  const [theirs, ours] = [findFileKey(from, file.name), findFileKey(ctx.environmentId, file.name)]
  const found = theirs && (await ctx.files.open(theirs, ctx.signal))
  // Its row goes after its bytes: it is being removed.
  if (!found || !ours) return
  const bytes = await buffer(found.bytes)
  await beginFile(ctx, file)
  await ctx.files.put(ours, bytes, ctx.signal)
  await finishFile(ctx, file.name)
}

const listMissing = (ctx: Ctx, from: string) =>
  ctx.db.rows(
    Row,
    sql`
      select name, size_bytes, width, height from files as theirs
      where theirs.environment_id = ${from} and theirs.is_kept and not exists (
        select from files as ours
        where ours.environment_id = ${ctx.environmentId} and ours.name = theirs.name and ours.is_kept
      )
      order by name`,
  )
