import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MigrationStatement, splitStatements } from './split-statements.ts'

interface MigrationFile {
  /** The file's name without its ending; `migrations` lists those that were applied. */
  name: string
  source: string
  statements: MigrationStatement[]
}

/**
 * How a migration runs, which its first line says:
 * - nothing: in one transaction, with short waits for locks;
 * - `-- no transaction`: statement by statement, for `create index concurrently` and `validate constraint`;
 * - `-- backfill <table>`: one statement, repeated for batches of the table's rows.
 */
export type Migration = MigrationFile &
  ({ mode: 'transaction' } | { mode: 'no transaction' } | { mode: 'backfill'; table: string })

const NO_TRANSACTION = /^--\s*no transaction\b/i
const BACKFILL = /^--\s*backfill\b\s*(?:([a-z_][a-z0-9_]*)\s*)?$/im

export function parseMigration(name: string, source: string): Migration {
  const statements = splitStatements(source)
  const firstLine = source.split('\n', 1)[0] ?? ''
  if (NO_TRANSACTION.test(firstLine)) return { name, source, statements, mode: 'no transaction' }
  const backfill = BACKFILL.exec(firstLine)
  if (!backfill) return { name, source, statements, mode: 'transaction' }
  const table = backfill[1]
  if (!table) throw new Error(`${name}: name the table in the first line, as in "-- backfill orders"`)
  if (statements.length !== 1) throw new Error(`${name}: a backfill is one statement`)
  return { name, source, statements, mode: 'backfill', table }
}

/** All migrations of a folder, in the order in which they are applied. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) =>
      parseMigration(file.slice(0, -'.sql'.length), await readFile(join(folder, file), 'utf8')),
    ),
  )
}
