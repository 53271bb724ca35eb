import type pg from 'pg'

/** The template right after its creation. */
export interface DatabaseFingerprint {
  fingerprint: string
  emptyTables: string[]
  /** Tables that migrations fill with rows. */
  filledTables: string[]
}

/** The template on one node of a cluster, or on the only one. */
export interface TemplateNode extends DatabaseFingerprint {
  host: string
  port: number
}

const OWN_SCHEMAS = "(select oid from pg_namespace where nspname in ('public', 'graphile_worker'))"

const TABLES = `
  select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace in ${OWN_SCHEMAS} order by 1`

/**
 * A copy has the template's catalog rows, including their xmin. Any change of tables, columns, constraints, triggers or
 * functions adds a later xmin or removes a row. Comparing the contents took ten times longer.
 */
const CATALOGS = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc']
const SCHEMA = CATALOGS.map(
  (name) => `select '${name}' as name, count(*)::int as rows, max(xmin::text::bigint)::text as sum from ${name}`,
)

export const tableChecksum = (table: string) =>
  `select '${table}' as name, count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`

/**
 * Equal for two databases with the same tables, columns, constraints and functions, and the same rows in these tables.
 */
export async function computeFingerprint(client: pg.Client, tables: readonly string[]): Promise<string> {
  const statements = [...SCHEMA, ...tables.map(tableChecksum)]
  const { rows } = await client.query<{ name: string; rows: number; sum: string }>(statements.join(' union all '))
  return rows.map(({ name, rows, sum }) => `${name} ${rows} ${sum}`).join('\n')
}

export async function fingerprintTemplate(client: pg.Client): Promise<DatabaseFingerprint> {
  const tables = await client.query<{ name: string }>(TABLES)
  const names = tables.rows.map(({ name }) => name)
  const { rows } = await client.query<{ name: string; rows: number }>(names.map(tableChecksum).join(' union all '))
  const emptyTables = rows.filter((table) => table.rows === 0).map(({ name }) => name)
  const filledTables = names.filter((name) => !emptyTables.includes(name))
  return { fingerprint: await computeFingerprint(client, filledTables), emptyTables, filledTables }
}
