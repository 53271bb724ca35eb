import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import { type Load, startLoad } from './load.ts'

export interface Fault {
  name: string
  /** Causes the fault and heals it. */
  cause(installation: Installation, load: Load): Promise<void>
  /** The `/readyz` status required during the fault. Omitted for faults too short to observe. */
  readiness?: 'degraded' | 'unavailable'
}

const READY_LIMIT_MS = 90_000
const JOBS_LIMIT_MS = 120_000
const BEFORE = 6
const AFTERWARDS = 8

/**
 * Causes a fault under load and waits for recovery. Throws when the server does not recover or loses acknowledged data.
 * `isHurried` skips waiting for every-minute jobs.
 */
export async function runFault(
  installation: Installation,
  fault: Fault,
  { isHurried: skipsMinuteJobs = false }: { isHurried?: boolean } = {},
): Promise<string> {
  const load = await startLoad(installation)
  const watch = watchReadiness(installation.url)
  try {
    await load.waitForMore(BEFORE)
    await fault.cause(installation, load)
    const healedMs = Date.now()
    await waitUntilReady(installation)
    const readyAfterMs = Date.now() - healedMs
    await load.waitForMore(AFTERWARDS)
    await load.stop()
    const { pending, unsettled } = load.acknowledged
    await waitForJobs(installation, load, skipsMinuteJobs ? pending : [...pending, ...unsettled])
    const jobsAfterMs = Date.now() - healedMs
    await assertNothingLost(installation, load)
    installation.assertRunning()
    const seen = watch.stop()
    assertStatuses(fault, load, seen)
    const { carts, orders } = load.acknowledged
    const summary = `${carts.length} carts, ${orders.length} orders, ${pending.length} late and ${unsettled.length} doubtful payments kept`
    const responses = [...load.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
    return `ready after ${readyAfterMs} ms, jobs done after ${jobsAfterMs} ms; ${summary}; responses ${responses}; /readyz ${[...seen].join(', ')}`
  } finally {
    watch.stop()
    await load.stop().catch(() => {})
  }
}

async function waitUntilReady(installation: Installation): Promise<void> {
  let last = 'no response'
  for (const giveUp = Date.now() + READY_LIMIT_MS; Date.now() < giveUp; await sleep(100)) {
    installation.assertRunning()
    last = await readinessOf(installation.url)
    if (last === 'ready') return
  }
  throw new Error(
    `Not ready ${READY_LIMIT_MS / 1000} s after the fault was over: ${last}\n${installation.log().slice(-4000)}`,
  )
}

async function readinessOf(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) })
    return (await response.json()).status
  } catch {
    return 'no response'
  }
}

function watchReadiness(url: string) {
  const seen = new Set<string>()
  let isStopping = false
  void (async () => {
    for (; !isStopping; await sleep(100)) seen.add(await readinessOf(url))
  })()
  return {
    stop: () => {
      isStopping = true
      return seen
    },
  }
}

/**
 * Jobs send every order's email and create the order of every late payment. A checkout with an unknown payment result
 * may also end without an order, when the bank holds no money for it.
 */
async function waitForJobs(installation: Installation, { acknowledged }: Load, checkouts: string[]): Promise<void> {
  const { workspaceId } = installation
  let remaining: { pending: number; unmailed: number; overdue: number } | undefined
  for (const giveUp = Date.now() + JOBS_LIMIT_MS; Date.now() < giveUp; await sleep(250)) {
    ;[remaining] = await installation.query<{ pending: number; unmailed: number; overdue: number }>(
      `select
         (select count(*)::integer from unnest($2::text[]) as wanted (id) where not exists (
           select from checkouts join orders on orders.environment_id = $1 and orders.id = checkouts.order_id
           where checkouts.environment_id = $1 and checkouts.id = wanted.id
         ) and not exists (
           select from checkouts
           where checkouts.environment_id = $1 and checkouts.id = wanted.id and status = 'ended' and not exists (
             select from simulated_payments as bank
             where bank.environment_id = $1 and bank.ref = checkouts.ref and bank.captured > bank.refunded))) as pending,
         (select count(*)::integer from unnest($3::text[]) as wanted (id) where not exists (
           select from emails where emails.environment_id = $1 and emails.order_id = wanted.id)) as unmailed,
         (select count(*)::integer from graphile_worker._private_jobs
           where is_available and run_at < now() - interval '1 second') as overdue`,
      [workspaceId, checkouts, acknowledged.orders],
    )
    if (remaining && remaining.pending + remaining.unmailed + remaining.overdue === 0) return
  }
  const rows = await installation.query(
    'select id, status, outcome, payment from checkouts where environment_id = $1 and id = any($2)',
    [workspaceId, checkouts],
  )
  const details = JSON.stringify({ left: remaining, rows })
  throw new Error(`Jobs are not done ${JOBS_LIMIT_MS / 1000} s after the fault: ${details}`)
}

async function assertNothingLost({ query, workspaceId }: Installation, { acknowledged }: Load): Promise<void> {
  const [lost] = await query<{ carts: number; orders: number }>(
    `select
       (select count(*)::integer from unnest($2::text[]) as wanted (id) where not exists (
         select from carts where carts.environment_id = $1 and carts.id = wanted.id)) as carts,
       (select count(*)::integer from unnest($3::text[]) as wanted (id) where not exists (
         select from orders where orders.environment_id = $1 and orders.id = wanted.id)) as orders`,
    [workspaceId, acknowledged.carts, acknowledged.orders],
  )
  if (lost?.carts !== 0 || lost.orders !== 0) throw new Error(`Acknowledged and lost: ${JSON.stringify(lost)}`)
}

function assertStatuses(fault: Fault, { statuses }: Load, seen: Set<string>): void {
  const unexpected = [...statuses.keys()].filter((status) => status >= 500 && status !== 503)
  if (unexpected.length > 0) throw new Error(`Got ${unexpected.join(', ')} where only 503 is allowed`)
  if (fault.readiness && !seen.has(fault.readiness)) {
    throw new Error(`/readyz never returned ${fault.readiness}, but ${[...seen].join(', ')}`)
  }
}
