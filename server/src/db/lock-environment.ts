import type { Db } from './database.ts'
import { sql } from './sql.ts'

/**
 * Serializes changes of settings per environment, so that what was checked before a write still holds. Locks the
 * environment, because the first change has no row of its own yet.
 */
export const lockEnvironment = (ctx: { db: Db; environmentId: string }) =>
  ctx.db.defer(sql`select id from environments where id = ${ctx.environmentId} for no key update`)
