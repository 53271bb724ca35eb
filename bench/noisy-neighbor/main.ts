// Measures how much one client slows down another: `npm run bench:noisy-neighbor [part of an attack's name]`. Set
// SECONDS and ROUNDS to override. Needs Linux: every address of 127.0.0.0/8 is local there, so that attackers and
// neighbors get their own, and `taskset` gives the attacker a core of its own.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../kit/child.ts'
import { ATTACKS } from './attacks.ts'
import type { Samples } from './neighbor.ts'

const SECONDS = Number(process.env.SECONDS ?? 10)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const MAX_RATIO = 3
/** A round with a larger share of stalled requests is repeated: what surrounds a stall is slow as well. */
const MAX_STALLED = 0.05
const MAX_REPEATS = 10
const [part = ''] = process.argv.slice(2)

interface ServerInfo {
  port: number
  workspaceId: string
}

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const server = await startChild<ServerInfo>(new URL('server.ts', import.meta.url), { DATA_DIR: dataDir })
const { port, workspaceId } = server.message
const neighbor = await startChild(new URL('neighbor.ts', import.meta.url), {
  PORT: String(port),
  WORKSPACE_ID: workspaceId,
})
const LAST_CORE = availableParallelism() - 1
if (LAST_CORE > 0) for (const { pid } of [server, neighbor]) pin(pid, `0-${LAST_CORE - 1}`)
let networks = 0
try {
  await warmUp()
  await neighbor.request<Samples>(3000)
  const rows = []
  for (const name of Object.keys(ATTACKS).filter((name) => name.includes(part))) rows.push(...(await compare(name)))
  console.log(
    `\nRequests of another client, alone and next to an attacker, ${ROUNDS} rounds of ${SECONDS} s each, in turn:`,
  )
  console.table(rows)
  console.log('Stalled requests are not measured: the host of this virtual machine ran something else meanwhile.')
  console.log(`Rounds in which that happened to more than ${MAX_STALLED * 100} % of them were repeated.`)
  console.log('The attackers run on a core of their own, as on another machine; all others run on the remaining cores.')
  const isOverLimit = rows.some(({ ratio }) => Number(ratio) > MAX_RATIO)
  console.log(
    isOverLimit
      ? `A p99 is more than ${MAX_RATIO} times the undisturbed one.`
      : `No p99 is more than ${MAX_RATIO} times the undisturbed one.`,
  )
  if (isOverLimit) process.exitCode = 1
} finally {
  await neighbor.end()
  await server.end()
  rmSync(dataDir, { recursive: true, force: true })
}

/** A remote attacker takes no CPU time from the server and its neighbor, apart from what the server spends on it. */
function pin(pid: number, cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' })
}

/** Runs what the first request initializes (the API document, sign-in) before measuring. */
async function warmUp(): Promise<void> {
  const url = `http://127.0.0.1:${port}`
  for (let turn = 0; turn < 3; turn++) {
    await (await fetch(`${url}/openapi.json`)).arrayBuffer()
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const body = JSON.stringify({ email: 'warm-up@example.com', password: 'wrong horse battery' })
    await (await fetch(`${url}/dashboard/api/auth/sign-in`, { method: 'POST', headers, body })).arrayBuffer()
    await (
      await fetch(`${url}/v1/carts`, {
        method: 'POST',
        headers: { ...headers, 'x-workspace-id': workspaceId },
        body: '{"items":[0]}',
      })
    ).arrayBuffer()
  }
}

/** Alternates rounds, so that background load on the machine affects both alike. */
async function compare(name: string) {
  const alone: Samples[] = []
  const underAttack: Samples[] = []
  let rssMb = 0
  let repeats = 0
  console.log(`Measuring ${name}`)
  while (alone.length < ROUNDS) {
    const quiet = await neighbor.request<Samples>(SECONDS * 1000)
    networks += 1
    const attacker = await startChild(new URL('attacker.ts', import.meta.url))
    if (LAST_CORE > 0) pin(attacker.pid, String(LAST_CORE))
    await attacker.request({ name, target: { port, workspaceId, network: `127.1.${networks}` } })
    const noisy = await neighbor.request<Samples>(SECONDS * 1000)
    rssMb = Math.max(rssMb, (await server.request<{ rssMb: number }>('memory')).rssMb)
    await attacker.end()
    if (repeats < MAX_REPEATS && [quiet, noisy].some(isStalled)) {
      repeats += 1
      continue
    }
    alone.push(quiet)
    underAttack.push(noisy)
  }
  return (['healthz', 'products'] as const).map((path) => {
    const baseline = alone.map((samples) => samples[path])
    const noisy = underAttack.map((samples) => samples[path])
    const [baselineP99, noisyP99] = [medianPercentile(baseline, 0.99), medianPercentile(noisy, 0.99)]
    return {
      attack: name,
      request: path === 'healthz' ? '/healthz' : 'cached product list',
      samples: noisy.flat().length,
      failed: underAttack.reduce((sum, { failed }) => sum + failed, 0),
      stalled: [...alone, ...underAttack].reduce((sum, { stalled }) => sum + stalled, 0),
      repeats,
      'median ms': `${medianPercentile(baseline, 0.5).toFixed(2)} → ${medianPercentile(noisy, 0.5).toFixed(2)}`,
      'p99 ms': `${baselineP99.toFixed(2)} → ${noisyP99.toFixed(2)}`,
      ratio: (noisyP99 / baselineP99).toFixed(2),
      'server MB': rssMb,
    }
  })
}

function isStalled({ healthz, products, stalled }: Samples): boolean {
  return stalled > MAX_STALLED * (healthz.length + products.length + stalled)
}

/** The median over the rounds: a machine that stalls in one round changes neither side. */
function medianPercentile(rounds: number[][], share: number): number {
  return percentile(
    rounds.map((values) => percentile(values, share)),
    0.5,
  )
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
