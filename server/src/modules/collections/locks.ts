import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/**
 * Prevents a write skew between rule changes and membership syncs: one reading products that the other is changing, the
 * other reading rules that the first is changing, and neither correcting the result. Syncs share the lock; a rule
 * change takes it exclusively, until the transaction ends. Data guarded by it must be read in a later statement than
 * the one that takes it.
 *
 * The lock order is products, rules, collections. Handles of collections are claimed under this lock too.
 */
export const lockRules = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock(53020014, hashtext(${ctx.environmentId}))`)

export const lockRulesShared = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock_shared(53020014, hashtext(${ctx.environmentId}))`)
