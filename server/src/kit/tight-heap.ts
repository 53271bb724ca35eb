import { setFlagsFromString } from 'node:v8'

/** How much the old part of the heap may grow until it is collected again; V8 allows more than 200 %. */
const GROWTH_PERCENT = 50
/** Zero is V8's own choice. */
const setGrowth = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)
const KEEP_MS = 60_000

let timer: NodeJS.Timeout | undefined

/**
 * For the next minute. Call it again and again during work that produces garbage for long, such as the import of a shop:
 * V8 lets the heap grow to more than three times of what is in use before it collects what outlived a few milliseconds,
 * and so a server that needs eighty megabytes takes half a gigabyte. V8 reads this setting whenever it has collected, so
 * it can change at any time.
 */
export function keepHeapTight(): void {
  if (timer) return void timer.refresh()
  setGrowth(GROWTH_PERCENT)
  timer = setTimeout(() => {
    timer = undefined
    setGrowth(0)
  }, KEEP_MS).unref()
}
