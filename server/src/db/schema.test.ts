import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCopy } from '../../test/database.ts'

describe('the schema', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(await createCopy())
    await client.connect()
  })
  afterAll(() => client.end())

  it('compares all ids by the collation "C": a comparison of two collations cannot use an index', async () => {
    const { rows } = await client.query<{ column: string }>(`
      select table_name || '.' || column_name as column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
        and (column_name = 'id' or column_name like '%\\_id') and collation_name is distinct from 'C'`)
    expect(rows).toEqual([])
  })

  it('names every index after its table', async () => {
    const { rows } = await client.query<{ table: string; index: string }>(`
      select tablename as table, indexname as index from pg_indexes
      where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)`)
    expect(rows.length).toBeGreaterThan(50)
    for (const { table, index } of rows) expect(index).toMatch(new RegExp(`^${table}_.+_idx$`))
  })
})
