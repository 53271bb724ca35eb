import { describe, expect, it } from 'vitest'
import { openServer } from '../../test/open-server.ts'
import { createApiClient, openShop } from '../../test/open-shop.ts'
import { sendRaw } from '../../test/raw-socket.ts'
import { signIn } from '../../test/sign-in.ts'
import { sql } from '../db/sql.ts'
import { createLog } from '../log.ts'
import { serveHealth } from './health.ts'
import { createServer } from './server/server.ts'

describe('GET /metrics', () => {
  it('is open to this machine and counts requests by route', async () => {
    const server = await openServer()
    await createApiClient(server.url).get('/v1/events/evt_00000000000000000000000000')
    const response = await createApiClient(server.url).get('/metrics')
    expect(response.status).toBe(200)
    expect(response.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/v1/events/:id",status="401"} 1',
    )
  })

  it('measures the pools of sign-in and jobs, too', async () => {
    const shop = await openShop(await openServer())
    await shop.server.startWorker()
    await signIn(shop)
    const metrics = async () => (await createApiClient(shop.server.url).get('/metrics')).body
    for (const pool of ['sign_in', 'jobs']) {
      for (const name of ['database_pool_wait_seconds', 'database_statement_duration_seconds']) {
        await expect.poll(metrics).toMatch(new RegExp(`^${name}_count\\{pool="${pool}"\\} [1-9]`, 'm'))
      }
    }
    expect(await metrics()).toMatch(/^database_pool_connections\{pool="jobs",state="waiting"\} \d/m)
    expect(await metrics()).toMatch(/^database_pool_size\{pool="sign_in"\} 5$/m)
  })

  it('is closed to proxied requests', async () => {
    const server = await openServer()
    for (const header of ['x-forwarded-for', 'forwarded']) {
      expect((await createApiClient(server.url).get('/metrics', { [header]: '127.0.0.1' })).status).toBe(401)
    }
  })

  it('accepts only METRICS_TOKEN when it is set', async () => {
    const server = await openServer({ metricsToken: 'sesame' })
    expect((await createApiClient(server.url).get('/metrics')).status).toBe(401)
    expect((await createApiClient(server.url).get('/metrics', { authorization: 'Bearer wrong!' })).status).toBe(401)
    expect((await createApiClient(server.url).get('/metrics', { authorization: 'Bearer sesame' })).status).toBe(200)
  })
})

describe('static files', () => {
  it.each([
    ['/dashboard/../x', {}, 404],
    ['/dashboard/%2e%2e/%2e%2e/package.json', {}, 404],
    ['/dashboard/%00', {}, 404],
    ['/dashboard/.stamp', {}, 404],
    ['/dashboard/nothing.js', {}, 404],
    ['/dashboard/index.html', { range: 'bytes=9999999-' }, 416],
  ])('%s with %j returns %i, not a server error', async (path, headers, status) => {
    const server = await openServer()
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const response = await sendRaw(
      server.port,
      `GET ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}Connection: close\r\n\r\n`,
    )
    expect(response.status).toBe(status)
    expect(JSON.parse(response.body).error.requestId).toBe(response.headers['x-request-id'])
    expect(server.logged.join('')).not.toContain('request failed')
  })
})

/** A job that has been overdue for so many seconds, without a worker. */
async function openWithOverdueJob(seconds: number) {
  const server = await openServer()
  await server.db.run(sql`
    select graphile_worker.add_job('test.late', run_at => now() - make_interval(secs => ${seconds}::float8))`)
  return createApiClient(server.url)
}

describe('the age of the oldest overdue job', () => {
  it('10: is in /readyz, which is degraded from one minute on', async () => {
    const late = await (await openWithOverdueJob(90)).get('/readyz')
    expect(late).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { jobs: { ok: true, degraded: true } } },
    })
    expect(late.body.checks.jobs.oldestOverdueSeconds).toBeGreaterThanOrEqual(90)
    expect((await (await openWithOverdueJob(-60)).get('/readyz')).body).toMatchObject({
      status: 'ready',
      checks: { jobs: { ok: true, oldestOverdueSeconds: 0 } },
    })
  })

  it('10: is in /metrics', async () => {
    const { body } = await (await openWithOverdueJob(90)).get('/metrics')
    expect(Number(/^jobs_oldest_overdue_seconds (.+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(90)
    expect(body).toMatch(/^jobs_waiting 1$/m)
    expect(body).toMatch(/^jobs_dead_letters 0$/m)
    // The scrape itself queried the database.
    expect(body).toMatch(/^database_pool_wait_seconds_count\{pool="general"\} [1-9]/m)
    expect(body).toMatch(/^database_statement_duration_seconds_count\{pool="general"\} [1-9]/m)
    expect(body).toMatch(/^database_pool_connections\{pool="general",state="waiting"\} 0$/m)
    expect(body).toMatch(/^database_pool_size\{pool="generic_plan"\} 5$/m)
  })
})

describe('GET /readyz', () => {
  it('serves many probes with one check', async () => {
    const app = createServer({ logger: createLog('silent') })
    let looks = 0
    let arrived = 0
    let response = (_check: { ok: boolean }) => {}
    const check = () => {
      looks += 1
      return new Promise<{ ok: boolean }>((resolve) => {
        response = resolve
      })
    }
    app.addHook('preHandler', async () => {
      arrived += 1
    })
    serveHealth(app, { version: '1', isDraining: () => false, checks: { database: check } })
    const responses = Promise.all(Array.from({ length: 50 }, () => app.inject('/readyz')))
    await expect.poll(() => arrived).toBe(50)
    response({ ok: true })
    expect((await responses).map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect(looks).toBe(1)
    await app.close()
  })

  it('reports draining when the server is about to stop', async () => {
    const server = await openServer({ isDraining: () => true })
    const response = await createApiClient(server.url).get('/readyz')
    expect([response.status, response.body.status]).toEqual([503, 'draining'])
  })
})

describe('/openapi.json and /docs', () => {
  it('describe every route, with its errors, and load nothing from other hosts', async () => {
    const server = await openServer()
    const { body } = await createApiClient(server.url).get('/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/v1/workspace', '/v1/events/{id}']))
    expect(Object.keys(body.paths).filter((path) => !path.startsWith('/v1/'))).toEqual([])
    expect(body.components.schemas.WorkspaceChanges.additionalProperties).toBe(false)
    // Also in addition to an Idempotency-Key.
    const addItems = body.paths['/v1/carts/{id}/items'].post
    expect(addItems.parameters).toEqual(
      expect.arrayContaining([
        { $ref: '#/components/parameters/IfMatch' },
        { $ref: '#/components/parameters/IdempotencyKey' },
      ]),
    )
    expect(addItems.responses['412']).toEqual({ $ref: '#/components/responses/412' })
    expect(body.components.responses['412'].content['application/json'].example.error.code).toBe('precondition_failed')
    // Documents only limits that are enforced.
    const { NewRefund, NonNegativeMoney, MoneyList } = body.components.schemas
    expect(NewRefund.properties.amount.$ref).toBe('#/components/schemas/NonNegativeMoney')
    expect(NewRefund.properties.shipping.$ref).toBe('#/components/schemas/NonNegativeMoney')
    expect(NonNegativeMoney.properties.amount.minimum).toBe(0)
    expect(MoneyList).toMatchObject({ items: { $ref: '#/components/schemas/NonNegativeMoney' }, minItems: 1 })
    // Agents use a protocol of their own, with its headers and errors.
    const cancel = body.paths['/v1/checkout/acp/checkout_sessions/{id}/cancel'].post
    const parameters = cancel.parameters.map(({ $ref, ...own }: { $ref?: string }) =>
      $ref ? body.components.parameters[$ref.split('/').at(-1) ?? ''] : own,
    )
    const needed = parameters.filter(({ required }: { required?: boolean }) => required)
    expect(needed.map(({ name }: { name: string }) => name)).toEqual(['id', 'API-Version'])
    expect(cancel.requestBody.required).toBeUndefined()
    expect(cancel.responses['400']).toEqual({ $ref: '#/components/responses/AcpError400' })
    expect(body.components.responses.AcpError400.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/AcpError',
    })
    expect(body.components.schemas.AcpError.required).toEqual(['type', 'code', 'message'])

    const page = await createApiClient(server.url).get('/docs/')
    expect(page.status).toBe(200)
    expect(page.body).toContain('/openapi.json')
    expect(page.body).not.toMatch(/(src|href)="https?:/)
  })
})
