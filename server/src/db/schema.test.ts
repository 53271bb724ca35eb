import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCopy } from '../../test/database.ts'
import { listColumns, OTHER_COLUMNS, PERSONAL_COLUMNS, PSEUDONYMOUS_COLUMNS } from '../../test/personal-columns.ts'
import { CONTROL_PLANE } from './control-plane.ts'

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

  it('says of every column with text whether it may be about a customer: an erasure must not miss one', async () => {
    const { rows } = await client.query<{ column: string }>(`
      select table_name || '.' || column_name as column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'tsvector')
        and not (column_name = 'id' or column_name like '%\\_id' and column_name <> 'external_id')
        and table_name in (
          select table_name from information_schema.columns
          where table_schema = 'public' and (column_name in ('environment_id', 'workspace_id') or table_name = 'environments')
        )`)
    const declared = listColumns(PERSONAL_COLUMNS, PSEUDONYMOUS_COLUMNS, OTHER_COLUMNS)
    expect(declared).toEqual([...new Set(declared)])
    expect(rows.map(({ column }) => column).sort()).toEqual(declared)
  })

  it('has every table that is listed as one of the control plane', async () => {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(CONTROL_PLANE)))
  })

  it('names every index after its table', async () => {
    const { rows } = await client.query<{ table: string; index: string }>(`
      select tablename as table, indexname as index from pg_indexes
      where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)`)
    expect(rows.length).toBeGreaterThan(50)
    for (const { table, index } of rows) expect(index).toMatch(new RegExp(`^${table}_.+_idx$`))
  })
})
