import type pg from 'pg'

export interface Look {
  /** Equal for two databases with the same tables, columns, constraints, functions and rows of tables that are born with rows. */
  look: string
  emptyTables: string[]
}

const OURS = "(select oid from pg_namespace where nspname in ('public', 'graphile_worker'))"

const SCHEMA = `
  select md5(string_agg(line, '|' order by line)) as look from (
    select attrelid::regclass || '.' || attname || attnum || atttypid || attnotnull as line
    from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace in ${OURS}
    union all
    select conrelid::regclass || '.' || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace in ${OURS}
    union all
    select tgrelid::regclass || '.' || tgname || tgenabled::text from pg_trigger where not tgisinternal
    union all
    select proname || md5(prosrc) from pg_proc where pronamespace in ${OURS}
  ) as lines`

const TABLES = `
  select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace in ${OURS} order by 1`

/** What a database looks like, for telling whether a used one is as the template was. */
export async function lookOf(client: pg.Client): Promise<Look> {
  const schema = await client.query<{ look: string }>(SCHEMA)
  const tables = await client.query<{ name: string }>(TABLES)
  const counted = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
  )
  const { rows } = await client.query<{ name: string; rows: number; sum: string }>(counted.join(' union all '))
  return {
    look: [schema.rows[0]?.look, ...rows.map(({ name, rows, sum }) => `${name} ${rows} ${sum}`)].join('\n'),
    emptyTables: rows.filter((table) => table.rows === 0).map(({ name }) => name),
  }
}
