import { createHmac, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Ctx } from '../../src/ctx.ts'
import { defineJob, enqueue } from '../../src/jobs/job.ts'
import { createApiClient, openIsolatedShop, type Shop } from '../open-shop.ts'
import { runProgram } from '../process.ts'

const names = async (shop: Shop): Promise<string[]> => {
  const names: string[] = []
  let cursor = ''
  do {
    const { body } = await shop.api.get(`/v1/events?limit=100${cursor && `&cursor=${cursor}`}`)
    names.push(...body.data.map((event: { data: { name: string } }) => event.data.name))
    cursor = body.nextCursor ?? ''
  } while (cursor)
  return names
}

/** A file that tells the victim it has already crashed once. */
function freshMark(): string {
  const mark = join(tmpdir(), `storedesk-mark-${randomUUID()}`)
  onTestFinished(() => rm(mark, { force: true }))
  return mark
}

function startVictim(shop: Shop, role: 'api' | 'worker', mark = freshMark(), crashWhen = '') {
  const connection = JSON.stringify(shop.server.connection)
  return runProgram('test/crashing-server.process.ts', {
    VICTIM_CONNECTION: connection,
    VICTIM_MARK: mark,
    VICTIM_ROLE: role,
    VICTIM_FILES: `${mark}-files`,
    VICTIM_CRASH_WHEN: crashWhen,
  })
}

async function openVictim(shop: Shop, mark?: string) {
  const victim = startVictim(shop, 'api', mark)
  const [, port] = await victim.waitForLine(/listening on (\d+)/)
  const url = `http://127.0.0.1:${port}`
  return { victim, url, api: createApiClient(url, { authorization: `Bearer ${shop.liveKey}` }) }
}

describe('E3 a request whose server is killed', () => {
  it.each([
    ['in the middle', false],
    ['before the response', true],
  ])('%s is processed exactly once when retried', async (dies, replayed) => {
    const shop = await openIsolatedShop()
    const mark = freshMark()
    const body = { name: 'once', dies }
    const first = await openVictim(shop, mark)
    await expect(first.api.post('/v1/actions', body, { 'idempotency-key': 'a' })).rejects.toThrow()
    expect(await first.victim.exit()).toBeNull()

    const { api } = await openVictim(shop, mark)
    const retry = () => api.post('/v1/actions', body, { 'idempotency-key': 'a' })
    // While the database still holds the locks of the connection that died, the response is 503: try again.
    const second = await vi.waitUntil(
      async () => {
        const response = await retry()
        return response.status === 503 ? undefined : response
      },
      { timeout: 120_000, interval: 100 },
    )
    expect(second.status).toBe(201)
    expect(second.headers.has('idempotent-replayed')).toBe(replayed)
    expect(await names(shop)).toEqual(['once'])
  })
})

const named = (name: string) => defineJob({ name, payload: Type.Object({ name: Type.String() }), run: async () => {} })

describe('a job whose worker is killed', () => {
  it('halfway runs again', async () => {
    const shop = await openIsolatedShop()
    const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
    await enqueue(ctx, named('test.deadly'), { name: 'survived' })
    const mark = freshMark()
    expect(await startVictim(shop, 'worker', mark).exit()).toBeNull()
    expect(await names(shop)).toEqual([])

    startVictim(shop, 'worker', mark)
    await vi.waitFor(async () => expect(await names(shop)).toEqual(['survived']), { timeout: 120_000, interval: 200 })
  })

  it('is not lost, however often it happens', async () => {
    const shop = await openIsolatedShop()
    const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
    const expected: string[] = []
    const countEvents = async () => (await shop.server.db.pool.query('select from events')).rowCount ?? 0
    for (let round = 0; round < 3; round++) {
      const more = Array.from({ length: 60 }, (_, n) => `job ${n} of round ${round}`)
      for (const name of more) await enqueue(ctx, named('test.working'), { name })
      expected.push(...more)
      const before = await countEvents()
      const hasProgressed = `select count(*) from events having count(*) > ${before}`
      expect(await startVictim(shop, 'worker', freshMark(), hasProgressed).exit()).toBeNull()
    }
    startVictim(shop, 'worker')
    const missing = async () => {
      const done = new Set(await names(shop))
      return expected.filter((name) => !done.has(name))
    }
    await vi.waitFor(async () => expect(await missing()).toEqual([]), { timeout: 120_000, interval: 500 })
  })
})

describe('an inbound event whose server is killed after the acknowledgment', () => {
  it('is processed exactly once', async () => {
    const shop = await openIsolatedShop()
    const { victim, api, url } = await openVictim(shop)
    const { body } = await api.send('PUT', '/v1/connections/judgeme', { secret: 'judgeme' })
    const hook = url + new URL(body.webhookUrl).pathname
    const acknowledged: string[] = []
    for (let id = 1; id <= 8; id++) {
      const response = await fetch(hook, { method: 'POST', ...newReview(id) })
      expect(response.status).toBe(200)
      acknowledged.push(((await response.json()) as { id: string }).id)
    }
    expect(await victim.kill('SIGKILL')).toBeNull()
    const statuses = async () => {
      const { data } = (await shop.api.get('/v1/inbound-events?limit=100')).body
      return data.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`).sort()
    }
    expect(await statuses()).toEqual(acknowledged.map((id) => `${id} received`).sort())

    const hasBegun = "select from inbound_events where status = 'processed'"
    expect(await startVictim(shop, 'worker', freshMark(), hasBegun).exit()).toBeNull()
    startVictim(shop, 'worker')
    await vi.waitFor(async () => expect(await statuses()).toEqual(acknowledged.map((id) => `${id} processed`).sort()), {
      timeout: 120_000,
      interval: 200,
    })
    const { rows } = await shop.server.db.pool.query(`
      select (select count(*)::integer from reviews) as reviews, (select count(*)::integer from tickets) as tickets,
        (select count(*)::integer from events where type = 'review.created') as events`)
    expect(rows).toEqual([{ reviews: 8, tickets: 8, events: 8 }])
  })
})

/** A bad one, which opens a ticket. */
function newReview(id: number) {
  const at = new Date().toISOString()
  const review = { id, rating: 1, body: `Broken ${id}`, curated: 'ok', published: true, created_at: at, updated_at: at }
  const body = JSON.stringify({ key: 'review/created', review })
  const signature = createHmac('sha256', 'judgeme').update(body).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'judgeme-hmac-sha256': signature } }
}
