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
import { openServerWithRoutes, type RouteTables } from '../contract/route-table.ts'
import { createApiClient, openShop, type Shop } from '../open-shop.ts'
import { type StaffClient, signIn } from '../sign-in.ts'

it('E2 every route returns 503 with Retry-After while the database is down, and recovers when it is back', async () => {
  const dataDir = join(tmpdir(), `storedesk-away-${randomUUID()}`)
  const start = () => startEmbedded({ dataDir, print: () => {}, durable: false })
  let database = await start()
  onTestFinished(async () => {
    await database.stop()
    await rm(dataDir, { recursive: true })
  })
  await migrate(database.connection)
  const done: string[] = []
  let started = 0
  const gate = Promise.withResolvers<void>()
  const job = defineJob({
    name: 'test.slow',
    payload: Type.Object({ name: Type.String() }),
    run: async (_ctx, { name }) => {
      started += 1
      await gate.promise
      done.push(name)
    },
  })
  const tables = await openServerWithRoutes({ connection: database.connection, extra: { jobs: [job] } })
  const shop = await openShop(tables.server)
  const owner = await signIn(shop)
  const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
  const worker = await shop.server.startWorker()
  const anybody = createApiClient(shop.server.url)
  expect((await shop.api.get('/v1/workspace')).status).toBe(200)

  // This job finishes while its completion cannot be stored.
  await enqueue(ctx, job, { name: 'in between' })
  await vi.waitFor(() => expect(started).toBe(1), { timeout: 120_000 })
  await database.stop()
  gate.resolve()
  await vi.waitFor(() => expect(done).toEqual(['in between']), { timeout: 120_000 })
  for (let round = 0; round < 3; round++) {
    const response = await shop.api.get('/v1/workspace')
    expect([response.status, response.body.error.code]).toEqual([503, 'unavailable'])
    expect(response.headers.get('retry-after')).toBe('1')
  }
  await expectUnavailable(tables, shop, owner)
  const ready = await anybody.get('/readyz')
  expect([ready.status, ready.body]).toMatchObject([
    503,
    { status: 'unavailable', checks: { database: { ok: false } } },
  ])
  expect((await anybody.get('/healthz')).status).toBe(200)

  database = await start()
  expect((await shop.api.patch('/v1/workspace', { name: 'Back again' })).status).toBe(200)
  expect((await owner.get('/dashboard/api/me')).status).toBe(200)
  // Health checks may be a second old.
  await expect.poll(async () => (await anybody.get('/readyz')).status).toBe(200)
  await enqueue(ctx, job, { name: 'afterwards' })
  await vi.waitFor(() => expect(done).toContain('afterwards'), { timeout: 120_000 })
  // The worker may take jobs a moment before it reports that it is running.
  await expect.poll(() => worker.isRunning()).toBe(true)
})

/** Calls every route: none may report a database outage as an internal error. */
async function expectUnavailable({ api, dashboard }: RouteTables, shop: Shop, owner: StaffClient): Promise<void> {
  const { workspaceId, environmentId } = shop.live
  const byKey = api.map((route) => ({ ...route, caller: shop.api }))
  const byStaff = [...dashboard, ...api.map((route) => ({ ...route, path: `/dashboard/api${route.path}` }))].map(
    (route) => ({ ...route, caller: owner }),
  )
  for (const calls of [byKey, byStaff]) {
    const responses = await Promise.all(
      calls.map(async ({ method, path, caller }) => {
        const address = path.replace(':workspaceId', workspaceId).replaceAll(/:\w+|\*/g, 'x')
        const body = method === 'GET' || method === 'HEAD' ? undefined : {}
        const headers = { 'x-environment-id': environmentId, 'api-version': '2026-01-30' }
        return { name: `${method} ${path}`, method, ...(await caller.send(method, address, body, headers)) }
      }),
    )
    const serverErrors = responses.filter(({ status }) => status >= 500 && status !== 503)
    expect(serverErrors.map(({ name, status }) => [name, status])).toEqual([])
    const unavailable = responses.filter(({ status }) => status === 503)
    // The others need no database, or reject the empty body first.
    expect(unavailable.length).toBeGreaterThan(responses.length * 0.8)
    for (const { name, method, headers, body } of unavailable) {
      expect([name, headers.get('retry-after')]).toEqual([name, '1'])
      if (method !== 'HEAD')
        expect([name, JSON.stringify(body)]).toEqual([name, expect.stringContaining('unavailable')])
    }
  }
}
