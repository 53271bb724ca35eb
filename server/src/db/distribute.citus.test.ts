import { copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { beforeAll, expect, inject, it } from 'vitest'
import { openServer } from '../../test/open-server.ts'
import { openShop } from '../../test/open-shop.ts'
import {
  createSnapshot,
  openPopulatedCluster,
  readConstraints,
  readDistribution,
  readRows,
  type Snapshot,
  withClient,
} from '../../test/populated-cluster.ts'
import { addProduct } from '../../test/sample-products.ts'
import { distribute, distributeNewTables } from './distribute.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const SHARDS = { shardCount: 4 }

let snapshot: Snapshot
beforeAll(async () => {
  snapshot = await createSnapshot()
})

/** Citus has neither references of local tables to distributed ones nor columns that become null (decision 52). */
const UNSUPPORTED = [
  'mailbox_addresses.mailbox_addresses_environment_id_mailbox_id_fkey',
  'reviews.reviews_environment_id_product_id_fkey',
]

async function readSupportedConstraints(connection: pg.ClientConfig) {
  const constraints = await readConstraints(connection)
  const supported = constraints.filter(({ name }) => !UNSUPPORTED.includes(name))
  expect(supported).toHaveLength(constraints.length - UNSUPPORTED.length)
  return supported
}

/** Calls of this function of Citus fail for this argument, as if the process had been killed there. */
async function distributeUntil(connection: pg.ClientConfig, call: string, argument: string): Promise<void> {
  const [name, type] = call.split(/[()]/)
  await withClient(connection, async (client) => {
    await client.query('set citus.enable_ddl_propagation = off; drop schema if exists interruption cascade')
    await client.query(`
      create schema interruption;
      create function interruption.${name}(argument ${type}) returns void language plpgsql as $$
      begin
        if argument::text like '${argument}' then raise 'interrupted'; end if;
        perform pg_catalog.${name}(argument);
      end
      $$`)
  })
  // Found before the function of Citus.
  const options = '-c search_path=interruption,public,pg_catalog'
  await expect(distribute({ ...connection, options }, SHARDS)).rejects.toThrow('interrupted')
}

it('keeps all rows and constraints of a populated database, and changes nothing when it is repeated', async () => {
  const connection = await openPopulatedCluster(snapshot)
  const [rows, constraints] = [await readRows(connection), await readSupportedConstraints(connection)]
  // It has enough to lose.
  expect(rows.filter((table) => table.rows > 0).length).toBeGreaterThan(50)

  await distribute(connection, SHARDS)
  expect(await readRows(connection)).toEqual(rows)
  expect(await readConstraints(connection)).toEqual(constraints)
  const distribution = await readDistribution(connection)
  expect([distribution.detached, distribution.tablesWithLocalRows]).toEqual([[], []])

  const printed: string[] = []
  await distribute(connection, { ...SHARDS, print: (line) => printed.push(line) })
  await distributeNewTables(connection, (line) => printed.push(line))
  expect([printed, await readDistribution(connection)]).toEqual([[], distribution])
  expect(await readRows(connection)).toEqual(rows)

  const shop = await openShop(await openServer({ connection }))
  const { id } = await addProduct(shop.api)
  expect((await shop.storefront.get(`/v1/products/${id}`)).status).toBe(200)
})

const TRUNCATE = 'truncate_local_data_after_distributing_table(regclass)'

it('completes a run that was interrupted', async () => {
  const connection = await openPopulatedCluster(snapshot)
  const [rows, constraints] = [await readRows(connection), await readSupportedConstraints(connection)]
  const hasHidden = async () => (await readDistribution(connection)).tablesWithLocalRows.map(({ relname }) => relname)

  // Between the copy of a table and the deletion of its original, first of a reference table, then of a tenant table.
  await distributeUntil(connection, TRUNCATE, 'users')
  expect(await hasHidden()).toEqual(['users'])
  await distributeUntil(connection, TRUNCATE, 'products')
  expect(await hasHidden()).toEqual(['products'])
  // After the last table, before the foreign keys.
  await distributeUntil(connection, 'create_distributed_function(regprocedure)', '%')
  const interrupted = await readDistribution(connection)
  expect(interrupted.detached.length).toBeGreaterThan(100)

  // As the start of a server does.
  await distributeNewTables(connection)
  expect(await readRows(connection)).toEqual(rows)
  expect(await readConstraints(connection)).toEqual(constraints)
  const distribution = await readDistribution(connection)
  expect([distribution.detached, distribution.tablesWithLocalRows]).toEqual([[], []])
})

/** All migrations up to this number, and others. */
async function copyMigrations(last: string, more: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(inject('scratch'), 'migrations-'))
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql') && file.slice(0, 4) <= last)
  for (const file of files) await copyFile(join(MIGRATIONS, file), join(folder, file))
  for (const [name, source] of Object.entries(more)) await writeFile(join(folder, `${name}.sql`), source)
  return folder
}

it('migrates a distributed, populated database', async () => {
  const connection = await openPopulatedCluster(snapshot, await copyMigrations('0142'))
  const read = <Row extends object>(text: string) =>
    withClient(connection, async (client) => (await client.query<Row>(text)).rows)
  const readPrices = () => read('select * from listing_prices order by environment_id, product_id, currency')
  const prices = await readPrices()
  expect(prices.length).toBeGreaterThan(20)
  await distribute(connection, SHARDS)
  // Until 0146, there were prices of archived products; until 0147, those of activated ones could be missing.
  const archived = await read(`
    insert into listing_prices (environment_id, product_id, currency, lowest, highest, compare_at)
    select environment_id, product_id, 'XTS', 1, 1, null from listings where status <> 'active'
    returning product_id`)
  const [{ id = '' } = {}] = await read<{ id: string }>('select min(product_id) as id from listing_prices')
  const activated = await read(`delete from listing_prices where product_id = '${id}' returning product_id`)
  expect([archived.length, activated.length]).not.toContain(0)

  const folder = await copyMigrations('9999', {
    '9000_notes': `
      set local citus.enable_ddl_propagation = off;
      create table notes (
        environment_id uuid not null,
        product_id text collate "C" not null,
        primary key (environment_id, product_id),
        foreign key (environment_id, product_id) references products
      );
      set local citus.enable_ddl_propagation = on;`,
    '9001_fill_notes': `-- backfill listings
      insert into notes select batch.environment_id, batch.product_id from batch`,
  })
  await migrate(connection, { folder, batchSize: 7 })
  await distributeNewTables(connection)

  expect(await readPrices()).toEqual(prices)
  const currencies = 'select environment_id, product_id, currencies from listings order by 1, 2'
  const expected: Record<string, unknown>[] = JSON.parse(snapshot.get('listings') ?? '[]')
  expect(await read(currencies)).toEqual(
    expected
      .map(({ environment_id, product_id, currencies }) => ({ environment_id, product_id, currencies }))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
  )
  expect(await read('select environment_id, product_id from notes order by 1, 2')).toEqual(
    await read('select environment_id, product_id from listings order by 1, 2'),
  )
  const { tables } = await readDistribution(connection)
  expect(tables).toContainEqual(expect.objectContaining({ logicalrelid: 'notes', partmethod: 'h' }))
  await expect(read("insert into notes select id, 'prd_none' from environments limit 1")).rejects.toThrow(
    /violates foreign key constraint/,
  )
})
