import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A client that sends at a steady pace, regardless of response times, from enough addresses never to reach a limit. */
const { PORT = '', WORKSPACE_ID = '' } = process.env
const ADDRESSES = 200
const INTERVAL_MS = 10

export interface Samples {
  healthz: number[]
  products: number[]
  /** Responses other than 200, and requests without a response. */
  failed: number
}

const agents = Array.from(
  { length: ADDRESSES },
  (_, index) => new Agent({ keepAlive: true, localAddress: `127.0.1.${index + 1}` }),
)
let turn = 0

function request(path: string): Promise<number | undefined> {
  turn += 1
  const agent = agents[turn % ADDRESSES] as Agent
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port: PORT, path, agent, headers: { 'x-workspace-id': WORKSPACE_ID } }
    get(options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - startedMs : undefined))
    }).on('error', () => resolve(undefined))
  })
}

async function measure(durationMs: number): Promise<Samples> {
  const pending: Record<'healthz' | 'products', Promise<number | undefined>[]> = { healthz: [], products: [] }
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs) {
    pending.healthz.push(request('/healthz'))
    pending.products.push(request('/v1/products'))
    await sleep(INTERVAL_MS)
  }
  const [healthz, products] = await Promise.all([Promise.all(pending.healthz), Promise.all(pending.products)])
  const successful = (all: (number | undefined)[]) => all.filter((one) => one !== undefined)
  const failed = [...healthz, ...products].filter((one) => one === undefined).length
  return { healthz: successful(healthz), products: successful(products), failed }
}

process.on('message', async (durationMs: number) => process.send?.(await measure(durationMs)))
process.send?.('ready')
process.on('disconnect', () => process.exit())
