import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/**
 * Who changes rules and who places a product must not pass each other unseen: the one reading products that the other is
 * changing, the other reading rules that the one is changing, and neither putting right what the other has written. So
 * many may place at once, but nobody while rules change. The lock ends with the transaction; what it guards must be read by
 * a later statement than the one that takes it.
 *
 * Everybody takes locks in the same order: products, then this, then collections. Handles are given out under it too.
 */
export const lockRules = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock(53020014, hashtext(${ctx.environmentId}))`)

export const lockRulesShared = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock_shared(53020014, hashtext(${ctx.environmentId}))`)
