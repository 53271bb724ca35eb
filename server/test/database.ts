import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { computeFingerprint, type TemplateNode } from './database-fingerprint.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string }
    /** On one node, or on all nodes of a cluster. */
    template: { name: string; nodes: TemplateNode[] }
    /** A folder deleted at the end of the run. */
    scratch: string
  }
}

/** How long a killed process may still appear connected. */
const DISCONNECT_TIMEOUT_MS = 500

/** Reset databases, left by earlier tests of this worker. */
const reusable: string[] = []

/**
 * A separate database for a test: a copy of the migrated template, or a reset one of an earlier test. Copying takes 100
 * ms and 300 files, resetting takes 20 ms.
 */
export async function copyTemplate(): Promise<pg.ClientConfig> {
  const server = inject('postgres')
  const database = reusable.pop() ?? (await createFromTemplate())
  onTestFinished(async () => {
    const resets = inject('template').nodes.map((node) => resetDatabase({ ...server, database }, node))
    if ((await Promise.all(resets)).every(Boolean)) reusable.push(database)
  })
  return { ...server, database }
}

/** Whether the tests run on Citus. docs/scaling.md says why a test is skipped there. */
export const isDistributed = (): boolean => inject('template').nodes.length > 1

/** A copy that lives until the end of the run. */
export const createCopy = async (): Promise<pg.ClientConfig> => ({
  ...inject('postgres'),
  database: await createFromTemplate(),
})

async function createFromTemplate(): Promise<string> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const { name, nodes } = inject('template')
  const copyOn = async ({ host, port }: TemplateNode) => {
    const client = new pg.Client({ ...inject('postgres'), host, port })
    await client.connect()
    await client.query(`create database ${database} template ${name}`)
    await client.end()
  }
  await Promise.all(nodes.map(copyOn))
  return database
}

/** Returns false when the database cannot be reset: a client is still connected, or a test changed more than rows. */
async function resetDatabase(connection: pg.ClientConfig, node: TemplateNode): Promise<boolean> {
  const { host, port, fingerprint, emptyTables, filledTables } = node
  const client = new pg.Client({ ...connection, host, port })
  await client.connect()
  try {
    if (!(await hasNoOtherClients(client))) return false
    // Disables foreign key triggers, so that the order does not matter.
    await client.query('set session_replication_role = replica')
    await client.query((await listNonEmptyTables(client, emptyTables)).map((table) => `delete from ${table}`).join(';'))
    return (await computeFingerprint(client, filledTables)) === fingerprint
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** Deleting from an empty table takes longer than checking its size. */
async function listNonEmptyTables(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const statement = 'select name from unnest($1::text[]) as name where pg_relation_size(name::regclass) > 0'
  const { rows } = await client.query<{ name: string }>(statement, [tables])
  return rows.map(({ name }) => name)
}

async function hasNoOtherClients(client: pg.Client): Promise<boolean> {
  for (const giveUp = Date.now() + DISCONNECT_TIMEOUT_MS; Date.now() < giveUp; await sleep(10)) {
    // Not the maintenance of Citus, which stays connected.
    const { rows } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
    )
    if (rows.length === 0) return true
  }
  return false
}

/** For processes: the `DATABASE_URL` of the embedded server, which has a socket in a folder, or of a cluster. */
export function toDatabaseUrl({ host = '', port, user = '', database = '' }: pg.ClientConfig): string {
  if (!host.startsWith('/')) return `postgres://${user}@${host}:${port}/${database}`
  return `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`
}

/** A database without tables, as an operator would create it. */
export async function createEmptyDatabase() {
  const server = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  return { ...server, database }
}
