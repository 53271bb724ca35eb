import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createCopy } from '../../test/database.ts'

describe('a database without statistics', () => {
  it('finds a row of every environment by its key, without scanning the environment', async () => {
    const client = new pg.Client(await createCopy())
    await client.connect()
    try {
      const keys = await client.query<{ table: string; names: string[] }>(`
        select class.relname as table, array_agg(attname::text order by place) as names
        from pg_constraint
        join pg_class as class on class.oid = conrelid
        cross join unnest(conkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number
        where contype = 'p' and connamespace = 'public'::regnamespace
        group by class.relname, conname
        having 'environment_id' = any(array_agg(attname)) and count(*) = 2`)
      expect(keys.rows.length).toBeGreaterThan(20)
      for (const { table, names } of keys.rows) {
        const by = names.map((name, at) => `${name} = $${at + 1}`).join(' and ')
        const plan = await client.query(
          `explain (generic_plan, costs off) select 1 from ${table} where ${by} for key share`,
        )
        const index = /Index (?:Only )?Scan (?:using|on) (\w+)/.exec(
          plan.rows.map((row) => row['QUERY PLAN']).join(' '),
        )?.[1]
        const begins = await client.query<{ name: string }>(
          'select attname as name from pg_attribute where attrelid = to_regclass($1) order by attnum limit $2',
          [index, names.length],
        )
        expect([table, ...begins.rows.map(({ name }) => name).sort()]).toEqual([table, ...names.toSorted()])
      }
    } finally {
      await client.end()
    }
  })
})
