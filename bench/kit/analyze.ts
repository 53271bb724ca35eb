import type { Database } from '../../server/src/db/database.ts'

/**
 * Does what autovacuum would do within a minute, for non-empty tables only: PostgreSQL plans sequential scans of a
 * table analyzed while empty until its next analyze.
 */
export async function analyzeNonEmptyTables({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0",
  )
  await pool.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
}
