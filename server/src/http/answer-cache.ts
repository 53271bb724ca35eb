import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The bytes of an answer that was made before, and what they are called. */
export interface KeptAnswer {
  body: Buffer
  etag: string
}

/** One that storefronts may have without a key, and the route that it is of. */
export interface OpenAnswer extends KeptAnswer {
  route: string
}

interface Entry extends OpenAnswer {
  isOpen: boolean
  environment: Known
  url: string
  sizeBytes: number
  expiresMs: number
  /** Asked for since somebody last looked for what can go. */
  used: boolean
}

/** What is known of one environment. Made anew when anything in it changes, so that what was begun before can't be kept after. */
interface Known {
  entries: Map<string, Entry>
  flights: Map<string, Promise<KeptAnswer>>
  /** When something goes on show or off it next, in milliseconds. */
  changesMs: Promise<number> | undefined
}

export interface AnswerCache {
  /** At once, from memory: it is asked before the request is counted, since in some classes what it answers does not count. */
  find(request: FastifyRequest, environmentId: string): KeptAnswer | undefined
  /** The same for a request that nobody has looked at yet: only what storefronts may have, by the address as it came. */
  findOpen(url: string, environmentId: string): OpenAnswer | undefined
  /**
   * Of many that ask the same at once, one makes the answer and the others wait for it; it is kept unless the environment has
   * changed meanwhile. `nextChange` says until when it holds, should it end by itself.
   */
  make(
    request: FastifyRequest,
    environmentId: string,
    work: () => Promise<Buffer>,
    nextChange?: () => Promise<Date | null>,
  ): Promise<KeptAnswer>
  forget(environmentId: string): void
  /** While nobody hears what other servers change, nothing is kept. */
  setDeaf(isDeaf: boolean): void
  figures(): { hits: number; misses: number; bytes: number }
}

interface Options {
  clock: () => Date
  maxBytes?: number
}

/** What the maps around an answer hold, measured with 100,000 empty ones. */
const OVERHEAD_BYTES = 600
const LARGEST_SHARE = 1 / 16
/** Should an announcement be lost in a way that nobody foresaw, it is forgiven by then. */
const LONGEST_MS = 5 * 60_000

export function openAnswerCache({ clock, maxBytes = 64 * 1024 * 1024 }: Options): AnswerCache {
  let environments = new Map<string, Known>()
  /** All entries in the order in which they are looked at when room is needed. */
  let queue = new Set<Entry>()
  let bytes = 0
  let deaf = false
  let [hits, misses] = [0, 0]

  const know = (id: string): Known => {
    const known = environments.get(id)
    if (known) return known
    const fresh: Known = { entries: new Map(), flights: new Map(), changesMs: undefined }
    environments.set(id, fresh)
    return fresh
  }

  const drop = (entry: Entry): void => {
    if (!queue.delete(entry)) return
    bytes -= entry.sizeBytes
    entry.environment.entries.delete(entry.url)
  }

  /** Who was asked for lately gets another round; the others go. */
  const makeRoom = (): void => {
    for (const entry of queue) {
      if (bytes <= maxBytes) return
      if (!entry.used) {
        drop(entry)
        continue
      }
      entry.used = false
      queue.delete(entry)
      queue.add(entry)
    }
  }

  const keep = (
    environmentId: string,
    known: Known,
    request: FastifyRequest,
    answer: KeptAnswer,
    expiresMs: number,
  ): void => {
    const url = keyOf(request)
    const { config, url: route = '' } = request.routeOptions
    const sizeBytes = answer.body.length + 2 * url.length + OVERHEAD_BYTES
    // Somebody has changed something since the answer was begun, or it would push out too much.
    if (deaf || environments.get(environmentId) !== known || sizeBytes > maxBytes * LARGEST_SHARE) return
    const before = known.entries.get(url)
    if (before) drop(before)
    const isOpen = config.access === 'storefront'
    const entry = { ...answer, isOpen, route, environment: known, url, sizeBytes, expiresMs, used: false }
    known.entries.set(url, entry)
    queue.add(entry)
    bytes += sizeBytes
    if (bytes > maxBytes) makeRoom()
  }

  const changesAt = async (known: Known, nextChange: () => Promise<Date | null>): Promise<number> => {
    const soonest = await known.changesMs
    if (soonest !== undefined && soonest > clock().getTime()) return soonest
    known.changesMs = nextChange().then((date) => date?.getTime() ?? Number.POSITIVE_INFINITY)
    // Who comes next asks again.
    known.changesMs.catch(() => {
      known.changesMs = undefined
    })
    return known.changesMs
  }

  const look = (url: string, environmentId: string): Entry | undefined => {
    const entry = environments.get(environmentId)?.entries.get(url)
    return entry && entry.expiresMs > clock().getTime() ? entry : undefined
  }

  const use = (entry: Entry): Entry => {
    entry.used = true
    hits += 1
    return entry
  }

  return {
    find(request, environmentId) {
      const entry = look(keyOf(request), environmentId)
      return entry && use(entry)
    },
    findOpen(url, environmentId) {
      const entry = look(url, environmentId)
      return entry?.isOpen ? use(entry) : undefined
    },
    async make(request, environmentId, work, nextChange) {
      misses += 1
      const url = keyOf(request)
      for (;;) {
        const known = know(environmentId)
        const flight = known.flights.get(url)
        if (!flight) {
          const own = fly(known)
          known.flights.set(url, own)
          own.finally(() => known.flights.delete(url)).catch(() => {})
          return own
        }
        // Its failure may be its own affair, such as a caller who has gone: then the next in line tries.
        const answer = await flight.catch(() => undefined)
        if (answer) return answer
      }

      async function fly(known: Known): Promise<KeptAnswer> {
        const startedMs = clock().getTime()
        const until = nextChange ? await changesAt(known, nextChange) : Number.POSITIVE_INFINITY
        const body = await work()
        const answer = { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
        keep(environmentId, known, request, answer, Math.min(until, startedMs + LONGEST_MS))
        return answer
      }
    },
    forget(environmentId) {
      for (const entry of environments.get(environmentId)?.entries.values() ?? []) drop(entry)
      environments.delete(environmentId)
    },
    setDeaf(isDeaf) {
      deaf = isDeaf
      environments = new Map()
      queue = new Set()
      bytes = 0
    },
    figures: () => ({ hits, misses, bytes }),
  }
}

/** Whose workspace it is was read already, and is not part of what is asked. */
function keyOf({ raw: { url = '' } }: FastifyRequest): string {
  if (!url.includes('workspace_id')) return url
  const start = url.indexOf('?') + 1
  const others = url
    .slice(start)
    .split('&')
    .filter((parameter) => !parameter.startsWith('workspace_id='))
  return others.length > 0 ? url.slice(0, start) + others.join('&') : url.slice(0, start - 1)
}
