import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { CONTROL_PLANE } from '../server/src/db/control-plane.ts'
import { readStatements, serverSources } from './statements.ts'
import { findUnscopedTables, findUnscopedTablesOfView } from './tenancy-rule.ts'
import { withDatabase } from './with-database.ts'

/**
 * The schema enforces isolation: `environment_id` leads every key of every tenant table, so a reference across
 * environments cannot be stored. Every statement, SQL function and view on such a table must name the environment.
 */
const root = fileURLToPath(new URL('..', import.meta.url))

/** The only places that call the driver without the `sql` tag; none of them touches a tenant table. */
const RAW_QUERIES = /^server\/src\/(db\/|jobs\/recovery\.ts$)/

const { violations, tables, statements } = await withDatabase(async (client) => {
  const tables = await tenantTables(client)
  const views = await listViews(client)
  const statements = readStatements(root)
  const names = [...tables, ...views.map(({ name }) => name)]
  const violations = [
    ...(await faultyTables(client, tables)),
    ...views.flatMap(({ name, definition }) => {
      const open = findUnscopedTablesOfView(definition, names)
      return open.length > 0 ? [`view ${name}: ${open.join(', ')} without environment_id`] : []
    }),
    ...statements.flatMap(({ location, text }) => {
      const open = findUnscopedTables(text, names)
      return open.length > 0 ? [`${location}: ${open.join(', ')} without environment_id`] : []
    }),
    ...(await faultyFunctions(client, names)),
    ...rawQueries(),
  ]
  return { violations, tables, statements }
})

for (const violation of violations) console.error(violation)
console.log(`${tables.length} tenant tables and ${statements.length} statements checked, ${violations.length} errors`)
process.exitCode = violations.length > 0 || tables.length === 0 ? 1 : 0

async function tenantTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  return rows.map(({ name }) => name).filter((name) => !(name in CONTROL_PLANE))
}

interface View {
  name: string
  definition: string
}

async function listViews(client: pg.Client): Promise<View[]> {
  const { rows } = await client.query<View>(
    "select viewname as name, definition from pg_views where schemaname = 'public' order by 1",
  )
  return rows
}

async function faultyTables(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; kind: string; name: string; first: string }>(
    `select c.relname as table, 'unique index' as kind, i.relname as name, a.attname as first
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
     where x.indisunique and c.relnamespace = 'public'::regnamespace
     union all
     select c.relname, 'foreign key', k.conname, a.attname
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`,
  )
  const { rows: columns } = await client.query<{ table: string }>(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'environment_id' and data_type = 'uuid' and is_nullable = 'NO'`,
  )
  const { rows: primary } = await client.query<{ table: string }>(
    `select c.relname as table from pg_index x join pg_class c on c.oid = x.indrelid where x.indisprimary`,
  )
  const has = (rows: { table: string }[], table: string) => rows.some((row) => row.table === table)
  return [
    ...tables.filter((table) => !has(columns, table)).map((table) => `${table} has no "environment_id uuid not null"`),
    ...tables.filter((table) => !has(primary, table)).map((table) => `${table} has no primary key`),
    ...tables
      .filter((table) => !keys.some((key) => key.table === table && key.kind === 'foreign key'))
      .map((table) => `${table} does not reference its environment`),
    ...keys
      .filter(({ table, first }) => tables.includes(table) && first !== 'environment_id')
      .map(({ table, kind, name }) => `${table}: the ${kind} ${name} does not begin with environment_id`),
  ]
}

/** SQL functions of the migrations, as the database stores them. */
async function faultyFunctions(client: pg.Client, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as text
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  return rows.flatMap(({ name, text }) =>
    text.split(';').flatMap((statement) => {
      const open = findUnscopedTables(statement, names)
      return open.length > 0 ? [`${name}(): ${open.join(', ')} without environment_id`] : []
    }),
  )
}

function rawQueries(): string[] {
  return serverSources(root)
    .filter(({ file, source }) => /\.query[<(]/.test(source) && !RAW_QUERIES.test(file))
    .map(({ file }) => `${file}: use the sql tag, which is checked, instead of query()`)
}
