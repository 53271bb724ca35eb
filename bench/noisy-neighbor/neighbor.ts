import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A client that sends at a steady pace, regardless of response times, from enough addresses never to reach a limit. */
const { PORT = '', WORKSPACE_ID = '' } = process.env
const ADDRESSES = 200
const INTERVAL_MS = 10

/** The longest a measurement may take, in multiples of its duration, when the host stalls this machine. */
const MAX_EXTENSION = 4
const SLICE_MS = 50

export interface Samples {
  healthz: number[]
  products: number[]
  /** Responses other than 200, and requests without a response. */
  failed: number
  /** Requests that were not measured, because the host gave the processor to another machine meanwhile. */
  stalled: number
}

const agents = Array.from(
  { length: ADDRESSES },
  (_, index) => new Agent({ keepAlive: true, localAddress: `127.0.1.${index + 1}` }),
)
let turn = 0

interface Timing {
  startedMs: number
  endedMs: number
  isOk: boolean
}

function request(path: string): Promise<Timing> {
  turn += 1
  const agent = agents[turn % ADDRESSES] as Agent
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port: PORT, path, agent, headers: { 'x-workspace-id': WORKSPACE_ID } }
    const end = (isOk: boolean) => resolve({ startedMs, endedMs: performance.now(), isOk })
    get(options, (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode === 200))
    }).on('error', () => end(false))
  })
}

/** Ticks of 10 ms in which a core of this virtual machine had work and the host ran something else. */
function stolenTicks(): number {
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  return Number(total.trim().split(/\s+/)[8])
}

/** Goes on until the slices without a stall add up to `durationMs`. */
async function measure(durationMs: number): Promise<Samples> {
  const pending: Record<'healthz' | 'products', Promise<Timing>[]> = { healthz: [], products: [] }
  const stalls: { fromMs: number; toMs: number }[] = []
  const lastMs = performance.now() + durationMs * MAX_EXTENSION
  let measuredMs = 0
  let [sliceMs, ticks] = [performance.now(), stolenTicks()]
  while (measuredMs < durationMs && performance.now() < lastMs) {
    pending.healthz.push(request('/healthz'))
    pending.products.push(request('/v1/products'))
    await sleep(INTERVAL_MS)
    const nowMs = performance.now()
    if (nowMs - sliceMs < SLICE_MS) continue
    const nowTicks = stolenTicks()
    // The kernel counts a stall only after it, so the slice before may have had its beginning.
    if (nowTicks > ticks) stalls.push({ fromMs: sliceMs - SLICE_MS, toMs: nowMs })
    else measuredMs += nowMs - sliceMs
    sliceMs = nowMs
    ticks = nowTicks
  }
  const [healthz, products] = await Promise.all([Promise.all(pending.healthz), Promise.all(pending.products)])
  const isStalled = ({ startedMs, endedMs }: Timing) =>
    stalls.some(({ fromMs, toMs }) => startedMs < toMs && endedMs > fromMs)
  const durations = (timings: Timing[]) =>
    timings.filter((timing) => timing.isOk && !isStalled(timing)).map(({ startedMs, endedMs }) => endedMs - startedMs)
  const all = [...healthz, ...products]
  return {
    healthz: durations(healthz),
    products: durations(products),
    failed: all.filter(({ isOk }) => !isOk).length,
    stalled: all.filter(isStalled).length,
  }
}

process.on('message', async (durationMs: number) => process.send?.(await measure(durationMs)))
process.send?.('ready')
process.on('disconnect', () => process.exit())
