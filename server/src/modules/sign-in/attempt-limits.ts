import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { AppError, tooManyRequests } from '../../kit/errors.ts'
import { Timestamp } from '../../kit/schema.ts'

const WINDOW_MS = 15 * 60_000

export interface AttemptCounter {
  name: string
  /** Maximum failures within the window; the next attempt is rejected. */
  limit: number
  /** A new password of this account resets the counter. */
  account?: string
}

export interface AttemptLimits {
  counters: AttemptCounter[]
  lockout?: {
    account: string
    /** Called in a transaction when an attempt is rejected, once per account and window. */
    notify: (ctx: SystemCtx) => Promise<unknown>
  }
}

/** Runs the work unless one of the counters is full. Only failures count. */
export async function withAttemptLimits<Result>(
  ctx: SystemCtx,
  limits: AttemptLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  await consumeAttempt(ctx, limits)
  const hashes = limits.counters.map(({ name }) => hashOf(name))
  try {
    const result = await work()
    await decrementCounters(ctx, hashes)
    return result
  } catch (error) {
    // A server error proves nothing about the caller.
    if (!(error instanceof AppError) || error.status >= 500) await decrementCounters(ctx, hashes)
    throw error
  }
}

/**
 * For attempts that count whatever their outcome. Counts before the outcome is known: of any number of concurrent
 * attempts, on any server, only `limit` get through.
 */
export async function consumeAttempt(ctx: SystemCtx, limits: AttemptLimits): Promise<void> {
  const full = await countUnlessFull(ctx, limits)
  if (full.length === 0) return
  throw tooManyRequests((Math.max(...full.map(({ endsAt }) => Date.parse(endsAt))) - ctx.now.getTime()) / 1000)
}

/** The same, for work that is skipped beyond the limit rather than rejected. */
export const tryConsumeAttempt = async (ctx: SystemCtx, counter: AttemptCounter): Promise<boolean> =>
  (await countUnlessFull(ctx, { counters: [counter] })).length === 0

export const resetCounter = (ctx: SystemCtx, name: string) =>
  ctx.db.run(sql`delete from sign_in_attempts where counter_hash = ${hashOf(name)}`)

/** Past guesses at the account, from anywhere, no longer lock its owner out. */
export const resetAccountCounters = (ctx: SystemCtx, account: string) =>
  ctx.db.run(sql`
    with locked as (
      select counter_hash from sign_in_attempts where account_hash = ${hashOf(account)} order by counter_hash for update
    )
    delete from sign_in_attempts using locked where sign_in_attempts.counter_hash = locked.counter_hash`)

/** Checked again: an attempt may have opened a new window in the meantime. */
export const deleteAttempts = (ctx: SystemCtx, limit: number) =>
  ctx.db.run(sql`
    delete from sign_in_attempts
    where ends_at < ${ctx.now} and counter_hash in (
      select counter_hash from sign_in_attempts where ends_at < ${ctx.now} order by ends_at limit ${limit}
    )`)

/** Returns the counters that are full. */
function countUnlessFull(ctx: SystemCtx, { counters, lockout }: AttemptLimits) {
  const limits = new Map(counters.map(({ name, limit }) => [hashOf(name).toString('hex'), limit]))
  return transaction(ctx, async (ctx) => {
    const windows = await openWindows(ctx, counters)
    const full = windows.filter(({ counterHash, count }) => count >= (limits.get(counterHash.toString('hex')) ?? 0))
    if (full.length === 0) await incrementCounters(ctx, counters)
    else if (lockout && (await isFirstNotice(ctx, lockout.account))) await lockout.notify(ctx)
    return full
  })
}

/** By account alone: an attacker with many networks must not fill the audit log. */
async function isFirstNotice(ctx: SystemCtx, account: string): Promise<boolean> {
  const notice = { name: `lock-out:${account}`, account }
  const [window] = await openWindows(ctx, [notice])
  if (window?.count !== 0) return false
  await incrementCounters(ctx, [notice])
  return true
}

const hashOf = (name: string) => createHash('sha256').update(name).digest()

const WindowRow = Type.Object({
  counterHash: Type.Unsafe<Buffer>({}),
  count: Type.Integer(),
  endsAt: Timestamp,
})

type CounterName = Pick<AttemptCounter, 'name' | 'account'>

/** Locks the counters until the transaction ends; in one order, so that two transactions never deadlock. */
const openWindows = (ctx: SystemCtx, counters: CounterName[]) =>
  ctx.db.rows(
    WindowRow,
    sql`
      insert into sign_in_attempts as existing (counter_hash, account_hash, count, ends_at)
      select counter_hash, account_hash, 0, ${new Date(ctx.now.getTime() + WINDOW_MS)}
      from unnest(
        ${counters.map(({ name }) => hashOf(name))}::bytea[],
        ${counters.map(({ account }) => (account === undefined ? null : hashOf(account)))}::bytea[]
      ) as counter (counter_hash, account_hash)
      order by counter_hash
      on conflict (counter_hash) do update set
        count = case when existing.ends_at > ${ctx.now} then existing.count else 0 end,
        ends_at = case when existing.ends_at > ${ctx.now} then existing.ends_at else excluded.ends_at end
      returning counter_hash, count, ends_at`,
  )

const incrementCounters = (ctx: SystemCtx, counters: CounterName[]) =>
  ctx.db.run(sql`
    update sign_in_attempts set count = count + 1
    where counter_hash = any(${counters.map(({ name }) => hashOf(name))}::bytea[])`)

const decrementCounters = (ctx: SystemCtx, hashes: Buffer[]) =>
  ctx.db.run(sql`
    with locked as (
      select counter_hash from sign_in_attempts where counter_hash = any(${hashes}::bytea[]) order by counter_hash for update
    )
    update sign_in_attempts set count = count - 1 from locked where sign_in_attempts.counter_hash = locked.counter_hash and count > 0`)
