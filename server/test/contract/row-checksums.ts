import type { TestServer } from '../open-server.ts'

type Checksums = Record<string, string>

/** Matches the rows of environment $1; a table without such rows is compared as a whole. */
const environmentCondition = (table: string, hasEnvironment: boolean): string => {
  if (table === 'environments') return 'id = $1'
  return hasEnvironment ? 'environment_id = $1' : '$1::uuid is null'
}

/**
 * Checksums of every table without the rows of one environment: for tables with an `environment_id` the rows of all
 * other environments, for `environments` all other rows, for the rest (workspaces, people, audit log) every row.
 */
export async function checksumsOutside(server: TestServer, environmentId: string): Promise<Checksums> {
  const checksums: Checksums = {}
  for (const { name, hasEnvironment } of await tablesOf(server)) {
    checksums[name] = await checksum(server, name, `not (${environmentCondition(name, hasEnvironment)})`, environmentId)
  }
  return checksums
}

/** Written some seconds after the requests they record. */
export const DEFERRED_TABLES = ['api_keys', 'request_counts']

/** Checksums of the rows of one environment, except what is recorded for every request, rejected or not. */
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
