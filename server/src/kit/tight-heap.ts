import { setFlagsFromString } from 'node:v8'

/** How much the old part of the heap may grow until it is collected again; V8 allows more than 200 %. */
const GROWTH_PERCENT = 50

let running = 0

/**
 * For work that produces garbage for minutes, such as the import of a shop. V8 lets the heap grow to more than three
 * times of what is in use before it collects what outlived a few milliseconds, and never returns most of it: half a
 * gigabyte for a server that needs eighty megabytes. V8 reads this setting after each collection, so it can change at
 * any time.
 */
export async function withTightHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running++ === 0) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  try {
    return await work()
  } finally {
    // Zero is V8's own choice.
    if (--running === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
