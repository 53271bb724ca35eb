import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { networkOf } from '../kit/client-network.ts'
import { AppError } from '../kit/errors.ts'

/** One thread hashes, so more at once would only take the time of other requests. */
const MAX_RUNNING = 2
const MAX_OPEN = 24
/** So that whoever sends many leaves room for others. */
const MAX_OPEN_PER_CLIENT = 16
const RETRY_AFTER_SECONDS = 2
const REFUSAL_MS = 1000
const MAX_REFUSED = 1000

const open = new Map<string, number>()
const queue: (() => void)[] = []
let total = 0
let running = 0
/** Whose refusal is on its way. */
let refused = 0

/** A password takes a tenth of a second of a CPU to hash, so only so many requests may bring one at a time. */
export function boundPasswords(route: RouteOptions): void {
  if (!/"\w*password":/i.test(JSON.stringify(route.schema?.body ?? {}))) return
  const { handler } = route
  route.handler = async function bounded(request, reply) {
    const leave = await enter(request)
    try {
      return await handler.call(this, request, reply)
    } finally {
      leave()
    }
  }
}

/** Waits for a turn, and answers how to end it. */
async function enter({ ip, raw }: FastifyRequest): Promise<() => void> {
  const client = networkOf(ip)
  const own = open.get(client) ?? 0
  if (total >= MAX_OPEN || own >= MAX_OPEN_PER_CLIENT) throw await busy()
  total += 1
  open.set(client, own + 1)
  if (running < MAX_RUNNING) running += 1
  else await new Promise<void>((resolve) => queue.push(resolve))
  const leave = () => {
    total -= 1
    const left = (open.get(client) ?? 1) - 1
    if (left === 0) open.delete(client)
    else open.set(client, left)
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
  if (!raw.socket.destroyed) return leave
  leave()
  throw new AppError('unavailable', 'The client has gone.')
}

/** Answered at once, whoever tries in a loop would be back at once. */
async function busy(): Promise<AppError> {
  if (refused < MAX_REFUSED) {
    refused += 1
    await sleep(REFUSAL_MS)
    refused -= 1
  }
  return new AppError('unavailable', 'Too many people are signing in right now. Try again in a few seconds.', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}
