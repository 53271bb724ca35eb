import { AsyncLocalStorage } from 'node:async_hooks'
import type { RouteOptions } from 'fastify'
import { networkOf } from '../kit/client-network.ts'
import { AppError } from '../kit/errors.ts'

/** For whom a password is hashed, also where a library calls us back. */
const clients = new AsyncLocalStorage<string>()

const MAX_WAITING = 24
/** So that whoever sends many leaves room for others. */
const MAX_WAITING_PER_CLIENT = 8
const RETRY_AFTER_SECONDS = 2

const waiting = new Map<string, number>()
let total = 0

/** Wraps the handlers of routes that take a password: `boundedHash` then knows who has sent it. */
export function rememberClient(route: RouteOptions): void {
  if (!/"\w*password":/i.test(JSON.stringify(route.schema?.body ?? {}))) return
  const { handler } = route
  route.handler = function remembered(request, reply) {
    return clients.run(networkOf(request.ip), () => handler.call(this, request, reply))
  }
}

/**
 * A password takes a tenth of a second of a CPU to hash, so only so many may wait for it at a time. A client that goes away is
 * counted until its work is done.
 */
export async function boundedHash<Result>(work: () => Promise<Result>): Promise<Result> {
  const client = clients.getStore()
  // Nobody's request: the first start, or a test.
  if (client === undefined) return work()
  const own = waiting.get(client) ?? 0
  if (total >= MAX_WAITING || own >= MAX_WAITING_PER_CLIENT) throw busy()
  total += 1
  waiting.set(client, own + 1)
  try {
    return await work()
  } finally {
    total -= 1
    const left = (waiting.get(client) ?? 1) - 1
    if (left === 0) waiting.delete(client)
    else waiting.set(client, left)
  }
}

const busy = () =>
  new AppError('unavailable', 'Too many people are signing in right now. Try again in a few seconds.', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
