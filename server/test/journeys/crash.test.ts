import { randomUUID } from 'node:crypto'
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
  return { victim, api: createApiClient(`http://127.0.0.1:${port}`, { authorization: `Bearer ${shop.liveKey}` }) }
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
