import type { Ctx } from '../../ctx.ts'

/** By environment and cart id. */
const newCartQueues = () => new Map<string, Promise<unknown>>()

/**
 * Runs work on one cart in arrival order within this server. Without it, a buyer who presses a button five times
 * would read the same version five times and retry four. Conflicts with other servers are resolved by the version.
 */
export function runExclusive<Result>(ctx: Ctx, cartId: string, work: () => Promise<Result>): Promise<Result> {
  const queues = ctx.perServer(newCartQueues)
  const key = `${ctx.environmentId} ${cartId}`
  const previous = queues.get(key)
  const current = previous ? previous.then(work, work) : work()
  queues.set(key, current)
  const leave = () => {
    if (queues.get(key) === current) queues.delete(key)
  }
  current.then(leave, leave)
  return current
}
