const queues = new Map<string, Promise<unknown>>()

/**
 * Runs work on one cart in arrival order within this process. Without it, a buyer who presses a button five times
 * would read the same version five times and retry four. Conflicts with other processes are resolved by the version.
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
