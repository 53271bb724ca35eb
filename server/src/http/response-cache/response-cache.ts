import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type CachedResponse, toPublicBytes } from './cached-headers.ts'

/** One that storefronts may read without a key, and its route. */
export interface PublicResponse extends CachedResponse {
  /** The constant headers, a blank line and the body. The headers of a request are sent before it. */
  publicBytes: Buffer
  route: string
}

interface Entry {
  response: CachedResponse
  /** The same, if storefronts may read it. */
  publicResponse: PublicResponse | undefined
  environment: EnvironmentCache
  url: string
  sizeBytes: number
  expiresMs: number
  /** Requested since the last eviction pass. */
  used: boolean
}

/**
 * Cache of one environment. Replaced when anything in it changes, so that a response started before can't be stored
 * after.
 */
interface EnvironmentCache {
  entries: Map<string, Entry>
  inFlight: Map<string, Promise<CachedResponse>>
  /** When a product is next published or unpublished, in milliseconds. */
  nextChangeMs: Promise<number> | undefined
}

export interface ResponseCache {
  /** Synchronous: runs before the request is counted, since cached responses do not count toward some limits. */
  find(request: FastifyRequest, environmentId: string): CachedResponse | undefined
  /** The same for a raw request: only storefront responses, by the URL as received. */
  findPublic(url: string, environmentId: string): PublicResponse | undefined
  /**
   * Of concurrent requests for the same response, one computes it and the others wait; it is cached unless the
   * environment changed in between. `nextChange` limits its lifetime, if it changes on its own.
   */
  getOrCreate(
    request: FastifyRequest,
    environmentId: string,
    work: () => Promise<Buffer>,
    nextChange?: () => Promise<Date | null>,
  ): Promise<CachedResponse>
  /**
   * Another object after each change, for caches of their own kind; undefined while changes by other servers can't be
   * received.
   */
  generation(environmentId: string): object | undefined
  invalidate(environmentId: string): void
  /** Nothing is cached while changes by other servers can't be received. */
  setDisconnected(isDisconnected: boolean): void
  stats(): { hits: number; misses: number; bytes: number }
}

interface Options {
  clock: () => Date
  maxBytes?: number
}

/** Memory of an entry besides its URL and body, measured with 200,000 storefront responses; others take half of it. */
const OVERHEAD_BYTES = 1200
const MAX_ENTRY_SHARE = 1 / 16
/** Bounds the damage of a lost notification. */
const MAX_AGE_MS = 5 * 60_000

export function openResponseCache({ clock, maxBytes = 40 * 1024 * 1024 }: Options): ResponseCache {
  let environments = new Map<string, EnvironmentCache>()
  /** All entries, in eviction order. */
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

  /** Entries used since the last pass get another round; the others are evicted. */
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
    // The environment changed while the response was computed.
    if (disconnected || environments.get(environmentId) !== cache) return
    const url = cacheKeyOf(request)
    const sizeBytes = response.body.length + 2 * url.length + OVERHEAD_BYTES
    // It would evict too much.
    if (sizeBytes > maxBytes * MAX_ENTRY_SHARE) return
    const previous = cache.entries.get(url)
    if (previous) evict(previous)
    const { config, url: route = '' } = request.routeOptions
    const publicResponse =
      config.access === 'storefront' ? { ...toPublicBytes(response), etag: response.etag, route } : undefined
    const entry = {
      response: publicResponse ?? response,
      publicResponse,
      environment: cache,
      url,
      sizeBytes,
      expiresMs,
      used: false,
    }
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
    // The next request tries again.
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
      return entry && touch(entry).response
    },
    findPublic(url, environmentId) {
      const entry = lookUp(url, environmentId)
      return entry?.publicResponse && touch(entry).publicResponse
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
        // The failure may be its own, such as a disconnected caller: then the next waiter tries.
        const response = await pending.catch(() => undefined)
        if (response) return response
      }

      async function create(cache: EnvironmentCache): Promise<CachedResponse> {
        const startedMs = clock().getTime()
        const expiresMs = nextChange ? await resolveNextChange(cache, nextChange) : Number.POSITIVE_INFINITY
        const body = await work()
        const response = { body, etag: `"${hash('sha1', body, 'base64url')}"` }
        store(environmentId, cache, request, response, Math.min(expiresMs, startedMs + MAX_AGE_MS))
        return response
      }
    },
    generation: (environmentId) => (disconnected ? undefined : cacheOf(environmentId)),
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

/** The workspace is known already, and not part of the cache key. */
function cacheKeyOf({ raw: { url = '' } }: FastifyRequest): string {
  if (!url.includes('workspace_id')) return url
  const start = url.indexOf('?') + 1
  const parameters = url
    .slice(start)
    .split('&')
    .filter((parameter) => !parameter.startsWith('workspace_id='))
  return parameters.length > 0 ? url.slice(0, start) + parameters.join('&') : url.slice(0, start - 1)
}
