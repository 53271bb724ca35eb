import { createHash } from 'node:crypto'
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
  const tables = await tablesOf(server)
  return checksumsOf(server, environmentId, tables, (condition) => `not (${condition})`)
}

/** Written some seconds after the requests they record. */
export const DEFERRED_TABLES = ['api_keys', 'request_counts']

/** Checksums of the rows of one environment, except what is recorded for every request, rejected or not. */
export async function checksumsInside(server: TestServer, environmentId: string): Promise<Checksums> {
  const tables = (await tablesOf(server)).filter(({ name }) => !DEFERRED_TABLES.includes(name))
  return checksumsOf(server, environmentId, tables, (condition) => condition)
}

export const changedTables = (before: Checksums, after: Checksums): string[] =>
  Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table])

interface Table {
  name: string
  hasEnvironment: boolean
}

async function tablesOf({ db }: TestServer): Promise<Table[]> {
  const { rows } = await db.pool.query(
    `select relname as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'environment_id' and not attisdropped
     ) as "hasEnvironment"
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows
}

/** In one statement, which each connection plans once: there are a hundred tables, and planning took longer than reading. */
async function checksumsOf(
  { db }: TestServer,
  environmentId: string,
  tables: Table[],
  select: (condition: string) => string,
): Promise<Checksums> {
  const parts = tables.map(
    ({ name, hasEnvironment }) =>
      `select '${name}' as name, count(*) || ':' || md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as sum
       from ${name} t where ${select(environmentCondition(name, hasEnvironment))}`,
  )
  const text = parts.join(' union all ')
  const name = createHash('sha1').update(text).digest('hex')
  const { rows } = await db.pool.query<{ name: string; sum: string }>({ name, text, values: [environmentId] })
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
