import { unavailable } from './errors.ts'

/** A response that arrived while this process was busy counts as in time: it is read before the timeout fires. */
export async function withTimeout<Result>(promise: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    const onTimeout = () => reject(unavailable(new Error(`no response within ${timeoutMs} ms`)))
    timer = setTimeout(() => setImmediate(onTimeout), timeoutMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
