import { Type } from 'typebox'
import { expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { copyTemplate, toDatabaseUrl } from '../database.ts'
import { freePort } from '../free-port.ts'
import { createTestKey } from '../new-key.ts'
import { createApiClient } from '../open-shop.ts'
import { runProgram } from '../process.ts'

it('ROLE=api serves, ROLE=worker runs jobs and reports its health, on one DATABASE_URL; a second api refuses to start', async () => {
  const connection = await copyTemplate()
  // With an existing workspace no demo shop is seeded.
  const key = await createTestKey(connection)
  const db = openDatabase({ connection, maxConnections: 1 })
  const DATABASE_URL = toDatabaseUrl(connection)
  const PORT = String(await freePort())
  const SECRET_KEY = 'shared by every server of the database'
  const STOREFRONT_PORT = String(await freePort())
  const withoutSecretKey = runProgram('dist/main.js', { DATABASE_URL, PORT, STOREFRONT_PORT, ROLE: 'api' })
  expect(await withoutSecretKey.exit()).toBe(1)
  expect(withoutSecretKey.errors()).toMatch(/^DATABASE_URL requires a SECRET_KEY.*\n$/)

  const api = runProgram('dist/main.js', {
    DATABASE_URL,
    SECRET_KEY,
    PORT,
    STOREFRONT_PORT,
    ROLE: 'api',
    LOG_LEVEL: 'warn',
  })
  await api.waitForLine(/Storedesk is ready: /)

  const Count = Type.Object({ count: Type.Integer() })
  const waiting = async () => (await db.one(Count, sql`select count(*) from graphile_worker.jobs`)).count
  const shop = createApiClient(`http://127.0.0.1:${PORT}`, { authorization: `Bearer ${key}` })
  const before = await waiting()
  expect((await shop.patch('/v1/workspace', { name: 'Two processes' })).status).toBe(200)
  expect(await waiting()).toBe(before + 1)

  const second = runProgram('dist/main.js', {
    DATABASE_URL,
    SECRET_KEY,
    PORT: String(await freePort()),
    STOREFRONT_PORT: String(await freePort()),
    ROLE: 'api',
  })
  expect(await second.exit()).toBe(1)
  expect(second.errors()).toMatch(/^Another Storedesk server is running on this database.*\n$/)

  const WORKER_PORT = String(await freePort())
  const worker = runProgram('dist/main.js', {
    DATABASE_URL,
    SECRET_KEY,
    ROLE: 'worker',
    PORT: WORKER_PORT,
    LOG_LEVEL: 'warn',
  })
  await worker.waitForLine(/is ready and runs jobs/)
  const operator = createApiClient(`http://127.0.0.1:${WORKER_PORT}`, { authorization: `Bearer ${key}` })
  expect(await operator.get('/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } })
  expect(await operator.get('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', checks: { database: { ok: true }, jobs: { ok: true } } },
  })
  const metrics = await operator.get('/metrics')
  expect(metrics.body).toMatch(/^job_runner_up 1$/m)
  expect(metrics.body).toMatch(/^jobs_oldest_overdue_seconds [\d.]+$/m)
  for (const path of ['/', '/v1/workspace', '/dashboard/', '/dashboard/api/me', '/docs', '/openapi.json']) {
    const response = await operator.get(path)
    expect([path, response.status, response.body.error?.code]).toEqual([path, 404, 'not_found'])
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 120_000 })
  await db.close()
  expect(await worker.kill('SIGTERM')).toBe(0)
  expect(await api.kill('SIGTERM')).toBe(0)
})
