import pg from 'pg'
import { Type } from 'typebox'
import { expect, it, onTestFinished } from 'vitest'
import { copyTemplate } from '../../../test/database.ts'
import { openIsolatedShop } from '../../../test/open-shop.ts'
import { addProduct } from '../../../test/sample-products.ts'
import type { Ctx } from '../../ctx.ts'
import { openDatabase } from '../../db/database.ts'
import { GENERIC_PLAN_SETTINGS, type Statement, sql, withGenericPlan } from '../../db/sql.ts'
import { findPublicProduct } from './queries.ts'

interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** A thousand shops with the same rows as this one. */
async function copyShops(client: pg.Client, environmentId: string, tables: string[]): Promise<void> {
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
      from ${table} cross join generate_series(1, 1000) as shop where environment_id = $1`,
      [environmentId],
    )
    await client.query(`analyze ${table}`)
  }
}

function statementOf(read: (ctx: Ctx) => unknown): Statement {
  const statements: Statement[] = []
  const db = { row: (_schema: unknown, statement: Statement) => statements.push(statement) }
  read({ db, environmentId: '', publicUrl: '', now: new Date() } as unknown as Ctx)
  const [statement] = statements
  if (!statement) throw new Error('It has read nothing')
  return statement
}

const scansOf = (node: PlanNode): PlanNode[] => [
  ...(node['Index Cond'] ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

it('uses one plan for all public products', async () => {
  const db = openDatabase({ connection: await copyTemplate(), maxConnections: 1 })
  onTestFinished(() => db.close())
  const environmentId = '0190b7a0-0000-7000-8000-000000000001'
  const ctx = { db, environmentId, publicUrl: 'https://shop.example', now: new Date() } as unknown as Ctx
  for (const handle of ['mug', 'shirt']) expect(await findPublicProduct(ctx, handle, null)).toBeUndefined()
  const Plans = Type.Object({ genericPlans: Type.Integer(), customPlans: Type.Integer() })
  const plans = sql`select generic_plans, custom_plans from pg_prepared_statements where statement like '%product_redirects%'
    and statement not like '%pg_prepared_statements%'`
  expect(await db.rows(Plans, withGenericPlan(plans))).toEqual([{ genericPlans: 2, customPlans: 0 }])
})

it('finds a product by its key with a plan made for shops of three products', async () => {
  const shop = await openIsolatedShop()
  for (let count = 0; count < 3; count++) await addProduct(shop.api)
  const options = GENERIC_PLAN_SETTINGS.map((setting) => `-c ${setting}`).join(' ')
  const client = new pg.Client({ ...shop.server.connection, options })
  await client.connect()
  try {
    const tables = ['products', 'variants', 'variant_prices', 'product_images']
    await copyShops(client, shop.live.environmentId, tables)
    const { text } = statementOf((ctx) => findPublicProduct(ctx, 'mug', null))
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    const scans = scansOf(rows[0]['QUERY PLAN'][0].Plan)
    const wide = scans.filter((scan) => !scan['Index Cond']?.includes(' AND '))
    expect(scans.map((scan) => scan['Relation Name'])).toEqual(expect.arrayContaining(['products', 'variant_prices']))
    const isFilled = (name: string) => tables.some((table) => name.startsWith(`${table}_`) || name === table)
    expect(wide.filter((scan) => isFilled(scan['Relation Name'] ?? scan['Index Name'] ?? ''))).toEqual([])
  } finally {
    await client.end()
  }
})
