import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { checkOut, createReadyCart, seedShop } from './checkout-shop.ts'
import { createOnAll, formCluster } from './citus-nodes.ts'
import { createEmptyDatabase } from './database.ts'
import { tableChecksum } from './database-fingerprint.ts'
import { openFilledDemoShop } from './demo-shop.ts'
import { openServer } from './open-server.ts'
import { openShop } from './open-shop.ts'

/** Rows of a whole table, as JSON. */
export type Snapshot = Map<string, string>

export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const listTables = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'migration%'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by 1`)
  return rows.map(({ name }) => name)
}

/** What several shops have: the demo shop, and two with an order each, live and in the sandbox. */
export async function createSnapshot(): Promise<Snapshot> {
  const connection = await createEmptyDatabase()
  await migrate(connection)
  const closers: (() => Promise<void>)[] = []
  const server = await openServer({ connection }, (close) => void closers.push(close))
  await openFilledDemoShop(server)
  for (let count = 1; count <= 2; count++) {
    const opened = await openShop(server)
    const shop = { ...opened, mug: await seedShop(opened, 10) }
    const { id } = await createReadyCart(shop, { quantity: 2 })
    await checkOut(shop, id, { paymentMethod: 'pm_card_visa' })
    await seedShop({ ...opened, api: opened.sandbox }, 10)
  }
  for (const close of closers) await close()
  return withClient(connection, async (client) => {
    const snapshot: Snapshot = new Map()
    for (const table of await listTables(client)) {
      const { rows } = await client.query<{ all: string | null }>(
        `select json_agg(t)::text as all from "${table}" as t`,
      )
      if (rows[0]?.all) snapshot.set(table, rows[0].all)
    }
    return snapshot
  })
}

/** A database as it is before `distribute`: all tables are on the coordinator. */
export async function openPopulatedCluster(snapshot: Snapshot, migrations?: string): Promise<pg.ClientConfig> {
  const { user } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const nodes = inject('template').nodes.map(({ host, port }) => ({ host, port, user }))
  await createOnAll(name, nodes)
  const connection = { ...inject('postgres'), database: name }
  await migrate(connection, migrations ? { folder: migrations } : {})
  await withClient(connection, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const [table, rows] of snapshot) {
      const columns = await listWritableColumns(client, table)
      await client.query(`delete from "${table}"`)
      const insert = `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", $1)`
      await client.query(insert, [rows])
    }
  })
  await formCluster(name, nodes)
  return connection
}

/** Not the generated ones. */
async function listWritableColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    [`"${table}"`],
  )
  return rows[0]?.names ?? ''
}

/** The number of rows of each table, and a sum of their contents. */
export const readRows = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const statements = (await listTables(client)).map(tableChecksum)
    const { rows } = await client.query<{ name: string; rows: number; sum: string }>(statements.join(' union all '))
    return rows.toSorted((one, other) => one.name.localeCompare(other.name))
  })

/** Without the timing of foreign keys, which differs on Citus (decision 52). */
export const readConstraints = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string; type: string; definition: string }>(`
      select conrelid::regclass || '.' || conname as name, contype as type,
        replace(pg_get_constraintdef(pg_constraint.oid), ' DEFERRABLE INITIALLY DEFERRED', '') as definition
      from pg_constraint
      -- Citus hides its shards there.
      join pg_class on pg_class.oid = conrelid
      where connamespace = 'public'::regnamespace and contype <> 't'
      order by 1`)
    return rows
  })

/** What Citus knows of tables and shards, the constraints with their timing, and what is left to do. */
export const readDistribution = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const read = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
    return {
      tables: await read(
        'select logicalrelid::text, partmethod, colocationid, repmodel from pg_dist_partition order by 1',
      ),
      shards: await read('select shardid, nodeport from citus_shards order by 1, 2'),
      foreignKeys: await read(
        "select oid::int, conname, condeferrable from pg_constraint where contype = 'f' and conparentid = 0 order by 1",
      ),
      detached: await read('select * from distribution.foreign_keys'),
      tablesWithLocalRows: await read(`
        select relname from pg_class join pg_dist_partition on logicalrelid = pg_class.oid
        where pg_relation_size(pg_class.oid) > 0`),
    }
  })
