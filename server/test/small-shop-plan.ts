import pg from 'pg'
import type { Ctx } from '../src/ctx.ts'
import type { Statement } from '../src/db/sql.ts'
import type { Shop } from './open-shop.ts'

interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** Adds shops with the same rows as this one, and analyzes the tables. */
export async function copyShop(
  client: pg.Client,
  environmentId: string,
  { count, tables }: { count: number; tables: string[] },
): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const table of tables) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and attname <> 'environment_id'
        and attgenerated = '' and not attisdropped`,
      [table],
    )
    await client.query(
      `insert into ${table} (environment_id, ${rows[0]?.columns}) select md5(shop::text)::uuid, ${rows[0]?.columns}
      from ${table} cross join generate_series(1, ${count}) as shop where environment_id = $1`,
      [environmentId],
    )
    await client.query(`analyze ${table}`)
  }
}

function statementOf(read: (ctx: Ctx) => unknown): Statement {
  const statements: Statement[] = []
  const add = (_schema: unknown, statement: Statement) => statements.push(statement)
  read({ db: { row: add, rows: add }, environmentId: '', publicUrl: '', now: new Date() } as unknown as Ctx)
  const [statement] = statements
  if (!statement) throw new Error('It has read nothing')
  return statement
}

const scansOf = (node: PlanNode): PlanNode[] => [
  ...(node['Index Cond'] ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

/** The index scans of a plan for all values, made in a database of a thousand shops like this one, and their indexes. */
export async function planForSmallShops(
  shop: Shop,
  tables: string[],
  read: (ctx: Ctx) => unknown,
  settings: string[] = [],
): Promise<{ relation: string; index: string; condition: string }[]> {
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  const client = new pg.Client({ ...shop.server.connection, options })
  await client.connect()
  try {
    await copyShop(client, shop.live.environmentId, { count: 1000, tables })
    const { rows } = await client.query(`explain (generic_plan, format json) ${statementOf(read).text}`)
    return scansOf(rows[0]['QUERY PLAN'][0].Plan).map((scan) => ({
      relation: scan['Relation Name'] ?? '',
      index: scan['Index Name'] ?? '',
      condition: scan['Index Cond'] ?? '',
    }))
  } finally {
    await client.end()
  }
}
