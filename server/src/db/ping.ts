import { Type } from 'typebox'
import type { Db } from './database.ts'
import { sql } from './sql.ts'

export async function pingDatabase(db: Db): Promise<{ ok: boolean }> {
  await db.row(Type.Object({ one: Type.Integer() }), sql`select 1 as one`)
  return { ok: true }
}
