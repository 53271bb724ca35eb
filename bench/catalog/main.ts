// Measures catalog reads: `npm run bench:catalog`, with pgbench and wrk on the PATH. Set PRODUCTS, SECONDS and ROUNDS
// to override; an argument selects reads by a part of their name.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startChild } from '../kit/child.ts'
import { type RecordedQuery, replay } from '../kit/pgbench.ts'
import { median } from '../kit/statistics.ts'
import { type Turns, takeTurns } from '../kit/turns.ts'
import { getScript, wrk } from '../kit/wrk.ts'

const SECONDS = Number(process.env.SECONDS ?? 5)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CLIENTS = 16
/** As short as possible, because the machine may be half as fast a second later. */
const [CACHED_TURN_MS, UNCACHED_TURN_MS] = [15, 50]
/** But longer than the requests take that are under way at its end. */
const MEDIANS_PER_TURN = 3
const [, , SELECTED = ''] = process.argv

interface ServerInfo {
  urls: { cached: string; uncached: string }
  workspaceId: string
  connection: pg.ClientConfig
}

/** Reads of which our own connections make one plan for all shops. */
const PLANNED_ONCE = ['list of 20', 'list by price', 'list by title', 'best sellers', 'detail']

/** Spells one path in 64 ways, because the server computes concurrent identical requests only once. */
const toSpellings = (path: string): string[] =>
  Array.from({ length: 64 }, (_, number) =>
    path.replace('products', (word) =>
      [...word].map((letter, at) => ((number >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter)).join(''),
    ),
  )

const UNCACHED: Record<string, string[]> = {
  'list of 20 with facets': ['/v1/products?facets=true'],
  'list of 20': ['/v1/products'],
  'list by price': ['/v1/products?sort=price'],
  'list by title': ['/v1/products?sort=title'],
  'best sellers': ['/v1/products?sort=best_selling'],
  'option, price and facets': ['/v1/products?option=Color:Sky&option=Size:M&maxPrice=9000&facets=true'],
  search: ['/v1/products?q=linen%20shirt', '/v1/products?q=oak%20tray', '/v1/products?q=SKU-777-2'],
  'search, mistyped': ['/v1/products?q=linnen%20shrit'],
  detail: ['/v1/products/product-7', '/v1/products/product-271', '/v1/products/product-19'],
}

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const server = await startChild<ServerInfo>(new URL('server.ts', import.meta.url), { DATA_DIR: dataDir })
try {
  if ('cached list'.includes(SELECTED)) await compareCached(server.message)
  await compareUncached(server.message)
} finally {
  await server.end()
  rmSync(dataDir, { recursive: true, force: true })
}

async function compareCached({ urls, workspaceId }: ServerInfo): Promise<void> {
  const { body } = await server.request<{ body: string }>('/v1/products')
  const bare = await startChild(new URL('bare-server.ts', import.meta.url))
  try {
    const { url } = await bare.request<{ url: string }>(body)
    const script = getScript(['/v1/products'], { 'x-workspace-id': workspaceId })
    for (const to of [urls.cached, url]) await wrk(script, { url: to, clients: CLIENTS, seconds: 3 })
    const rounds = await compare(
      CACHED_TURN_MS,
      (load) => wrk(script, { url: urls.cached, ...load }),
      async (load) => (await wrk(script, { url, ...load })).rate,
    )
    console.log(`\nGET /v1/products from memory, ${body.length} bytes, ${ROUNDS} rounds of ${SECONDS} s each:`)
    console.table([
      { setup: 'bare node:http, the same bytes', 'requests/s': Math.round(median(rounds.map((one) => one.reference))) },
      {
        setup: 'Storedesk, storefront mode',
        'requests/s': Math.round(median(rounds.map((one) => one.own))),
        'of bare': toShare(rounds),
      },
    ])
  } finally {
    await bare.end()
  }
}

async function compareUncached({ urls, workspaceId, connection }: ServerInfo): Promise<void> {
  const rows: Record<string, string | number>[] = []
  for (const [name, paths] of Object.entries(UNCACHED).filter(([name]) => name.includes(SELECTED))) {
    const requests: RecordedQuery[][] = []
    const spellings = paths.flatMap(toSpellings)
    // The first request of all also looks up the workspace.
    for (const path of paths) await server.request(path)
    for (const path of paths) requests.push((await server.request<{ queries: RecordedQuery[] }>(path)).queries)
    const script = getScript(spellings, { 'x-workspace-id': workspaceId })
    const target = { url: urls.uncached, clients: CLIENTS }
    const { medianMs: usualMs } = await wrk(script, { ...target, seconds: 2 })
    const rounds = await compare(
      Math.max(UNCACHED_TURN_MS, MEDIANS_PER_TURN * usualMs),
      (load) => wrk(script, { ...target, ...load }),
      (load) => replay(requests, { connection, usesGenericPlans: PLANNED_ONCE.includes(name), ...load }),
    )
    const { medianMs, p99Ms } = await wrk(script, { ...target, seconds: SECONDS })
    rows.push({
      query: name,
      statements: requests[0]?.length ?? 0,
      'requests/s': Math.round(median(rounds.map((one) => one.own)) * 10) / 10,
      'of PostgreSQL alone': toShare(rounds),
      'median ms': medianMs,
      'p99 ms': p99Ms,
      'p99 / median': (p99Ms / medianMs).toFixed(1),
    })
  }
  console.log(
    `\nNot cached: ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s each, in turn with pgbench; latencies from a separate run:`,
  )
  console.table(rows)
}

interface Load {
  clients: number
  seconds: number
  turns: Turns
}

interface Round {
  own: number
  reference: number
}

/** Requests per second of both, while they take turns. A round that something else disturbed is repeated. */
async function compare(
  turnMs: number,
  measureOwn: (load: Load) => Promise<{ rate: number }>,
  measureReference: (load: Load) => Promise<number>,
): Promise<Round[]> {
  const rounds: Round[] = []
  for (let attempt = 0; rounds.length < ROUNDS; attempt++) {
    if (attempt === 2 * ROUNDS) throw new Error('Something else keeps the machine busy')
    const turns = takeTurns(turnMs)
    const load = { clients: CLIENTS, seconds: 2 * SECONDS, turns }
    try {
      const [{ rate: own }, reference] = await Promise.all([measureOwn(load), measureReference(load)])
      if (!turns.isDisturbed()) rounds.push({ own, reference })
    } finally {
      turns.end()
    }
  }
  return rounds
}

/** The median of all rounds, with the lowest and the highest. */
function toShare(rounds: Round[]): string {
  const shares = rounds.map(({ own, reference }) => Math.round((own / reference) * 100))
  return `${median(shares)}% (${Math.min(...shares)} to ${Math.max(...shares)}%)`
}
