import { unavailable } from './errors.ts'

/** An answer that has come while this process was busy counts as in time: it is read before the time is called up. */
export async function inTime<Result>(answer: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(unavailable(new Error(`no answer within ${timeoutMs} ms`)))
    timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
