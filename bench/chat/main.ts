// Measures chat streams: `npm run bench:chat`. Opens many streams at once and compares every answer with what the model
// wrote, three times, with the server's memory after each; revokes a key with as many open streams; and compares the time
// to the first byte of an embedded answer with that of a cached product. Fails if a chunk is lost, memory grows, a
// stream outlives its key by a second, or the first byte takes more than three times as long.
// Set STREAMS, ROUNDS and SAMPLES to override.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../kit/child.ts'
import { median } from '../kit/statistics.ts'
import { timeToFirstByte } from './first-byte.ts'
import { openSlowModel } from './slow-model.ts'

const STREAMS = Number(process.env.STREAMS ?? 500)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SAMPLES = Number(process.env.SAMPLES ?? 300)
const DELAY_MS = 400
const MEGABYTE = 1_048_576
/** What the heap may differ after as many streams again: compiled code and caches of the database driver. */
const MAX_GROWTH_BYTES = 8 * MEGABYTE

const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'ginger', 'hazel', 'iris', 'juniper']
const SENTENCES = WORDS.flatMap((one) => WORDS.slice(0, 3).map((other) => `We speak of ${one} and ${other}. `))
const EXPECTED = SENTENCES.join('').trim()

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const model = await openSlowModel(SENTENCES, DELAY_MS)
const server = await startChild<{ url: string; demoKey: string }>(new URL('server.ts', import.meta.url), {
  DATA_DIR: dataDir,
  MODEL_URL: model.url,
})
const { url, demoKey } = server.message
const failures: string[] = []
const check = (ok: boolean, what: string) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`)
  if (!ok) failures.push(what)
}

try {
  await measureFirstByte()
  await measureStreams()
  await measureRevocation()
} finally {
  await server.end()
  model.close()
  rmSync(dataDir, { recursive: true, force: true })
}
if (failures.length > 0) process.exitCode = 1

interface Key {
  id: string
  secret: string
}

interface StreamResult {
  status: number
  text: string
  isComplete: boolean
  endedAtMs: number
}

async function openStream({ secret }: Key, onOpen: () => void = () => {}): Promise<StreamResult> {
  const response = await fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Tell me about your garden.', stream: true }),
  })
  onOpen()
  const body = await response.text().catch(() => '')
  const chunks = body
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line): { type: string; delta?: string } => JSON.parse(line.slice(6)))
  const text = chunks.map(({ type, delta = '' }) => (type === 'text-delta' ? delta : '')).join('')
  return {
    status: response.status,
    text: text.trim(),
    isComplete: body.endsWith('data: [DONE]\n\n'),
    endedAtMs: Date.now(),
  }
}

async function measureStreams(): Promise<void> {
  const key = await server.request<Key>('newKey')
  const heaps: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const startedMs = performance.now()
    let open = 0
    let mostOpen = 0
    const results = await Promise.all(
      Array.from({ length: STREAMS }, async () => {
        const result = await openStream(key, () => {
          open += 1
          mostOpen = Math.max(mostOpen, open)
        })
        open -= 1
        return result
      }),
    )
    const complete = results.filter(({ text, isComplete }) => isComplete && text === EXPECTED).length
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    check(
      complete === STREAMS && mostOpen === STREAMS,
      `round ${round}: ${complete} of ${STREAMS} answers complete, ${mostOpen} open at once, ${seconds} s`,
    )
    const { heapBytes, rssBytes, openStreams } = await server.request<{
      heapBytes: number
      rssBytes: number
      openStreams: number
    }>('memory')
    heaps.push(heapBytes)
    console.log(
      `     after it: heap ${toMegabytes(heapBytes)}, resident ${toMegabytes(rssBytes)}, ${openStreams} streams open`,
    )
  }
  const growth = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0)
  check(growth < MAX_GROWTH_BYTES, `the heap differs by ${toMegabytes(growth)} between the first and the last round`)
}

async function measureRevocation(): Promise<void> {
  const key = await server.request<Key>('newKey')
  let open = 0
  const { promise: allOpen, resolve } = Promise.withResolvers<void>()
  const streams = Array.from({ length: STREAMS }, () =>
    openStream(key, () => {
      open += 1
      if (open === STREAMS) resolve()
    }),
  )
  await allOpen
  const sentAtMs = Date.now()
  const { revokedAtMs } = await server.request<{ revokedAtMs: number }>({ revoke: key.id })
  const results = await Promise.all(streams)
  const last = Math.max(...results.map(({ endedAtMs }) => endedAtMs))
  const cut = results.filter(({ isComplete }) => !isComplete).length
  check(
    cut === STREAMS && last - revokedAtMs < 1000,
    `revoked in ${revokedAtMs - sentAtMs} ms; all ${cut} streams ended ${Math.max(0, last - revokedAtMs)} ms later`,
  )
}

/** Alternates, so that background load on the machine affects both alike. */
async function measureFirstByte(): Promise<void> {
  const headers = { authorization: `Bearer ${demoKey}` }
  const { data } = (await (await fetch(`${url}/v1/products?limit=1`, { headers })).json()) as { data: { id: string }[] }
  const path = `/v1/products/${data[0]?.id}`
  const times: Record<'product' | 'answer' | 'reply', number[]> = { product: [], answer: [], reply: [] }
  const body = { message: 'Do you ship to Austria?', stream: true }
  const conversation = (await (
    await fetch(`${url}/v1/chat`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, stream: false }),
    })
  ).json()) as { conversationId: string }
  const warmUp = 100
  for (let sample = 0; sample < SAMPLES + warmUp; sample++) {
    const product = await timeToFirstByte(url, 'GET', path, headers)
    const answer = await timeToFirstByte(url, 'POST', '/v1/chat', headers, body)
    const reply = await timeToFirstByte(url, 'POST', '/v1/chat', headers, {
      ...body,
      conversationId: conversation.conversationId,
    })
    if (sample < warmUp) continue
    times.product.push(product)
    times.answer.push(answer)
    times.reply.push(reply)
  }
  const [product, answer, reply] = [median(times.product), median(times.answer), median(times.reply)]
  check(
    answer <= 3 * product,
    `first byte: cached product ${product.toFixed(3)} ms, embedded answer ${answer.toFixed(3)} ms (${(answer / product).toFixed(2)} times)`,
  )
  console.log(`     in a conversation that exists: ${reply.toFixed(3)} ms (${(reply / product).toFixed(2)} times)`)
}

function toMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}
