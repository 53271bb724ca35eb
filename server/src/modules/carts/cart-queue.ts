const queues = new Map<string, Promise<unknown>>()

/**
 * Work on one thing, in the order in which it came, within this process. Without it buyers who press a button five times
 * would read the same version five times, and four would begin again. Other processes are met by the version.
 */
export function runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const previous = queues.get(key)
  const current = previous ? previous.then(work, work) : work()
  queues.set(key, current)
  const leave = () => {
    if (queues.get(key) === current) queues.delete(key)
  }
  current.then(leave, leave)
  return current
}
