import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startChild } from '../kit/child.ts'
import { median } from '../kit/statistics.ts'

type Mode = 'off' | 'memory' | 'redis'
type Path = '/v1/cached' | '/v1/counted'

interface Servers {
  urls: Partial<Record<Mode, string>>
  keys: string[]
}

const SECONDS = Number(process.env.SECONDS ?? 4)
const ROUNDS = Number(process.env.ROUNDS ?? 7)

/** Alternates rounds, so that background load on the machine affects all variants alike; compares the medians. */
export async function measureThroughput(redisUrl: string | undefined): Promise<void> {
  const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
  const env = { DATA_DIR: dataDir, ...(redisUrl && { REDIS_URL: redisUrl }) }
  const child = await startChild<Servers>(new URL('servers.ts', import.meta.url), env)
  try {
    const { message: servers } = child
    // Cached responses do not count, so a few busy shops may send all requests.
    for (const shops of [50, servers.keys.length]) await compare(servers, '/v1/cached', shops)
    await compare(servers, '/v1/counted', servers.keys.length)
  } finally {
    await child.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function compare({ urls, keys: all }: Servers, path: Path, shops: number): Promise<void> {
  const keys = all.slice(0, shops)
  const modes = Object.keys(urls) as Mode[]
  const rates = new Map(modes.map((mode) => [mode, [] as number[]]))
  for (const mode of modes) await load(urls[mode] ?? '', path, keys, 2)
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < modes.length; turn++) {
      const mode = modes[(turn + round) % modes.length] as Mode
      rates.get(mode)?.push(await load(urls[mode] ?? '', path, keys, SECONDS))
    }
  }
  const off = median(rates.get('off') ?? [])
  console.log(`\nGET ${path} of ${shops} workspaces, ${ROUNDS} rounds of ${SECONDS} s each, in turn:`)
  console.table(
    modes.map((mode) => {
      const rate = median(rates.get(mode) ?? [])
      return { limits: mode, 'requests/s (median)': Math.round(rate), cost: `${((1 - rate / off) * 100).toFixed(1)} %` }
    }),
  )
}

/** Spreads requests over one workspace per key, so that none comes near its limit. */
async function load(url: string, path: Path, keys: string[], seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 20,
    duration: seconds,
    // Each client starts at a different key, so that all keys are used equally.
    setupClient: (client) => {
      const begin = Math.floor(Math.random() * keys.length)
      const own = [...keys.slice(begin), ...keys.slice(0, begin)]
      client.setRequests(own.map((key) => ({ path, headers: { authorization: `Bearer ${key}` } })))
    },
  })
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}${path}: ${result.non2xx} rejected, ${result.errors} errors, ${result.timeouts} timeouts`)
  }
  return result.requests.total / result.duration
}
