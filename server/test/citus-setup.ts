import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import type { TestProject } from 'vitest/node'
import { distribute } from '../src/db/distribute.ts'
import { migrate } from '../src/db/migrate.ts'
import { fingerprintTemplate, type TemplateNode } from './database-fingerprint.ts'

/** Few, so that a database has few files: each table has a shard on every worker. */
const SHARD_COUNT = 4

/**
 * The databases of a test run on a Citus cluster. A copy of the template is a copy on every node: what Citus knows about
 * shards is in the database itself, and names no database. The template takes a minute, so it stays until a migration or
 * `distribute` changes.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = readCoordinator()
  const nodes = await listNodes(coordinator)
  const scratch = await mkdtemp(join(tmpdir(), 'storedesk-scratch-'))
  await chmod(scratch, 0o755)
  for (const node of nodes) await prepareNode(node)
  const name = `storedesk_template_${hashSources()}`
  const template = (await findTemplate(name, nodes)) ?? (await createTemplate(name, coordinator, nodes))
  project.provide('template', { name, nodes: template })
  project.provide('postgres', { ...coordinator, database: 'postgres' })
  project.provide('scratch', scratch)
  return async () => {
    for (const node of nodes) await dropDatabases(node, 'test\\_%')
    await rm(scratch, { recursive: true })
  }
}

function hashSources(): string {
  const hash = createHash('sha1')
  for (const file of globSync('server/{migrations/*.sql,src/db/distribute.ts,src/db/control-plane.ts}').sort()) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 10)
}

/** It was finished if every node has its fingerprint. */
async function findTemplate(name: string, nodes: NodeAddress[]): Promise<TemplateNode[] | undefined> {
  const found: TemplateNode[] = []
  for (const node of nodes) {
    const [row] = await run<{ comment: string | null }>(
      { ...node, database: 'postgres' },
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = '${name}'`,
    )
    if (row?.comment) found.push(JSON.parse(row.comment))
  }
  return found.length === nodes.length ? found : undefined
}

async function createTemplate(name: string, coordinator: NodeAddress, nodes: NodeAddress[]): Promise<TemplateNode[]> {
  for (const node of nodes) {
    await dropDatabases(node, 'storedesk\\_template\\_%')
    await run({ ...node, database: 'postgres' }, `create database ${name}`)
    await run({ ...node, database: name }, 'create extension citus')
  }
  const template = { ...coordinator, database: name }
  await joinNodes(template, nodes)
  await migrate(template)
  await distribute(template, { shardCount: SHARD_COUNT })
  // All of them before any is closed: counting rows on one node asks the others.
  const fingerprints = await Promise.all(nodes.map((node) => fingerprintNode(name, node)))
  for (const fingerprint of fingerprints) await closeTemplate(name, coordinator.user, fingerprint)
  return fingerprints
}

interface NodeAddress {
  host: string
  port: number
  user: string
}

function readCoordinator(): NodeAddress & { database: string } {
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

async function run<Row extends object>(connection: pg.ClientConfig, ...statements: string[]): Promise<Row[]> {
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
async function listNodes(coordinator: NodeAddress & { database: string }): Promise<NodeAddress[]> {
  const rows = await run<{ host: string; port: number }>(
    coordinator,
    "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid",
  )
  return rows.map((node) => ({ ...node, user: coordinator.user }))
}

const prepareNode = (node: NodeAddress) =>
  run(
    { ...node, database: 'postgres' },
    'alter system set autovacuum = off',
    'alter system set fsync = off',
    'alter system set synchronous_commit = off',
    'alter system set full_page_writes = off',
    'select pg_reload_conf()',
  )

async function joinNodes(template: pg.ClientConfig, [coordinator, ...workers]: NodeAddress[]): Promise<void> {
  const at = ({ host, port }: NodeAddress) => `'${host}', ${port}`
  if (!coordinator) throw new Error('The cluster has no nodes.')
  await run(
    template,
    `select citus_set_coordinator_host(${at(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${at(worker)})`),
  )
}

async function fingerprintNode(name: string, { host, port, user }: NodeAddress): Promise<TemplateNode> {
  const client = new pg.Client({ host, port, user, database: name, options: '-c citus.override_table_visibility=off' })
  await client.connect()
  const template = { host, port, ...(await fingerprintTemplate(client)) }
  await client.end()
  return template
}

/** Nobody may connect to it any more, also not the maintenance of Citus: a database in use cannot be copied. */
const closeTemplate = (name: string, user: string, node: TemplateNode) =>
  run(
    { host: node.host, port: node.port, user, database: 'postgres' },
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `comment on database ${name} is ${pg.escapeLiteral(JSON.stringify(node))}`,
  )

async function dropDatabases(node: NodeAddress, pattern: string): Promise<void> {
  const admin = { ...node, database: 'postgres' }
  const databases = await run<{ name: string }>(
    admin,
    `select datname as name from pg_database where datname like '${pattern}'`,
  )
  await run(admin, 'select', ...databases.map(({ name }) => `drop database ${name} with (force)`))
}
