import type { FastifyInstance } from 'fastify'
import type { DatabaseState, HealthCheck } from '../kit/health.ts'

export interface HealthOptions {
  version: string
  isDraining: () => boolean
  checks: Record<string, () => Promise<HealthCheck>>
  databaseState?: (() => DatabaseState) | undefined
}

const HEALTH_PATHS = ['/healthz', '/readyz']

export const isHealthCheck = ({ url = '' }: { url?: string | undefined }): boolean => HEALTH_PATHS.includes(url)

/** Never 429: a probe may share its address with other clients, and a failed check leads to a restart. */
const PROBE_ROUTE = { config: { publicLimit: 'probe', isServedOverLimit: true } } as const

const CHECK_TIMEOUT_MS = 2000
/** Anybody may probe as often as they like: the database is queried at most once a second. */
const CACHE_MS = 1000

/**
 * `/healthz`: the process is alive; 503 only when a restart would help. `/readyz`: it can serve, so a load balancer may
 * send it requests.
 */
export function serveHealth(
  app: FastifyInstance,
  { version, isDraining, databaseState, ...options }: HealthOptions,
): void {
  app.get('/healthz', PROBE_ROUTE, async (_request, reply) => {
    const database = databaseState?.()
    const hasFailed = database === 'failed'
    if (hasFailed) reply.code(503).header('retry-after', '1')
    return { status: hasFailed ? 'failed' : 'alive', version, ...(database && { database }) }
  })
  const checks = Object.entries(options.checks).map(([name, check]) => [name, cacheCheck(check)] as const)
  app.get('/readyz', PROBE_ROUTE, async (_request, reply) => {
    const entries = checks.map(async ([name, check]) => [name, await check()] as const)
    const results = Object.fromEntries(await Promise.all(entries))
    const ok = Object.values(results).every((result) => result.ok)
    const degraded = Object.values(results).some((result) => result.degraded)
    const status = isDraining() ? 'draining' : !ok ? 'unavailable' : degraded ? 'degraded' : 'ready'
    if (isDraining() || !ok) reply.code(503).header('retry-after', '1')
    return { status, checks: results, version }
  })
}

/** One check at a time; its result serves all probes within a second. */
function cacheCheck(check: () => Promise<HealthCheck>): () => Promise<HealthCheck> {
  let latest: { result: Promise<HealthCheck>; endedMs: number } | undefined
  return () => {
    if (latest && performance.now() - latest.endedMs < CACHE_MS) return latest.result
    const next = { result: runCheck(check), endedMs: Number.POSITIVE_INFINITY }
    void next.result.then(() => {
      next.endedMs = performance.now()
    })
    latest = next
    return next.result
  }
}

/**
 * The message is for operators, but anybody may read it: no host names, no driver errors. A response that arrived while
 * this process was busy counts as in time: it is read before the timeout fires.
 */
function runCheck(check: () => Promise<HealthCheck>): Promise<HealthCheck> {
  const timeout = new Promise<HealthCheck>((resolve) => {
    const onTimeout = () => resolve({ ok: false, message: 'timed out' })
    setTimeout(() => setImmediate(onTimeout), CHECK_TIMEOUT_MS).unref()
  })
  return Promise.race([check().catch(() => ({ ok: false, message: 'unreachable' })), timeout])
}
