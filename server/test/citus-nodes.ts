import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

export interface CitusNode {
  host: string
  port: number
  user: string
}

/** `CITUS_URL`, a database on the coordinator of a cluster without passwords. */
export function readCoordinator(): CitusNode & { database: string } {
  const { CITUS_URL: url } = process.env
  if (!url) throw new Error('Set CITUS_URL to a database on the coordinator of a Citus cluster without passwords.')
  const { host, port, user, database } = parseIntoClientConfig(url)
  return {
    host: host ?? '127.0.0.1',
    port: Number(port ?? 5432),
    user: user ?? 'postgres',
    database: database ?? user ?? '',
  }
}

export async function run<Row extends object>(connection: pg.ClientConfig, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) ({ rows } = await client.query<Row>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** The coordinator first. */
export async function listNodes(coordinator: CitusNode & { database: string }): Promise<CitusNode[]> {
  const rows = await run<{ host: string; port: number }>(
    coordinator,
    "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid",
  )
  return rows.map((node) => ({ ...node, user: coordinator.user }))
}

/** A database on all nodes, which know each other. It has no tables. */
export async function createClusterDatabase(name: string, nodes: CitusNode[]): Promise<void> {
  await createOnAll(name, nodes)
  await formCluster(name, nodes)
}

export async function createOnAll(name: string, nodes: CitusNode[]): Promise<void> {
  for (const node of nodes) await run({ ...node, database: 'postgres' }, `create database ${name}`)
}

/** Installs Citus in the database, which may have tables. */
export async function formCluster(name: string, nodes: CitusNode[]): Promise<void> {
  for (const node of nodes) await run({ ...node, database: name }, 'create extension citus')
  const [coordinator, ...workers] = nodes
  if (!coordinator) throw new Error('The cluster has no nodes.')
  const at = ({ host, port }: CitusNode) => `'${host}', ${port}`
  await run(
    { ...coordinator, database: name },
    `select citus_set_coordinator_host(${at(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${at(worker)})`),
  )
}

/** Tests turn it off (`citus-setup.ts`). */
export const restoreDurability = (node: CitusNode) =>
  run({ ...node, database: 'postgres' }, 'alter system reset all', 'select pg_reload_conf()')

/** All databases of a node whose name is like this. */
export async function dropDatabases(node: CitusNode, pattern: string): Promise<void> {
  const admin = { ...node, database: 'postgres' }
  const databases = await run<{ name: string }>(
    admin,
    `select datname as name from pg_database where datname like '${pattern}'`,
  )
  await run(admin, 'select', ...databases.map(({ name }) => `drop database ${name} with (force)`))
}
