import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { AppError, tooManyRequests } from '../../kit/errors.ts'
import { Timestamp } from '../../kit/schema.ts'

const LIMIT = 5
const WINDOW_MS = 15 * 60_000

/** Does the work unless one of the names has had five refusals; `onLockOut` is told, in a transaction, when that begins. */
export async function attempt<Result>(
  ctx: SystemCtx,
  names: string[],
  work: () => Promise<Result>,
  onLockOut?: (ctx: SystemCtx) => Promise<unknown>,
): Promise<Result> {
  const hashes = names.map(hashOf)
  await begin(ctx, hashes, onLockOut)
  try {
    const result = await work()
    await takeBack(ctx, hashes)
    return result
  } catch (error) {
    // A fault of ours says nothing about who has asked.
    if (!(error instanceof AppError) || error.status >= 500) await takeBack(ctx, hashes)
    throw error
  }
}

/** For what is limited however it ends. */
export const spend = (ctx: SystemCtx, names: string[]): Promise<void> => begin(ctx, names.map(hashOf))

export const forget = (ctx: SystemCtx, name: string) =>
  ctx.db.run(sql`delete from sign_in_guesses where name_hash = ${hashOf(name)}`)

export const forgetOldGuesses = (ctx: SystemCtx) =>
  ctx.db.run(sql`delete from sign_in_guesses where ends_at < ${ctx.now}`)

/** Counts before it is known how it ends: of any number of attempts at the same moment, on any server, five get through. */
async function begin(
  ctx: SystemCtx,
  hashes: Buffer[],
  onLockOut?: (ctx: SystemCtx) => Promise<unknown>,
): Promise<void> {
  const full = await transaction(ctx, async (ctx) => {
    const windows = await openWindows(ctx, hashes, new Date(ctx.now.getTime() + WINDOW_MS))
    const full = windows.filter(({ count }) => count >= LIMIT)
    if (full.length === 0) await count(ctx, hashes)
    else if (full.some(({ told }) => !told)) {
      await markTold(ctx, hashes)
      await onLockOut?.(ctx)
    }
    return full
  })
  if (full.length === 0) return
  throw tooManyRequests((Math.max(...full.map(({ endsAt }) => Date.parse(endsAt))) - ctx.now.getTime()) / 1000)
}

const hashOf = (name: string) => createHash('sha256').update(name).digest()

const Window = Type.Object({ count: Type.Integer(), endsAt: Timestamp, told: Type.Boolean() })

/** Holds them until the transaction ends; in one order, so that two never wait for each other. */
const openWindows = (ctx: SystemCtx, hashes: Buffer[], endsAt: Date) =>
  ctx.db.rows(
    Window,
    sql`
      insert into sign_in_guesses as known (name_hash, count, ends_at)
      select name_hash, 0, ${endsAt} from unnest(${hashes}::bytea[]) as name_hash order by name_hash
      on conflict (name_hash) do update set
        count = case when known.ends_at > ${ctx.now} then known.count else 0 end,
        told = known.told and known.ends_at > ${ctx.now},
        ends_at = case when known.ends_at > ${ctx.now} then known.ends_at else excluded.ends_at end
      returning count, ends_at, told`,
  )

const count = (ctx: SystemCtx, hashes: Buffer[]) =>
  ctx.db.run(sql`update sign_in_guesses set count = count + 1 where name_hash = any(${hashes}::bytea[])`)

const markTold = (ctx: SystemCtx, hashes: Buffer[]) =>
  ctx.db.run(sql`
    update sign_in_guesses set told = true where name_hash = any(${hashes}::bytea[]) and count >= ${LIMIT}::int`)

const takeBack = (ctx: SystemCtx, hashes: Buffer[]) =>
  ctx.db.run(sql`
    with held as (
      select name_hash from sign_in_guesses where name_hash = any(${hashes}::bytea[]) order by name_hash for update
    )
    update sign_in_guesses set count = count - 1 from held where sign_in_guesses.name_hash = held.name_hash and count > 0`)
