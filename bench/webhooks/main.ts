// Sends events to webhook endpoints: `npm run bench:webhooks -- 10000 20`. Three in ten endpoints fail half the time, are
// slow, or die and come back. Fails if an event is not delivered, first attempts are out of order, something is lost when
// the server is killed, or the healthy endpoints take more than 1.5 times as long as without the others.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../kit/child.ts'
import { median } from '../kit/statistics.ts'
import type { Command, Report } from './protocol.ts'
import { type Behavior, openReceiver, type Receiver } from './receivers.ts'

const EVENTS = Number(process.argv[2] ?? 10_000)
const ENDPOINTS = Number(process.argv[3] ?? 20)
const KILLS = 2
const MAX_RATIO = 1.5
const UNHEALTHY: Behavior[] = ['fails half the time', 'slow', 'dies']

const DATA_DIR = join(tmpdir(), `storedesk-bench-webhooks-${randomUUID()}`)
const start = () => startChild<object>(new URL('./server.ts', import.meta.url), { DATA_DIR })
let child = await start()
const request = (command: Command) => child.request<Report>(command)

const unhealthyCount = Math.round(ENDPOINTS * 0.3)
const behaviors = Array.from(
  { length: ENDPOINTS },
  (_, n): Behavior => (n < unhealthyCount ? (UNHEALTHY[n % UNHEALTHY.length] as Behavior) : 'healthy'),
)
const endpoints: { id: string; receiver: Receiver }[] = []
for (const behavior of behaviors) {
  const receiver = await openReceiver(behavior)
  const { id = '' } = await request({ do: 'create', url: receiver.url, active: behavior === 'healthy' })
  endpoints.push({ id, receiver })
}
const healthy = endpoints.filter(({ receiver }) => receiver.behavior === 'healthy')
const unhealthy = endpoints.filter(({ receiver }) => receiver.behavior !== 'healthy')
const unhealthyIds = unhealthy.map(({ id }) => id)
console.log(`${ENDPOINTS} endpoints: ${healthy.length} healthy, ${unhealthy.length} that fail, are slow or die`)

await measure(Math.min(500, EVENTS))
const half = Math.ceil(EVENTS / 2)
const before = await measure(half)

const from = new Date().toISOString()
await request({ do: 'activate', ids: unhealthyIds, active: true })
const beside = await measure(half)
await killWhile(EVENTS - half)
const { ids: events = [] } = await request({ do: 'list', from })
console.log(`${events.length} events to all of them, the server killed ${KILLS} times`)
const replayed = await drain(events)
// By now, all of them have a position.
const orderErrors = await countOrderErrors((await request({ do: 'list', from })).ids ?? [])

await request({ do: 'activate', ids: unhealthyIds, active: false })
const after = await measure(half)
// The faster of the two: noise in one of them must not make the ratio look better.
const alone = Math.min(median(before), median(after))
const ratio = median(beside) / alone
const lost = endpoints.reduce((sum, { receiver }) => sum + events.filter((id) => !receiver.accepted.has(id)).length, 0)

for (const behavior of ['healthy', ...UNHEALTHY] as const) {
  const group = endpoints.map(({ receiver }) => receiver).filter((receiver) => receiver.behavior === behavior)
  const total = (field: 'requests' | 'repeated') => group.reduce((sum, receiver) => sum + receiver[field], 0)
  console.log(
    `  ${behavior.padEnd(20)} ${group.length} endpoints, ${total('requests')} requests, ${total('repeated')} repeated`,
  )
}
console.log(`not delivered                ${lost} (${replayed} after ten failed attempts and a replay)`)
console.log(`first attempts out of order  ${orderErrors}`)
const seconds = (times: number[]) => (median(times) / 1000).toFixed(1)
console.log(
  `healthy alone                ${seconds(before)} s before and ${seconds(after)} s after, ${half} events each`,
)
console.log(`healthy beside the others    ${seconds(beside)} s`)
console.log(`ratio                        ${ratio.toFixed(2)} (at most ${MAX_RATIO})`)
for (const { receiver } of endpoints) receiver.close()
await child.end()
await rm(DATA_DIR, { recursive: true })
process.exitCode = lost === 0 && orderErrors === 0 && events.length >= EVENTS && ratio <= MAX_RATIO ? 0 : 1

/** How long each healthy endpoint takes to receive so many events, from the first of them on. */
async function measure(count: number): Promise<number[]> {
  const targets = healthy.map(({ receiver }) => receiver.accepted.size + count)
  const startedMs = performance.now()
  const emitted = request({ do: 'emit', count })
  const times: number[] = []
  const isDone = (n: number) => (healthy[n]?.receiver.accepted.size ?? 0) >= (targets[n] ?? 0)
  while (times.filter(Boolean).length < healthy.length) {
    healthy.forEach((_, n) => {
      if (isDone(n)) times[n] ??= performance.now() - startedMs
    })
    await sleep(5)
  }
  await emitted
  return times
}

/** While the server emits and sends. What it had committed is on disk; what it had not, nobody was promised. */
async function killWhile(count: number): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill++) {
    const part = Math.ceil(count / KILLS)
    const arrived = () => healthy.reduce((sum, { receiver }) => sum + receiver.accepted.size, 0)
    const target = arrived() + (part * healthy.length) / 2
    await request({ do: 'emit', count: part })
    while (arrived() < target) await sleep(2)
    process.kill(child.pid, 'SIGKILL')
    child = await start()
  }
}

/** Waits until everything has arrived. What has failed ten times is replayed, as a shop would do it. */
async function drain(events: string[]): Promise<number> {
  const missing = () => endpoints.filter(({ receiver }) => events.some((id) => !receiver.accepted.has(id)))
  let replayed = 0
  let lastCount = -1
  for (;;) {
    const count = endpoints.reduce((sum, { receiver }) => sum + receiver.requests, 0)
    if (missing().length === 0) return replayed
    if (count === lastCount) {
      let found = 0
      for (const { id } of missing()) found += (await request({ do: 'replay', id, from })).count ?? 0
      if (found === 0) return replayed
      replayed += found
    }
    lastCount = count
    await sleep(5000)
  }
}

/**
 * Who sees every request sees first attempts in the order of the feed. An endpoint that is dead does not see them: there
 * the log of the server says when they were made.
 */
async function countOrderErrors(events: string[]): Promise<number> {
  const positions = new Map(events.map((id, position) => [id, position]))
  let errors = 0
  for (const { id, receiver } of endpoints) {
    const order =
      receiver.behavior === 'dies'
        ? ((await request({ do: 'first-attempts', id })).times ?? []).map((at) => Date.parse(at))
        : [...receiver.arrivals].flatMap((event) => positions.get(event) ?? [])
    errors += order.filter((value, n) => n > 0 && value < (order[n - 1] ?? 0)).length
  }
  return errors
}
