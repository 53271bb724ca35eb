import pg from 'pg'
import { Type } from 'typebox'
import { expect, it, onTestFinished } from 'vitest'
import { copyTemplate } from '../../../test/database.ts'
import { openIsolatedShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, SHIRT } from '../../../test/sample-products.ts'
import type { Ctx } from '../../ctx.ts'
import { openDatabase } from '../../db/database.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { findPublicProduct } from './queries.ts'

/** Columns that hold the ID of a product or variant, or something that is unique beside it. */
const TABLES = {
  products: ['id', 'handle'],
  variants: ['id', 'product_id', 'sku'],
  variant_prices: ['variant_id'],
  stock_levels: ['variant_id'],
  product_images: ['id', 'product_id'],
}

/** Inserts all rows of the shop `times` times: into other shops, or as other products of the same shop. */
async function copyRows(client: pg.Client, { live }: Shop, times: number, into: 'others' | 'itself'): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const [table, keys] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and attgenerated = '' and not attisdropped`,
      [table],
    )
    const values = rows.map(({ name }) => {
      if (into === 'others') return name === 'environment_id' ? 'md5(copy::text)::uuid' : name
      return keys.includes(name) ? `${name} || '-' || copy` : name
    })
    await client.query(
      `insert into ${table} (${rows.map(({ name }) => name)})
      select ${values} from ${table} cross join generate_series(1, ${times}) as copy where environment_id = $1`,
      [live.environmentId],
    )
  }
}

/** How many rows PostgreSQL reads for one product, by table. */
const RowsRead = Type.Object({ name: Type.String(), count: Type.Integer() })
const readProduct = (ctx: Ctx, handle: string) =>
  ctx.db.transaction(async (db) => {
    expect(await findPublicProduct({ ...ctx, db }, handle, null)).toMatchObject({ handle })
    const counts = sql`
      select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
      from pg_stat_xact_user_tables order by relname`
    return new Map((await db.rows(RowsRead, counts)).map(({ name, count }) => [name, count]))
  }, 'generic plan')

it('plans the read of a product once: planning takes four times as long as reading', async () => {
  const db = openDatabase({ connection: await copyTemplate(), maxConnections: 1 })
  onTestFinished(() => db.close())
  const environmentId = '0190b7a0-0000-7000-8000-000000000001'
  const ctx = { db, environmentId, publicUrl: 'https://shop.example', now: new Date() } as unknown as Ctx
  for (const handle of ['mug', 'shirt']) expect(await findPublicProduct(ctx, handle, null)).toBeUndefined()
  const Plans = Type.Object({ genericPlans: Type.Integer(), customPlans: Type.Integer() })
  const plans = sql`
    select generic_plans, custom_plans from pg_prepared_statements
    where statement like '%product_redirects%' and statement not like '%pg_prepared_statements%'`
  expect(await db.rows(Plans, withGenericPlan(plans))).toEqual([{ genericPlans: 2, customPlans: 0 }])
})

it.each([
  { plannedFor: 'a new database', otherShops: 0, isAnalyzed: false },
  { plannedFor: 'a thousand small shops', otherShops: 1000, isAnalyzed: false },
  // In tables of a few pages, any index that begins with the environment is as good.
  { plannedFor: 'five small shops, until the next ANALYZE', otherShops: 5, isAnalyzed: true },
])(
  'reads few rows for a product of a large shop with a plan made for $plannedFor',
  async ({ otherShops, isAnalyzed }) => {
    const shop = await openIsolatedShop()
    const variants = SHIRT.variants?.map((variant) => ({ ...variant, trackStock: true, stock: 5 })) ?? []
    for (const handle of ['mug', 'shirt', 'bag']) await addProduct(shop.api, { handle, variants })
    const client = new pg.Client(shop.server.connection)
    await client.connect()
    onTestFinished(() => client.end())
    const db = openDatabase({ connection: shop.server.connection, maxConnections: 1 })
    onTestFinished(() => db.close())
    const { environmentId } = shop.live
    const ctx = { db, environmentId, publicUrl: 'https://shop.example', now: new Date() } as unknown as Ctx

    const analyze = `analyze ${Object.keys(TABLES)}`

    await copyRows(client, shop, otherShops, 'others')
    if (otherShops > 0) await client.query(analyze)
    await readProduct(ctx, 'mug')
    await copyRows(client, shop, 1000, 'itself')
    if (isAnalyzed) await client.query(analyze)

    const counts = await readProduct(ctx, 'mug-7')
    expect(Object.keys(TABLES).filter((table) => !counts.get(table))).toEqual([])
    expect([...counts].filter(([, count]) => count > 50)).toEqual([])
  },
)
