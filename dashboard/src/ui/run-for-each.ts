import { ApiError } from '../api.ts'

/** Few at a time: the server's limits are for all of the member's requests. */
const CONCURRENCY = 3
const MAX_WAITS = 5

/** Runs all, whatever fails, and returns what failed. After a 429 it waits as long as the server asks. */
export async function runForEach<Item>(
  items: Item[],
  run: (item: Item) => Promise<unknown>,
  wait: (seconds: number) => Promise<unknown> = (seconds) =>
    new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
): Promise<Map<Item, Error>> {
  const failures = new Map<Item, Error>()
  const queue = [...items]
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const error = await attempt(item, run, wait)
      if (error) failures.set(item, error)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return failures
}

async function attempt<Item>(
  item: Item,
  run: (item: Item) => Promise<unknown>,
  wait: (seconds: number) => Promise<unknown>,
): Promise<Error | undefined> {
  for (let waits = 0; ; waits += 1) {
    try {
      await run(item)
      return undefined
    } catch (error) {
      const retryAfter = error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined
      if (retryAfter === undefined || waits >= MAX_WAITS)
        return error instanceof Error ? error : new Error(String(error))
      await wait(retryAfter)
    }
  }
}
