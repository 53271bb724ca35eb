import type { TestServer } from '../open-server.ts'

type Checksums = Record<string, string>

/** Which rows of a table belong to the environment $1; a table that has no such rows is compared whole. */
const environmentCondition = (table: string, hasEnvironment: boolean): string => {
  if (table === 'environments') return 'id = $1'
  return hasEnvironment ? 'environment_id = $1' : '$1::uuid is null'
}

/**
 * A fingerprint of every table there is, less the rows of one environment: of tables with an `environment_id` the rows of
 * all other environments, of `environments` all other rows, and of the rest (workspaces, people, audit log) every row.
 */
export async function checksumsOutside(server: TestServer, environmentId: string): Promise<Checksums> {
  const checksums: Checksums = {}
  for (const { name, hasEnvironment } of await tablesOf(server)) {
    checksums[name] = await checksum(server, name, `not (${environmentCondition(name, hasEnvironment)})`, environmentId)
  }
  return checksums
}

/** Written some seconds after the requests that they are about. */
export const DEFERRED_TABLES = ['api_keys', 'request_counts']

/** A fingerprint of the rows of one environment, less what is noted of every request, be it refused or not. */
export async function checksumsInside(server: TestServer, environmentId: string): Promise<Checksums> {
  const checksums: Checksums = {}
  for (const { name, hasEnvironment } of await tablesOf(server)) {
    if (DEFERRED_TABLES.includes(name)) continue
    checksums[name] = await checksum(server, name, environmentCondition(name, hasEnvironment), environmentId)
  }
  return checksums
}

export const changedTables = (before: Checksums, after: Checksums): string[] =>
  Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table])

async function tablesOf({ db }: TestServer): Promise<{ name: string; hasEnvironment: boolean }[]> {
  const { rows } = await db.pool.query(
    `select relname as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'environment_id' and not attisdropped
     ) as "hasEnvironment"
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows
}

async function checksum({ db }: TestServer, table: string, rows: string, environmentId: string): Promise<string> {
  const result = await db.pool.query<{ sum: string }>(
    `select count(*) || ':' || md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as sum
     from ${table} t where ${rows}`,
    [environmentId],
  )
  return result.rows[0]?.sum ?? ''
}
