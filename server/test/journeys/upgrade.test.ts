import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { findMigrationProblems } from '../../../scripts/migration-rules.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type CartShop, openCart, openIsolatedCartShop } from '../cart-shop.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** What the next release might bring, one of each kind, on the tables that requests use. */
const NEXT_RELEASE = {
  '9000_expand': `
    alter table carts add column channel text, add column visits integer not null default 0;
    -- The servers of this release, which don't know the column, go on writing rows.
    alter table carts alter column channel set default 'web';
    alter table events add column channel text;
    alter table products add column channel text;`,
  '9001_index': `-- no transaction
    create index concurrently if not exists carts_channel_idx on carts (environment_id, channel);
    create index concurrently if not exists events_channel_idx on events (environment_id, channel);`,
  '9002_backfill': `-- backfill carts
    update carts set channel = 'web', visits = carts.visits + 1 from batch
    where carts.environment_id = batch.environment_id and carts.id = batch.id and carts.channel is null;`,
  '9003_check': 'alter table carts add constraint has_channel check (channel is not null) not valid;',
  '9004_validate': `-- no transaction
    alter table carts validate constraint has_channel;`,
  '9005_not_null': `
    alter table carts alter column channel set not null;
    alter table carts drop constraint has_channel;`,
  '9006_contract': `
    -- contract: this release never knew it
    alter table products drop column channel;`,
}
const OLD_CARTS = 3000

it('migrates a full database while servers of the previous release use it', async () => {
  const rules = Object.entries(NEXT_RELEASE).map(([name, source]) => ({ file: `${name}.sql`, source }))
  expect(findMigrationProblems(rules)).toEqual([])
  const shop = await openIsolatedCartShop()
  const { connection, db } = shop.server
  await shop.server.startWorker()
  await fillCarts(shop)
  const folder = await mkdtemp(join(inject('scratch'), 'next-release-'))
  await cp(MIGRATIONS, folder, { recursive: true })
  for (const { file, source } of rules) await writeFile(join(folder, file), source)
  const load = startLoad(shop)
  await load.waitForMore(5)

  // A report that reads carts for a while: the migration waits for its end, but nobody may wait behind the migration.
  const report = new pg.Client(connection)
  await report.connect()
  onTestFinished(() => report.end())
  await report.query('begin; select count(*) from carts')
  const printed: string[] = []
  const migrating = migrate(connection, { folder, print: (line) => printed.push(line) })
  await expect.poll(() => printed).toEqual(['Waiting to migrate the database: another process is using it…'])
  await load.waitForMore(20)
  // A server of this release that restarts meanwhile has nothing to wait for.
  await migrate(connection)
  await report.query('commit')
  await migrating
  expect(printed.at(-1)).toBe('Migrated the database (migrations applied: 7).')
  await load.waitForMore(20)
  await load.stop()

  expect(load.failures).toEqual([])
  const { rows } = await db.pool.query<{ visits: number; count: number }>(
    'select visits, count(*)::int as count from carts group by visits order by visits',
  )
  const [written, backfilled] = rows
  expect(backfilled).toMatchObject({ visits: 1 })
  // Every old cart once, whatever was changed meanwhile; carts that were new had the default.
  expect(backfilled?.count).toBeGreaterThanOrEqual(OLD_CARTS)
  expect(written).toMatchObject({ visits: 0 })
  const { rows: indexes } = await db.pool.query(
    "select from pg_index where indexrelid = 'carts_channel_idx'::regclass and indisvalid",
  )
  expect(indexes).toHaveLength(1)
})

async function fillCarts(shop: CartShop): Promise<void> {
  await openCart(shop)
  await shop.server.db.pool.query(
    `insert into carts (environment_id, id, version, edited_version, status, currency, contents, variant_ids, codes,
       gift_card_ids, created_at, updated_at, last_edited_on)
     select environment_id, id || number, version, edited_version, status, currency, contents, variant_ids, codes,
       gift_card_ids, created_at, updated_at, last_edited_on
     from carts, generate_series(1, $1) as number`,
    [OLD_CARTS - 1],
  )
}

/** A visitor and an integration, each with one request at a time, until it stops. */
function startLoad(shop: CartShop) {
  const failures: string[] = []
  let done = 0
  let isStopped = false
  const send = async (method: string, path: string, body?: object, client = shop.storefront) => {
    const response = await client.send(method, path, body)
    if (response.status < 300) done += 1
    else failures.push(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }
  async function visit() {
    const items = [{ variantId: shop.small, quantity: 1 }]
    while (!isStopped) {
      const cart = await send('POST', '/v1/carts', { items })
      await send('PATCH', `/v1/carts/${cart.id}`, { note: 'Ring twice' })
      await send('GET', `/v1/carts/${cart.id}`)
      await send('GET', '/v1/products')
    }
  }
  async function integrate() {
    for (let count = 1; !isStopped; count++) {
      await send('PATCH', `/v1/catalog/products/${shop.productId}`, { title: `Shirt ${count}` }, shop.api)
      await send('GET', '/v1/events', undefined, shop.api)
    }
  }
  const clients = [visit(), integrate()]
  return {
    failures,
    /** Fails with the test when requests hang. */
    async waitForMore(count: number) {
      const target = done + count
      await expect.poll(() => done >= target || failures.length > 0, { timeout: 60_000, interval: 10 }).toBe(true)
    },
    async stop() {
      isStopped = true
      await Promise.all(clients)
    },
  }
}
