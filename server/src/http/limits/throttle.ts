import { networkOf } from '../../kit/client-network.ts'
import { evictOldest } from './evict-oldest.ts'

interface Client {
  /** Rejections, decaying every second. */
  level: number
  levelMs: number
  waiting: (() => void)[]
}

export interface Throttle {
  recordRejection(ip: string): void
  /** True when nobody is throttled, which is nearly always: then no address needs to be parsed. */
  isIdle(): boolean
  /** `now`: proceed. `later`: `begin` will be called. `full`: too many are waiting already. */
  schedule(ip: string, begin: () => void): 'now' | 'later' | 'full'
}

interface Options {
  /** Rejections a client may have at once before it is throttled. */
  burst: number
  /** Requests of a throttled client. */
  perSecond: number
}

const DECAY_PER_SECOND = 10
const TICK_MS = 10
const MAX_WAITING = 2000
const MAX_CLIENTS = 10_000

/**
 * A rejection is cheap but not free: a client that ignores 429 could send ten thousand requests a second and use up
 * the CPU. A client with hundreds of rejections is throttled until some seconds after it stops.
 */
export function openThrottle({ burst, perSecond }: Options): Throttle {
  const clients = new Map<string, Client>()
  /** Clients with waiting requests. */
  const throttled = new Set<Client>()
  const perTick = Math.max(1, Math.round((perSecond * TICK_MS) / 1000))
  let throttledUntilMs = 0
  let ticking: NodeJS.Timeout | undefined

  function levelOf(client: Client): number {
    const nowMs = performance.now()
    client.level = Math.max(0, client.level - ((nowMs - client.levelMs) / 1000) * DECAY_PER_SECOND)
    client.levelMs = nowMs
    return client.level
  }

  function tick(): void {
    for (const client of throttled) {
      for (const begin of client.waiting.splice(0, perTick)) begin()
      if (client.waiting.length === 0) throttled.delete(client)
    }
    if (throttled.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }

  return {
    isIdle: () => throttledUntilMs < performance.now(),
    recordRejection(ip) {
      const network = networkOf(ip)
      const client = clients.get(network) ?? { level: 0, levelMs: performance.now(), waiting: [] }
      if (!clients.has(network)) {
        if (clients.size >= MAX_CLIENTS) evictOldest(clients)
        clients.set(network, client)
      }
      // Capped, so that throttling ends soon after the last rejection.
      client.level = Math.min(2 * burst, levelOf(client) + 1)
      const excess = client.level - burst
      if (excess > 0) {
        throttledUntilMs = Math.max(throttledUntilMs, performance.now() + (excess / DECAY_PER_SECOND) * 1000)
      }
    },
    schedule(ip, begin) {
      const client = clients.get(networkOf(ip))
      if (!client || (levelOf(client) <= burst && client.waiting.length === 0)) return 'now'
      if (client.waiting.length >= MAX_WAITING) return 'full'
      client.waiting.push(begin)
      throttled.add(client)
      ticking ??= setInterval(tick, TICK_MS)
      return 'later'
    },
  }
}
