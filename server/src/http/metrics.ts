import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Activity } from '../kit/activity.ts'
import { unauthorized } from '../kit/errors.ts'
import type { RecordServedResponse, ServedResponse } from './response-cache/fast-path.ts'
import {
  type RedisTimings,
  registerActivityMetrics,
  registerDatabaseMetrics,
  registerRedisMetrics,
} from './service-metrics.ts'

export interface RateLimitStats {
  isDegraded: boolean
  requests: Map<string, { accepted: number; rejected: number }>
}

/** Outbound webhooks of the whole installation. */
export interface WebhookStats {
  pending: number
  oldestWaitingSeconds: number
  failingEndpoints: number
  disabledEndpoints: number
}

/** Jobs of the whole installation. */
export interface JobStats {
  oldestOverdueSeconds: number
  waiting: number
  dead: number
}

interface MetricsSources {
  databases: Pick<Database, 'pools' | 'timings'>[]
  activity: Activity
  jobs: {
    stats: () => Promise<JobStats>
    /** Undefined where no jobs run. */
    isRunning: () => boolean | undefined
  }
  webhooks: () => Promise<WebhookStats>
  /** Only where requests are served. */
  redis?: RedisTimings
  limits?: () => RateLimitStats
  responseCache?: () => { hits: number; misses: number; bytes: number }
}

/** Labels requests by route, never by path: a path may name a customer, and their number is unbounded. */
export function serveMetrics(
  app: FastifyInstance,
  token: string | undefined,
  sources: MetricsSources,
): RecordServedResponse {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by method, route and status. Excludes responses served from memory (http_fast_path_responses_total).',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  registerDatabaseMetrics(registry, sources.databases)
  registerActivityMetrics(registry, sources.activity)
  registerJobMetrics(registry, sources.jobs)
  registerGauges(registry, WEBHOOK_GAUGES, sources.webhooks)
  if (sources.redis) registerRedisMetrics(registry, sources.redis)
  if (sources.limits) registerLimitMetrics(registry, sources.limits)
  if (sources.responseCache) registerCacheMetrics(registry, sources.responseCache)
  const logRequest = (method: string, { requestId, route, status }: ServedResponse, ms: number): void => {
    app.log.debug({ requestId, method, route, status, ms: Math.round(ms) }, 'request')
  }
  const isDebug = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime: ms } = reply
    duration.observe({ method, route, status }, ms / 1000)
    if (isDebug) logRequest(method, { requestId, route, status }, ms)
    done()
  })
  app.get('/metrics', { config: { publicLimit: 'probe' } }, async (request, reply) => {
    if (!isAuthorized(request, token)) throw unauthorized('Send the METRICS_TOKEN as "Authorization: Bearer …".')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  const fastPathCounts: FastPathCounts = new Map()
  registerFastPathMetrics(registry, fastPathCounts)
  return (served) => {
    countResponse(fastPathCounts, served)
    if (isDebug) logRequest('GET', served, 0)
  }
}

type FastPathCounts = Map<string, Map<number, number>>

function countResponse(fastPathCounts: FastPathCounts, { route, status }: ServedResponse): void {
  const counts = fastPathCounts.get(route)
  if (counts) counts.set(status, (counts.get(status) ?? 0) + 1)
  else fastPathCounts.set(route, new Map([[status, 1]]))
}

/** A proxied request has the proxy's address, so "from this machine" also requires that nobody forwarded it. */
function isAuthorized(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    const address = request.raw.socket.remoteAddress ?? ''
    return (
      /^(127\.|::1$|::ffff:127\.)/.test(address) && !request.headers['x-forwarded-for'] && !request.headers.forwarded
    )
  }
  const provided = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return provided.length === expected.length && timingSafeEqual(provided, expected)
}

const JOB_GAUGES: Record<keyof JobStats, [name: string, help: string]> = {
  oldestOverdueSeconds: [
    'jobs_oldest_overdue_seconds',
    'Seconds that the oldest runnable job has waited for a worker. NaN while the database is unavailable.',
  ],
  waiting: ['jobs_waiting', 'Jobs that could run now and wait for a worker, at most 100,000.'],
  dead: ['jobs_dead_letters', 'Jobs that have used up their attempts and wait for a person (npm run jobs).'],
}

function registerJobMetrics(registry: Registry, { stats, isRunning }: MetricsSources['jobs']): void {
  registerGauges(registry, JOB_GAUGES, stats)
  if (isRunning() === undefined) return
  new Gauge({
    name: 'job_runner_up',
    help: '1 while this process runs jobs, 0 while its job runner restarts.',
    registers: [registry],
    collect() {
      this.set(isRunning() ? 1 : 0)
    },
  })
}

const WEBHOOK_GAUGES: Record<keyof WebhookStats, [name: string, help: string]> = {
  pending: ['webhook_deliveries_pending', 'Webhook deliveries that wait for another attempt.'],
  oldestWaitingSeconds: [
    'webhook_oldest_waiting_seconds',
    'Seconds that the oldest event has waited for its first attempt. Endpoints that are paused do not count.',
  ],
  failingEndpoints: ['webhook_endpoints_failing', 'Active webhook endpoints whose last request failed.'],
  disabledEndpoints: ['webhook_endpoints_disabled', 'Webhook endpoints that were deactivated automatically.'],
}

/** The values of one scrape come from one query. NaN while the database is unavailable. */
function registerGauges<Key extends string>(
  registry: Registry,
  gauges: Record<Key, [name: string, help: string]>,
  readStats: () => Promise<Record<Key, number>>,
): void {
  let latest: Promise<Record<Key, number> | undefined> | undefined
  const readOnce = () => {
    latest ??= readStats()
      .catch(() => undefined)
      .finally(() => {
        latest = undefined
      })
    return latest
  }
  for (const [key, [name, help]] of Object.entries(gauges) as [Key, [string, string]][]) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await readOnce())?.[key] ?? Number.NaN)
      },
    })
  }
}

function registerLimitMetrics(registry: Registry, limits: () => RateLimitStats): void {
  new Counter({
    name: 'rate_limit_requests_total',
    help: 'Requests that a quota allowed (accepted) or rejected with 429 (rejected).',
    labelNames: ['quota', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [quota, outcomes] of limits().requests) {
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ quota, outcome }, count)
      }
    },
  })
  new Gauge({
    name: 'rate_limit_degraded',
    help: '1 while Redis is unavailable and this server counts limits alone.',
    registers: [registry],
    collect() {
      this.set(limits().isDegraded ? 1 : 0)
    },
  })
}

function registerCacheMetrics(registry: Registry, cacheStats: NonNullable<MetricsSources['responseCache']>): void {
  new Counter({
    name: 'response_cache_requests_total',
    help: 'Catalog requests served from the response cache (hit) or computed (miss).',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      const { hits, misses } = cacheStats()
      this.inc({ outcome: 'hit' }, hits)
      this.inc({ outcome: 'miss' }, misses)
    },
  })
  new Gauge({
    name: 'response_cache_bytes',
    help: 'Size of the response cache in bytes.',
    registers: [registry],
    collect() {
      this.set(cacheStats().bytes)
    },
  })
}

/** Their duration is not interesting, and recording it would take a good part of it. */
function registerFastPathMetrics(registry: Registry, fastPathCounts: FastPathCounts): void {
  new Counter({
    name: 'http_fast_path_responses_total',
    help: 'Storefront requests served from memory before any other work, by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [route, counts] of fastPathCounts) {
        for (const [status, count] of counts) this.inc({ route, status }, count)
      }
    },
  })
}
