import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { PROJECT_ROOT } from '../kit/project-root.ts'
import { StartError } from '../kit/start-error.ts'

const MIGRATIONS = join(PROJECT_ROOT, 'server/migrations')

/** Another session held a lock or waited for ours: lock_not_available, deadlock_detected. */
const RETRYABLE_CODES = ['55P03', '40P01']
/**
 * A migration that waits for a table blocks everyone behind it, and requests of other servers fail after 5 s
 * (`SESSION_SETTINGS`). So it gives up earlier, lets them through, and retries.
 */
const LOCK_TIMEOUT_MS = 3000
const RETRY_MS = 500
const TIMEOUT_MS = 10 * 60_000

interface Options {
  print?: (line: string) => void
  lockTimeoutMs?: number
  /** The folder with the migrations. */
  folder?: string
}

/** Brings the schema up to date. When many servers start at once, one migrates and the others wait for its lock. */
export async function migrate(
  connection: pg.ClientConfig,
  { print = () => {}, lockTimeoutMs = LOCK_TIMEOUT_MS, folder = MIGRATIONS }: Options = {},
): Promise<void> {
  // A separate pool: without the time limits of requests, and with the driver's own types.
  const pool = new pg.Pool({ ...connection, max: 2, lock_timeout: lockTimeoutMs })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const deadline = Date.now() + TIMEOUT_MS
  let hasWaited = false
  try {
    while (!(await tryMigrate(pool, folder, print))) {
      if (Date.now() > deadline) {
        throw new StartError('Cannot migrate the database. Look for transactions that stay open.')
      }
      if (!hasWaited) print('Waiting to migrate the database: another process is using it…')
      hasWaited = true
      await sleep(RETRY_MS)
    }
  } finally {
    await pool.end()
  }
}

/** All or nothing; false when another session held a lock it needed. */
async function tryMigrate(pool: pg.Pool, folder: string, print: (line: string) => void): Promise<boolean> {
  const client = await pool.connect()
  try {
    // The job queue's own tables come first, since our migrations enqueue into them.
    await runJobMigrations({ pgPool: pool, noHandleSignals: true })
    const applied = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: 'migrations',
      singleTransaction: true,
      advisoryLockMode: 'wait',
      log: () => {},
    })
    if (applied.length > 0) await seedStatistics(client)
    if (applied.length > 0) print(`Migrated the database (migrations applied: ${applied.length}).`)
    return true
  } catch (error) {
    if (RETRYABLE_CODES.includes((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    // Destroys the connection with any lock it still holds.
    client.release(true)
  }
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
