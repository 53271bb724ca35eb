import { describe, expect, it, vi } from 'vitest'
import type { Module } from '../../src/modules/module.ts'
import { openServer, type TestServer } from '../open-server.ts'
import { type Caller, caller, openLoneShop, openShop, type Shop } from '../open-shop.ts'
import { signIn } from '../sign-in.ts'
import { LEAKS } from './leaks.ts'
import { openWithRoutes, type Route } from './route-table.ts'
import { changedTables, checksumsInside, checksumsOutside } from './row-checksums.ts'
import { SAMPLES } from './sandbox-samples.ts'
import { bodyOf, headersOf, pathOf, sweepSandbox } from './sandbox-sweep.ts'

/** Two shops with something in each environment, on a server that is gone: it will note no more uses of live keys. */
async function openOldShops(): Promise<[Shop, Shop]> {
  const server = await openServer()
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

const finishJobs = (server: TestServer) =>
  vi.waitFor(async () => expect(await environmentsOfJobs(server)).toEqual([]), { timeout: 30_000, interval: 50 })

/** Does all that can be done in a sandbox, jobs included, and answers which tables have changed outside it. */
async function changedFromSandbox(
  extra: Module = {},
  routes = (_route: Route) => true,
): Promise<{ outside: string[]; inside: string[] }> {
  const [old, stranger] = await openOldShops()
  const { server, api } = await openWithRoutes({ connection: old.server.connection, extra })
  const sandbox = caller(server.url, { authorization: `Bearer ${old.testKey}` })
  const shop: Shop = { ...old, server, sandbox }
  const owner = await signIn(shop)
  const { environmentId } = shop.test
  const before = [await checksumsOutside(server, environmentId), await checksumsInside(server, environmentId)] as const

  await sweepSandbox(shop, { owner, stranger }, api.filter(routes), SAMPLES)
  const jobs = await environmentsOfJobs(server)
  expect(jobs).toContain(environmentId)
  await server.startWorker()
  await finishJobs(server)
  await server.app.close()

  return {
    outside: [
      ...changedTables(before[0], await checksumsOutside(server, environmentId)),
      ...(jobs.every((id) => id === environmentId) ? [] : ['jobs']),
    ],
    inside: changedTables(before[1], await checksumsInside(server, environmentId)),
  }
}

describe('C1 isolation, for every route there is', () => {
  it('C1 an id of another workspace, or of the other environment, is 404 and changes nothing', async () => {
    const { server, api } = await openWithRoutes()
    const [mine, other] = [await openShop(server), await openShop(server)]
    // That it was refused is kept for whoever asks again with the same key: it is theirs.
    const checksums = async () => [
      await checksumsInside(server, other.live.environmentId),
      { ...(await checksumsInside(server, mine.live.environmentId)), idempotent_answers: 'of the caller' },
    ]
    // A kind of policy and the name of a carrier are no ids: every environment has its own. Their tests show that they are apart.
    const withId = api.filter(({ path }) => path.includes(':') && !/:(kind|name)/.test(path))
    expect(withId.length).toBeGreaterThan(0)
    // All that is needed is made first, so that nothing else is written while they are refused.
    const calls: { route: Route; caller: Caller; path: string; sent: object | string | undefined }[] = []
    for (const route of withId) {
      const foreign = await pathOf(route, SAMPLES, other.api)
      const live = await pathOf(route, SAMPLES, mine.api)
      for (const [caller, path] of [
        [mine.api, foreign],
        [mine.sandbox, foreign],
        [mine.sandbox, live],
      ] as const) {
        calls.push({ route, caller, path, sent: await bodyOf(route, SAMPLES, caller) })
      }
    }
    const before = await checksums()
    for (const { route, caller, path, sent } of calls) {
      const { status, body } = await caller.send(route.method, path, sent, headersOf(route, SAMPLES))
      // An answer to HEAD has no body.
      const code = route.method === 'HEAD' ? undefined : 'not_found'
      const said = body?.error?.code ?? body?.code
      expect([route.method, route.path, status, said]).toEqual([route.method, route.path, 404, code])
    }
    expect(await checksums()).toEqual(before)
  }, 180_000)

  /**
   * Compared are all rows of all tables, of every workspace, but for those of the one sandbox. Called is every route, with
   * every method, by a test key under `/v1` and by an owner who has chosen the sandbox under `/dashboard/api/v1`: with what
   * it accepts, with an Idempotency-Key, with the identifier of the live environment beside, and so that it refuses.
   */
  it('C1 every route, well and badly called with a test key or by staff in the sandbox, and its jobs run to their end, leave each row outside that sandbox as it was', async () => {
    const { outside, inside } = await changedFromSandbox()
    expect(outside).toEqual([])
    expect(inside).toEqual(
      expect.arrayContaining([
        'acp_sessions',
        'collection_products',
        'carts',
        'checkouts',
        'collections',
        'environments',
        'events',
        'files',
        'locations',
        'loyalty_accounts',
        'loyalty_entries',
        'loyalty_programs',
        'mail_templates',
        'mails',
        'fulfillments',
        'order_lines',
        'order_payments',
        'orders',
        'policies',
        'policy_versions',
        'pricing_versions',
        'promotion_codes',
        'promotions',
        'return_lines',
        'returns',
        'shipping_profiles',
        'shipping_rates',
        'shipping_zones',
        'stock_levels',
        'stock_movements',
        'tax_regions',
        'tax_settings',
        'themes',
      ]),
    )
  }, 180_000)

  it.each(LEAKS)(
    'C1 the test above would notice a leak through %s',
    async (_way, leak, tables) => {
      const enough = ({ path }: Route) => path === '/v1/workspace' || path === '/v1/leaks/:id'
      expect((await changedFromSandbox(leak, enough)).outside).toEqual(tables)
    },
    60_000,
  )

  it('C1 a row can’t refer to a row of another environment', async () => {
    const shop = await openLoneShop()
    const orphan = shop.server.db.pool.query(
      "insert into events (environment_id, id, type, data) values (gen_random_uuid(), 'evt_x', 'x', '{}')",
    )
    await expect(orphan).rejects.toThrow('foreign key')
  })
})
