import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Module } from '../../src/modules/module.ts'
import { finishJobs } from '../finish-jobs.ts'
import { openServer, type TestServer } from '../open-server.ts'
import { type ApiClient, createApiClient, openIsolatedShop, openShop, type Shop } from '../open-shop.ts'
import { signIn } from '../sign-in.ts'
import { LEAKS } from './leaks.ts'
import { openServerWithRoutes, type Route } from './route-table.ts'
import { changedTables, checksumsInside, checksumsOutside } from './row-checksums.ts'
import { SAMPLES } from './sandbox-samples.ts'
import { bodyOf, headersOf, inSandbox, lastingPath, sweepSandbox } from './sandbox-sweep.ts'

type WhenDone = Parameters<typeof openServer>[1]

/** Two shops with data in each environment, on a server that has closed: it records no further uses of live keys. */
async function openOldShops(whenDone: WhenDone): Promise<[Shop, Shop]> {
  const server = await openServer({}, whenDone)
  const shops: [Shop, Shop] = [await openShop(server), await openShop(server)]
  for (const { api, sandbox } of shops) {
    await api.patch('/v1/workspace', { name: 'Production' })
    await sandbox.patch('/v1/workspace', { name: 'Sandbox' })
  }
  const worker = await server.startWorker()
  await finishJobs(server)
  await worker.stop()
  await server.app.close()
  return shops
}

async function environmentsOfJobs({ db }: TestServer): Promise<(string | null)[]> {
  const { rows } = await db.pool.query(`select payload ->> 'environmentId' as id from graphile_worker._private_jobs`)
  return rows.map(({ id }) => id)
}

/** `carts` of `/v1/carts/:id`. */
const resourceOf = (path: string) => path.split('/')[2] ?? ''

/** Read from the docs, because tests are named before a server runs. The last test checks that no route is missing. */
function listResources(): string[] {
  const table = readFileSync(new URL('../../../docs/routes.md', import.meta.url), 'utf8')
  return [...new Set([...table.matchAll(/\/v1\/[\w-]+/g)].map(([path]) => resourceOf(path)))]
}

/** Opens a sandbox to sweep, and compares which tables changed outside and inside it. */
async function openSweep([old, stranger]: [Shop, Shop], extra: Module = {}, whenDone?: WhenDone) {
  const { server, api } = await openServerWithRoutes({ connection: old.server.connection, extra }, whenDone)
  const sandbox = createApiClient(server.url, { authorization: `Bearer ${old.testKey}` })
  const shop: Shop = { ...old, server, sandbox }
  const staff = inSandbox(await signIn(shop), shop)
  const { environmentId } = shop.test
  const outside = await checksumsOutside(server, environmentId)
  const inside = await checksumsInside(server, environmentId)
  return {
    routes: api,
    call: (routes: Route[]) => sweepSandbox(shop, { staff, stranger }, routes, SAMPLES),
    /** Runs the enqueued jobs to completion and returns whether all belonged to the sandbox. */
    finishJobs: async () => {
      const jobs = await environmentsOfJobs(server)
      expect(jobs).toContain(environmentId)
      await server.startWorker()
      await finishJobs(server)
      await server.app.close()
      return jobs.every((id) => id === environmentId)
    },
    changedOutside: async () => changedTables(outside, await checksumsOutside(server, environmentId)),
    changedInside: async () => changedTables(inside, await checksumsInside(server, environmentId)),
  }
}

/** Shared: each sweep compares with what it finds. */
let oldShops: [Shop, Shop]
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  oldShops = await openOldShops((close) => closers.push(close))
})
afterAll(() => Promise.all(closers.map((close) => close())))

describe('C1 isolation of every route', () => {
  it('C1 returns 404 and changes nothing for an id of another workspace or of the other environment', async () => {
    const { server, api } = await openServerWithRoutes()
    const [shop, other] = [await openShop(server), await openShop(server)]
    // Stored rejections belong to the caller's own idempotency key.
    const checksums = async () => [
      await checksumsInside(server, other.live.environmentId),
      { ...(await checksumsInside(server, shop.live.environmentId)), idempotency_keys: 'of the caller' },
    ]
    // A policy kind, a carrier name and a provider are not ids: every environment has its own. Their own tests prove the
    // isolation.
    // A customer's own orders have a test of their own, since each caller needs a customer's token.
    const withId = api.filter(
      ({ path, customer }) => path.includes(':') && !/:(kind|name|provider)/.test(path) && customer !== 'required',
    )
    expect(withId.length).toBeGreaterThan(0)
    // Creates everything first, so that nothing else is written during the rejected calls.
    const calls: { route: Route; caller: ApiClient; path: string; sent: object | string | undefined }[] = []
    for (const route of withId) {
      const [foreign, live] = await Promise.all([
        lastingPath(route, SAMPLES, other.api),
        lastingPath(route, SAMPLES, shop.api),
      ])
      const [asKey, asSandbox] = await Promise.all([
        bodyOf(route, SAMPLES, shop.api),
        bodyOf(route, SAMPLES, shop.sandbox),
      ])
      calls.push(
        { route, caller: shop.api, path: foreign, sent: asKey },
        { route, caller: shop.sandbox, path: foreign, sent: asSandbox },
        { route, caller: shop.sandbox, path: live, sent: asSandbox },
      )
    }
    const before = await checksums()
    const send = async ({ route, caller, path, sent }: (typeof calls)[number]) => {
      const { status, body } = await caller.send(route.method, path, sent, await headersOf(route, SAMPLES, caller))
      // A response to HEAD has no body.
      const code = route.method === 'HEAD' ? undefined : 'not_found'
      const errorCode = body?.error?.code ?? body?.code
      expect([route.method, route.path, status, errorCode]).toEqual([route.method, route.path, 404, code])
    }
    // Nothing changes, so they may run at once.
    while (calls.length > 0) await Promise.all(calls.splice(0, 8).map(send))
    expect(await checksums()).toEqual(before)
  })

  it.each(LEAKS)('C1 the sweep below detects a leak through %s', async (_way, leak, tables) => {
    const { routes, call, finishJobs, changedOutside } = await openSweep(oldShops, leak)
    await call(routes.filter(({ path }) => path === '/v1/workspace' || path === '/v1/leaks/:id'))
    const isAllOwn = await finishJobs()
    expect([...(await changedOutside()), ...(isAllOwn ? [] : ['jobs'])]).toEqual(tables)
  })

  it('C1 a row cannot reference a row of another environment', async () => {
    const shop = await openIsolatedShop()
    const orphan = shop.server.db.pool.query(
      "insert into events (environment_id, id, type, data) values (gen_random_uuid(), 'evt_x', 'x', '{}')",
    )
    await expect(orphan).rejects.toThrow('foreign key')
  })
})

/**
 * Compares all rows of all tables of every workspace, except those of the one sandbox. Calls every route with every
 * method, by a test key under `/v1` and by an owner who has selected the sandbox under `/dashboard/api/v1`: with valid
 * input, with an Idempotency-Key, with the live environment's identifier added, and with input that is rejected.
 */
describe('C1 no route changes a row outside its sandbox, called by a test key or by staff', () => {
  let sweep: Awaited<ReturnType<typeof openSweep>>
  const swept = new Set<Route>()
  beforeAll(async () => {
    sweep = await openSweep(oldShops, {}, (close) => closers.push(close))
  })

  it.each(listResources())('C1 %s', async (resource) => {
    const routes = sweep.routes.filter(({ path }) => resourceOf(path) === resource)
    await sweep.call(routes)
    for (const route of routes) swept.add(route)
    expect(await sweep.changedOutside()).toEqual([])
  })

  it('C1 neither do the jobs they enqueue', async () => {
    expect(swept.size).toBe(sweep.routes.length)
    expect(await sweep.finishJobs()).toBe(true)
    expect(await sweep.changedOutside()).toEqual([])
    expect(await sweep.changedInside()).toEqual(
      expect.arrayContaining([
        'acp_sessions',
        'collection_products',
        'carts',
        'checkouts',
        'collections',
        'environments',
        'events',
        'files',
        'ledger_entries',
        'locations',
        'loyalty_accounts',
        'loyalty_lots',
        'loyalty_programs',
        'loyalty_redemptions',
        'referral_codes',
        'referrals',
        'email_templates',
        'emails',
        'fulfillments',
        'order_items',
        'order_payments',
        'orders',
        'article_versions',
        'articles',
        'policies',
        'policy_versions',
        'pricing_versions',
        'promotion_codes',
        'promotions',
        'return_items',
        'returns',
        'shipping_profiles',
        'shipping_rates',
        'shipping_zones',
        'stock_levels',
        'stock_movements',
        'store_credit_accounts',
        'tax_regions',
        'tax_settings',
        'themes',
      ]),
    )
  })
})
