import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Ctx } from '../../src/ctx.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { defineJob, enqueue } from '../../src/jobs/job.ts'
import { openServer } from '../open-server.ts'
import { caller, openShop } from '../open-shop.ts'

it('E2 while the database is away the answer is 503 with Retry-After, and all is well again when it is back', async () => {
  const dataDir = join(tmpdir(), `storedesk-away-${randomUUID()}`)
  const start = () => startEmbedded({ dataDir, say: () => {}, durable: false })
  let database = await start()
  onTestFinished(async () => {
    await database.stop()
    await rm(dataDir, { recursive: true })
  })
  await migrate(database.connection)
  const done: string[] = []
  let begun = 0
  const job = defineJob({
    name: 'test.slow',
    payload: Type.Object({ name: Type.String(), ms: Type.Integer() }),
    run: async (_ctx, { name, ms }) => {
      begun += 1
      await new Promise((resolve) => setTimeout(resolve, ms))
      done.push(name)
    },
  })
  const shop = await openShop(await openServer({ connection: database.connection, extra: { jobs: [job] } }))
  const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
  const worker = await shop.server.startWorker()
  const anybody = caller(shop.server.url)
  expect((await shop.api.get('/v1/workspace')).status).toBe(200)

  // This one ends while nobody can be told.
  await enqueue(ctx, job, { name: 'in between', ms: 500 })
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 20_000 })
  await database.stop()
  await vi.waitFor(() => expect(done).toEqual(['in between']), { timeout: 20_000 })
  for (let round = 0; round < 3; round++) {
    const answer = await shop.api.get('/v1/workspace')
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable'])
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const ready = await anybody.get('/readyz')
  expect([ready.status, ready.body]).toMatchObject([
    503,
    { status: 'unavailable', checks: { database: { ok: false } } },
  ])
  expect((await anybody.get('/healthz')).status).toBe(200)

  database = await start()
  expect((await shop.api.patch('/v1/workspace', { name: 'Back again' })).status).toBe(200)
  expect((await anybody.get('/readyz')).status).toBe(200)
  await enqueue(ctx, job, { name: 'afterwards', ms: 0 })
  await vi.waitFor(() => expect(done).toContain('afterwards'), { timeout: 30_000 })
  // It may take up work a moment before it says so.
  await expect.poll(() => worker.isRunning()).toBe(true)
}, 120_000)
