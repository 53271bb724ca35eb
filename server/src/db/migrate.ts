import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { StartError } from '../kit/start-error.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Somebody held what it needed, or waited for it in turn: lock_not_available, deadlock_detected. */
const RETRYABLE_CODES = ['55P03', '40P01']
/**
 * A migration that waits for a table makes all wait who come after it, and requests of other servers give up after 5 s
 * (`SESSION_SETTINGS`). So it gives up before them, lets them through, and tries again.
 */
const LOCK_TIMEOUT_MS = 3000
const RETRY_MS = 500
const TIMEOUT_MS = 10 * 60_000

interface Options {
  print?: (line: string) => void
  lockTimeoutMs?: number
  /** Where they lie. */
  folder?: string
}

/** Brings the schema up to date. Many servers may start at once: one migrates, the others wait for its lock. */
export async function migrate(
  connection: pg.ClientConfig,
  { print = () => {}, lockTimeoutMs = LOCK_TIMEOUT_MS, folder = MIGRATIONS }: Options = {},
): Promise<void> {
  // A pool of its own: without the time limits of requests, and with the driver's own types.
  const pool = new pg.Pool({ ...connection, max: 2, lock_timeout: lockTimeoutMs })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const deadline = Date.now() + TIMEOUT_MS
  let hasWaited = false
  try {
    while (!(await tryMigrate(pool, folder, print))) {
      if (Date.now() > deadline) {
        throw new StartError('The database could not be brought up to date: look for transactions that stay open.')
      }
      if (!hasWaited) print('Waiting to bring the database up to date: somebody else is using it…')
      hasWaited = true
      await sleep(RETRY_MS)
    }
  } finally {
    await pool.end()
  }
}

/** All of it or nothing; false when somebody held what it needed. */
async function tryMigrate(pool: pg.Pool, folder: string, print: (line: string) => void): Promise<boolean> {
  const client = await pool.connect()
  try {
    // The job queue's own tables come first, since ours enqueue into them.
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
    if (applied.length > 0) print(`Brought the database up to date (${applied.length} migrations).`)
    return true
  } catch (error) {
    if (RETRYABLE_CODES.includes((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    // Closed with whatever it still holds.
    client.release(true)
  }
}

/**
 * What PostgreSQL knows of a table that it has never looked at: as long as it knows nothing, it takes `environment_id` for
 * enough to find a row by, whichever index begins with it. Whatever was planned then, references between tables above all, read
 * all rows of the environment for each row that was meant, for as long as the connection lived or until the first ANALYZE: 5,000
 * products took a minute to get into a collection, and a list of them 7 s. So it is told that a table holds two environments,
 * which is how every shop begins. What it finds by itself later takes the place of this. Before version 18 it can't be told.
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
