import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Activity } from '../kit/activity.ts'

/** From a tenth of a millisecond, which a database on the same machine takes, to the longest wait of a request. */
const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Set by `registerRedisMetrics`, and called for every command. */
export interface RedisTimings {
  onCommand?: (seconds: number) => void
}

export function registerDatabaseMetrics(registry: Registry, databases: Pick<Database, 'pools' | 'timings'>[]): void {
  const wait = new Histogram({
    name: 'database_pool_wait_seconds',
    help: 'How long requests and jobs waited for a connection to the database, or for a round trip to share.',
    labelNames: ['pool'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const statement = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'How long the database took for a round trip, without the wait. Most have one statement.',
    labelNames: ['pool'],
    buckets: BUCKETS,
    registers: [registry],
  })
  for (const { timings } of databases) {
    timings.onWait = (seconds, pool) => wait.observe({ pool }, seconds)
    timings.onStatement = (seconds, pool) => statement.observe({ pool }, seconds)
  }
  const allPools = () => databases.flatMap(({ pools }) => Object.entries(pools))
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process by pool and state (in_use, idle), and what waits for one (waiting).',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of allPools()) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'database_pool_size',
    help: 'Maximum number of connections by pool.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { options }] of allPools()) this.set({ pool }, options.max)
    },
  })
}

export function registerRedisMetrics(registry: Registry, timings: RedisTimings): void {
  const command = new Histogram({
    name: 'redis_command_duration_seconds',
    help: 'Seconds Redis took to count a request, up to the timeout.',
    buckets: BUCKETS,
    registers: [registry],
  })
  timings.onCommand = (seconds) => command.observe(seconds)
}

/** Counters of what the shops do. Each process counts its own work: add them up. */
export function registerActivityMetrics(registry: Registry, activity: Activity): void {
  new Counter({
    name: 'events_total',
    help: 'Events passed to their subscribers, by type and mode: order.created counts the orders.',
    labelNames: ['type', 'mode'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [mode, counts] of Object.entries(activity.events)) {
        for (const [type, count] of counts) this.inc({ type, mode }, count)
      }
    },
  })
  new Counter({
    name: 'retention_rows_total',
    help: 'Rows deleted or emptied because they were older than their retention, by the kind of data.',
    labelNames: ['data'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [data, count] of activity.pruned) this.inc({ data }, count)
    },
  })
  const outcomes = (name: string, help: string, counts: Record<string, number>) =>
    new Counter({
      name,
      help,
      labelNames: ['outcome'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count)
      },
    })
  outcomes(
    'stock_reservations_total',
    'Reservations of stock by a checkout or order: made (held), or not enough in stock (rejected).',
    activity.reservations,
  )
  outcomes(
    'webhook_attempts_total',
    'Webhook requests that the receiver accepted (delivered) or not (failed).',
    activity.webhookAttempts,
  )
}
