const queues = new Map<string, Promise<unknown>>()

/**
 * Work on one thing, in the order in which it came, within this process. Without it buyers who press a button five times
 * would read the same version five times, and four would begin again. Other processes are met by the version.
 */
export function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = queues.get(key)
  const mine = before ? before.then(work, work) : work()
  queues.set(key, mine)
  const leave = () => {
    if (queues.get(key) === mine) queues.delete(key)
  }
  mine.then(leave, leave)
  return mine
}
