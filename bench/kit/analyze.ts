import type { Database } from '../../server/src/db/database.ts'

/**
 * As PostgreSQL does it by itself within a minute: tables that have been filled, and no others. One that is empty when it is looked
 * at is taken for empty, and read from end to end, until it is looked at again.
 */
export async function analyzeFilled({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0",
  )
  await pool.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
}
