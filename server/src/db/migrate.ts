import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import pg from 'pg'
import { PROJECT_ROOT } from '../kit/project-root.ts'
import { StartError } from '../kit/start-error.ts'
import { postponeForeignKey } from './distribute.ts'
import { runBackfill } from './migrations/backfill.ts'
import { type Migration, readMigrations } from './migrations/read-migrations.ts'
import type { MigrationStatement } from './migrations/split-statements.ts'

const MIGRATIONS = join(PROJECT_ROOT, 'server/migrations')

/** Another session held a lock or waited for ours: lock_not_available, deadlock_detected. */
const RETRYABLE_CODES = ['55P03', '40P01']
/**
 * A migration that waits for a table blocks everyone behind it. So it gives up soon, lets them through, and retries:
 * requests wait less than a second (decision 53).
 */
const LOCK_TIMEOUT_MS = 400
const RETRY_MS = 500
const TIMEOUT_MS = 10 * 60_000
/** The same on all servers of all releases: one of them migrates. */
const LOCK_ID = '7241865325823964'

interface Options {
  print?: (line: string) => void
  lockTimeoutMs?: number
  /** The folder with the migrations. */
  folder?: string
  /** Rows per batch of a backfill. */
  batchSize?: number
}

/**
 * Brings the schema up to date. When many servers start at once, one migrates and the others wait. A server of an older
 * release finds nothing to do, and starts even while a newer one is migrating.
 */
export async function migrate(
  connection: pg.ClientConfig,
  { print = () => {}, lockTimeoutMs = LOCK_TIMEOUT_MS, folder = MIGRATIONS, batchSize }: Options = {},
): Promise<void> {
  const migrations = await readMigrations(folder)
  // A separate pool: without the time limits of requests, and with the driver's own types.
  const pool = new pg.Pool({ ...connection, max: 2, lock_timeout: lockTimeoutMs })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const retry = retryWhenLocked(print)
  try {
    // The job queue's own tables come first, since our migrations enqueue into them.
    await retry(() => runJobMigrations({ pgPool: pool, noHandleSignals: true }))
    const client = await pool.connect()
    try {
      if ((await listPending(client, migrations)).length === 0) return
      await waitForOthers(client, print)
      await retry(() => client.query(CREATE_TABLES))
      const pending = await listPending(client, migrations)
      for (const migration of pending) {
        await apply(client, migration, { retry, print, batchSize }).catch((error: Error) => {
          throw error instanceof StartError
            ? error
            : new Error(`Migration ${migration.name} failed: ${error.message}`, { cause: error })
        })
      }
      if (pending.length === 0) return
      await seedStatistics(client)
      print(`Migrated the database (migrations applied: ${pending.length}).`)
    } finally {
      // PostgreSQL may notice a closed connection only after others have asked for the lock.
      await client.query('select pg_advisory_unlock_all()').catch(() => {})
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

type Retry = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Pauses before each attempt, so that those who waited behind us get their turn. */
function retryWhenLocked(print: (line: string) => void): Retry {
  let hasWaited = false
  return async (work) => {
    for (const deadline = Date.now() + TIMEOUT_MS; ; await sleep(RETRY_MS)) {
      try {
        return await work()
      } catch (error) {
        if (!RETRYABLE_CODES.includes((error as { code?: string }).code ?? '')) throw error
      }
      if (Date.now() > deadline) {
        throw new StartError('Cannot migrate the database. Look for transactions that stay open.')
      }
      if (!hasWaited) print('Waiting to migrate the database: another process is using it…')
      hasWaited = true
    }
  }
}

/**
 * Asks again and again: a session that waits for a lock inside of PostgreSQL has a snapshot, and `create index
 * concurrently` of the process that holds the lock would wait for it, forever. Without a limit: a backfill takes long.
 */
async function waitForOthers(client: pg.ClientBase, print: (line: string) => void): Promise<void> {
  for (let hasWaited = false; ; hasWaited = true) {
    const { rows } = await client.query<{ acquired: boolean }>(`select pg_try_advisory_lock(${LOCK_ID}) as acquired`)
    if (rows[0]?.acquired) return
    if (!hasWaited) print('Waiting: another process is migrating the database…')
    await sleep(RETRY_MS)
  }
}

const CREATE_TABLES = `
  create table if not exists migrations (
    id serial primary key,
    name varchar(255) not null,
    run_on timestamp not null
  );
  create table if not exists migration_progress (
    name text primary key,
    position text[] not null,
    row_count bigint not null,
    updated_at timestamptz not null
  )`

async function listPending(client: pg.ClientBase, migrations: Migration[]): Promise<Migration[]> {
  const { rows: tables } = await client.query("select from pg_class where oid = to_regclass('migrations')")
  if (tables.length === 0) return migrations
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}

interface Run {
  retry: Retry
  print: (line: string) => void
  batchSize: number | undefined
}

async function apply(client: pg.ClientBase, migration: Migration, { retry, print, batchSize }: Run): Promise<void> {
  const transact = <Result>(work: (client: pg.ClientBase) => Promise<Result>) =>
    retry(() => inTransaction(client, work))
  const record = () =>
    client.query(
      `with done as (delete from migration_progress where name = $1)
       insert into migrations (name, run_on) values ($1, now())`,
      [migration.name],
    )
  if (migration.mode === 'transaction') {
    await transact(async (client) => {
      // One by one: Citus sends the text of a query to the nodes as a whole, and they reject several statements.
      for (const { text } of migration.statements) {
        if (!(await postponeForeignKey(client, text))) await client.query(text)
      }
      await record()
    })
    return
  }
  if (migration.mode === 'backfill') await runBackfill({ migration, transact, print, batchSize })
  else for (const statement of migration.statements) await retry(() => runAlone(client, statement))
  await record()
}

async function inTransaction<Result>(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const CONCURRENT_INDEX = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/

/** May run again after a crash. */
async function runAlone(client: pg.ClientBase, { text, outline }: MigrationStatement): Promise<void> {
  // Blocks nobody while it waits for transactions to end, which may take longer than our locks may.
  const blocksNobody = / concurrently | validate constraint /.test(outline)
  const index = CONCURRENT_INDEX.exec(outline)?.[1]
  if (blocksNobody) await client.query('set lock_timeout = 0')
  try {
    if (index) await dropInvalidIndex(client, index)
    await client.query(text)
  } finally {
    if (blocksNobody) await client.query('reset lock_timeout')
  }
}

/** An attempt that was interrupted leaves an index that is updated but never used. */
async function dropInvalidIndex(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    name,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${name}`)
}

/**
 * Statistics for a table that PostgreSQL has never analyzed: without any, it considers `environment_id` selective
 * enough to find a row, whichever index begins with it. Plans made then, foreign key checks above all, read all rows of
 * the environment for each matching row, for the life of the connection or until the first ANALYZE: adding 5,000
 * products to a collection took a minute, and listing them 7 s. So we declare that a table holds two environments, as
 * every shop begins. PostgreSQL's own statistics replace these later. Versions before 18 don't support it.
 */
const INITIAL_STATISTICS = `
  do $$
  declare
    fresh record;
  begin
    if current_setting('server_version_num')::integer < 180000 then return; end if;
    for fresh in
      select namespace.nspname, class.relname
      from pg_attribute as attribute
      join pg_class as class on class.oid = attribute.attrelid and class.relkind = 'r'
      join pg_namespace as namespace on namespace.oid = class.relnamespace and namespace.nspname = current_schema()
      where attribute.attname = 'environment_id'
        and not exists (
          select from pg_stats
          where schemaname = namespace.nspname and tablename = class.relname and pg_stats.attname = 'environment_id'
        )
    loop
      perform pg_restore_attribute_stats('schemaname', fresh.nspname::text, 'relname', fresh.relname::text,
        'attname', 'environment_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 2::real);
    end loop;
  end
  $$`

export const seedStatistics = (client: Pick<pg.ClientBase, 'query'>) => client.query(INITIAL_STATISTICS)
