import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { networkOf } from '../../kit/client-network.ts'
import { AppError } from '../../kit/errors.ts'

/** One thread hashes, so more at once would only take CPU time from other requests. */
const MAX_RUNNING = 2
const MAX_CONCURRENT = 24
/** One busy client leaves room for others. */
const MAX_CONCURRENT_PER_CLIENT = 16
const RETRY_AFTER_SECONDS = 2
const REJECTION_DELAY_MS = 1000
const MAX_DELAYED_REJECTIONS = 1000

/** Hashing a password takes 0.1 s of CPU, so only a limited number of requests may bring one at a time. */
export function newPasswordLimit(): (route: RouteOptions) => void {
  const acquireSlot = newSlots()
  return (route) => {
    if (!/"\w*password":/i.test(JSON.stringify(route.schema?.body ?? {}))) return
    const { handler } = route
    route.handler = async function bounded(request, reply) {
      const release = await acquireSlot(request)
      try {
        return await handler.call(this, request, reply)
      } finally {
        release()
      }
    }
  }
}

/** The result waits for a slot and returns its release function. */
function newSlots(): (request: FastifyRequest) => Promise<() => void> {
  const concurrentByClient = new Map<string, number>()
  const queue: (() => void)[] = []
  let concurrent = 0
  let running = 0
  /** Rejections currently being delayed. */
  let delayedRejections = 0

  return async ({ ip, raw }) => {
    const client = networkOf(ip)
    const ownCount = concurrentByClient.get(client) ?? 0
    if (concurrent >= MAX_CONCURRENT || ownCount >= MAX_CONCURRENT_PER_CLIENT) throw await tooBusyError()
    concurrent += 1
    concurrentByClient.set(client, ownCount + 1)
    if (running < MAX_RUNNING) running += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    const release = () => {
      concurrent -= 1
      const remaining = (concurrentByClient.get(client) ?? 1) - 1
      if (remaining === 0) concurrentByClient.delete(client)
      else concurrentByClient.set(client, remaining)
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
    if (!raw.socket.destroyed) return release
    release()
    throw new AppError('unavailable', 'The client disconnected.')
  }

  /** With an immediate rejection, a client that retries in a loop would be back at once. */
  async function tooBusyError(): Promise<AppError> {
    if (delayedRejections < MAX_DELAYED_REJECTIONS) {
      delayedRejections += 1
      await sleep(REJECTION_DELAY_MS)
      delayedRejections -= 1
    }
    return new AppError('unavailable', 'Too many people are signing in right now. Try again in a few seconds.', {
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    })
  }
}
