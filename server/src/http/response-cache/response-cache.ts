import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The bytes of an answer that was made before, and what they are called. */
export interface CachedResponse {
  body: Buffer
  etag: string
}

/** One that storefronts may have without a key, and the route that it is of. */
export interface PublicResponse extends CachedResponse {
  route: string
}

interface Entry extends PublicResponse {
  isPublic: boolean
  environment: EnvironmentCache
  url: string
  sizeBytes: number
  expiresMs: number
  /** Asked for since somebody last looked for what can go. */
  used: boolean
}

/** What is known of one environment. Made anew when anything in it changes, so that what was begun before can't be kept after. */
interface EnvironmentCache {
  entries: Map<string, Entry>
  inFlight: Map<string, Promise<CachedResponse>>
  /** When something goes on show or off it next, in milliseconds. */
  nextChangeMs: Promise<number> | undefined
}

export interface ResponseCache {
  /** At once, from memory: it is asked before the request is counted, since in some classes what it answers does not count. */
  find(request: FastifyRequest, environmentId: string): CachedResponse | undefined
  /** The same for a request that nobody has looked at yet: only what storefronts may have, by the address as it came. */
  findPublic(url: string, environmentId: string): PublicResponse | undefined
  /**
   * Of many that ask the same at once, one makes the answer and the others wait for it; it is kept unless the environment has
   * changed meanwhile. `nextChange` says until when it holds, should it end by itself.
   */
  getOrCreate(
    request: FastifyRequest,
    environmentId: string,
    work: () => Promise<Buffer>,
    nextChange?: () => Promise<Date | null>,
  ): Promise<CachedResponse>
  invalidate(environmentId: string): void
  /** While nobody hears what other servers change, nothing is kept. */
  setDisconnected(isDisconnected: boolean): void
  stats(): { hits: number; misses: number; bytes: number }
}

interface Options {
  clock: () => Date
  maxBytes?: number
}

/** What the maps around an answer hold, measured with 100,000 empty ones. */
const OVERHEAD_BYTES = 600
const MAX_ENTRY_SHARE = 1 / 16
/** Should an announcement be lost in a way that nobody foresaw, it is forgiven by then. */
const MAX_AGE_MS = 5 * 60_000

export function openResponseCache({ clock, maxBytes = 64 * 1024 * 1024 }: Options): ResponseCache {
  let environments = new Map<string, EnvironmentCache>()
  /** All entries in the order in which they are looked at when room is needed. */
  let queue = new Set<Entry>()
  let bytes = 0
  let disconnected = false
  let [hits, misses] = [0, 0]

  const cacheOf = (id: string): EnvironmentCache => {
    const existing = environments.get(id)
    if (existing) return existing
    const created: EnvironmentCache = { entries: new Map(), inFlight: new Map(), nextChangeMs: undefined }
    environments.set(id, created)
    return created
  }

  const evict = (entry: Entry): void => {
    if (!queue.delete(entry)) return
    bytes -= entry.sizeBytes
    entry.environment.entries.delete(entry.url)
  }

  /** Who was asked for lately gets another round; the others go. */
  const evictUnused = (): void => {
    for (const entry of queue) {
      if (bytes <= maxBytes) return
      if (!entry.used) {
        evict(entry)
        continue
      }
      entry.used = false
      queue.delete(entry)
      queue.add(entry)
    }
  }

  const store = (
    environmentId: string,
    cache: EnvironmentCache,
    request: FastifyRequest,
    response: CachedResponse,
    expiresMs: number,
  ): void => {
    const url = cacheKeyOf(request)
    const { config, url: route = '' } = request.routeOptions
    const sizeBytes = response.body.length + 2 * url.length + OVERHEAD_BYTES
    // Somebody has changed something since the answer was begun, or it would push out too much.
    if (disconnected || environments.get(environmentId) !== cache || sizeBytes > maxBytes * MAX_ENTRY_SHARE) return
    const previous = cache.entries.get(url)
    if (previous) evict(previous)
    const isPublic = config.access === 'storefront'
    const entry = { ...response, isPublic, route, environment: cache, url, sizeBytes, expiresMs, used: false }
    cache.entries.set(url, entry)
    queue.add(entry)
    bytes += sizeBytes
    if (bytes > maxBytes) evictUnused()
  }

  const resolveNextChange = async (
    cache: EnvironmentCache,
    nextChange: () => Promise<Date | null>,
  ): Promise<number> => {
    const nextMs = await cache.nextChangeMs
    if (nextMs !== undefined && nextMs > clock().getTime()) return nextMs
    cache.nextChangeMs = nextChange().then((date) => date?.getTime() ?? Number.POSITIVE_INFINITY)
    // Who comes next asks again.
    cache.nextChangeMs.catch(() => {
      cache.nextChangeMs = undefined
    })
    return cache.nextChangeMs
  }

  const lookUp = (url: string, environmentId: string): Entry | undefined => {
    const entry = environments.get(environmentId)?.entries.get(url)
    return entry && entry.expiresMs > clock().getTime() ? entry : undefined
  }

  const touch = (entry: Entry): Entry => {
    entry.used = true
    hits += 1
    return entry
  }

  return {
    find(request, environmentId) {
      const entry = lookUp(cacheKeyOf(request), environmentId)
      return entry && touch(entry)
    },
    findPublic(url, environmentId) {
      const entry = lookUp(url, environmentId)
      return entry?.isPublic ? touch(entry) : undefined
    },
    async getOrCreate(request, environmentId, work, nextChange) {
      misses += 1
      const url = cacheKeyOf(request)
      for (;;) {
        const cache = cacheOf(environmentId)
        const pending = cache.inFlight.get(url)
        if (!pending) {
          const created = create(cache)
          cache.inFlight.set(url, created)
          created.finally(() => cache.inFlight.delete(url)).catch(() => {})
          return created
        }
        // Its failure may be its own affair, such as a caller who has gone: then the next in line tries.
        const response = await pending.catch(() => undefined)
        if (response) return response
      }

      async function create(cache: EnvironmentCache): Promise<CachedResponse> {
        const startedMs = clock().getTime()
        const expiresMs = nextChange ? await resolveNextChange(cache, nextChange) : Number.POSITIVE_INFINITY
        const body = await work()
        const response = { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
        store(environmentId, cache, request, response, Math.min(expiresMs, startedMs + MAX_AGE_MS))
        return response
      }
    },
    invalidate(environmentId) {
      for (const entry of environments.get(environmentId)?.entries.values() ?? []) evict(entry)
      environments.delete(environmentId)
    },
    setDisconnected(isDisconnected) {
      disconnected = isDisconnected
      environments = new Map()
      queue = new Set()
      bytes = 0
    },
    stats: () => ({ hits, misses, bytes }),
  }
}

/** Whose workspace it is was read already, and is not part of what is asked. */
function cacheKeyOf({ raw: { url = '' } }: FastifyRequest): string {
  if (!url.includes('workspace_id')) return url
  const start = url.indexOf('?') + 1
  const parameters = url
    .slice(start)
    .split('&')
    .filter((parameter) => !parameter.startsWith('workspace_id='))
  return parameters.length > 0 ? url.slice(0, start) + parameters.join('&') : url.slice(0, start - 1)
}
