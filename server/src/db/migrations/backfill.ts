import type pg from 'pg'
import type { Migration } from './read-migrations.ts'

/** Locks its rows for some milliseconds. */
const BATCH_SIZE = 1000
const REPORT_EVERY_MS = 5000

interface KeyColumn {
  name: string
  type: string
}

/** The primary key of the last row of the last batch, as text. */
type Position = string[]

interface Backfill {
  migration: Extract<Migration, { mode: 'backfill' }>
  /** Runs the work in a transaction, again while it waits for a lock. */
  transact: <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>
  print: (line: string) => void
  batchSize?: number | undefined
}

/**
 * Repeats the statement for batches of the table's rows, in the order of its primary key. The statement finds the keys
 * of its rows in `batch`. The position is committed with each batch, so a process that is killed continues there.
 */
export async function runBackfill({ migration, transact, print, batchSize = BATCH_SIZE }: Backfill): Promise<void> {
  const { name, table } = migration
  const key = await transact((client) => readPrimaryKey(client, table))
  if (key.length === 0) throw new Error(`${name}: the table ${table} has no primary key`)
  const statements = batchStatements(migration, key)
  let { position, rowCount } = await transact((client) => readProgress(client, name))
  if (position) print(`${name}: continuing after ${format(rowCount)} rows of ${table}.`)
  let reportedAt = Date.now()
  for (;;) {
    const after = position
    const previousCount = rowCount
    const batch = await retryWhenDeleted(() =>
      transact(async (client) => {
        const rows = after
          ? await client.query<{ key: Position }>(statements.nextKeys, [batchSize, ...after])
          : await client.query<{ key: Position }>(statements.firstKeys, [batchSize])
        const keys = rows.rows.map((row) => row.key)
        if (keys.length === 0) return keys
        const columns = key.map((_, index) => keys.map((values) => values[index]))
        await client.query(statements.change, columns)
        await saveProgress(client, name, keys.at(-1) ?? [], previousCount + keys.length)
        return keys
      }),
    )
    rowCount += batch.length
    position = batch.at(-1) ?? position
    if (batch.length < batchSize) break
    if (Date.now() - reportedAt >= REPORT_EVERY_MS) {
      print(`${name}: ${format(rowCount)} rows of ${table} so far…`)
      reportedAt = Date.now()
    }
  }
  if (rowCount > 0) print(`${name}: ${format(rowCount)} rows of ${table} done.`)
}

const FOREIGN_KEY_VIOLATION = '23503'

/** A row that the statement found may be deleted before it writes one that refers to it. The next attempt no longer finds it. */
async function retryWhenDeleted<Result>(work: () => Promise<Result>, attempts = 5): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (attempts === 1 || (error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
    return retryWhenDeleted(work, attempts - 1)
  }
}

const format = (count: number) => count.toLocaleString('en')

/** The names are of the catalog and of our own files, never of a caller. */
function batchStatements({ table, statements: [statement] }: Backfill['migration'], key: KeyColumn[]) {
  const columns = key.map(({ name }) => `"${name}"`).join(', ')
  const asText = key.map(({ name }) => `"${name}"::text`).join(', ')
  const position = key.map(({ type }, index) => `$${index + 2}::${type}`).join(', ')
  const arrays = key.map(({ type }, index) => `$${index + 1}::text[]::${type}[]`).join(', ')
  const select = `select array[${asText}] as key from "${table}"`
  const batch = `with batch (${columns}) as (select * from unnest(${arrays}))`
  const text = statement?.text ?? ''
  return {
    firstKeys: `${select} order by ${columns} limit $1`,
    nextKeys: `${select} where (${columns}) > (${position}) order by ${columns} limit $1`,
    change: /^with\s/i.test(text) ? text.replace(/^with\s/i, () => `${batch}, `) : `${batch} ${text}`,
  }
}

async function readPrimaryKey(client: pg.ClientBase, table: string): Promise<KeyColumn[]> {
  const { rows } = await client.query<KeyColumn>(
    `select attribute.attname as name, format_type(attribute.atttypid, attribute.atttypmod) as type
     from pg_index as index
     cross join unnest(index.indkey) with ordinality as key (number, position)
     join pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = key.number
     where index.indrelid = to_regclass($1) and index.indisprimary
     order by key.position`,
    [table],
  )
  return rows
}

async function readProgress(client: pg.ClientBase, name: string) {
  const { rows } = await client.query<{ position: Position; row_count: string }>(
    'select position, row_count from migration_progress where name = $1',
    [name],
  )
  return { position: rows[0]?.position, rowCount: Number(rows[0]?.row_count ?? 0) }
}

const saveProgress = (client: pg.ClientBase, name: string, position: Position, rowCount: number) =>
  client.query(
    `insert into migration_progress (name, position, row_count, updated_at) values ($1, $2, $3, now())
     on conflict (name) do update
     set position = excluded.position, row_count = excluded.row_count, updated_at = excluded.updated_at`,
    [name, position, rowCount],
  )
