import pg from 'pg'
import { Type } from 'typebox'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyTemplate } from '../../../test/database.ts'
import { openIsolatedShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, SHIRT } from '../../../test/sample-products.ts'
import { copyShop } from '../../../test/small-shop-plan.ts'
import type { Ctx } from '../../ctx.ts'
import { type Db, openDatabase } from '../../db/database.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { listPublicProducts } from './product-list.ts'
import { findPublicProduct } from './queries.ts'

/** Columns that hold the ID of a product or variant, or something that is unique beside it. */
const TABLES = {
  products: ['id', 'handle'],
  variants: ['id', 'product_id', 'sku'],
  variant_prices: ['variant_id'],
  stock_levels: ['variant_id'],
  product_images: ['id', 'product_id'],
  listings: ['product_id'],
  listing_prices: ['product_id'],
}

/** Copies each product of the shop so many times. */
async function growShop(client: pg.Client, { live }: Shop, times: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const [table, keys] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and attgenerated = '' and not attisdropped`,
      [table],
    )
    const values = rows.map(({ name }) => (keys.includes(name) ? `${name} || '-${times}-' || copy` : name))
    await client.query(
      `insert into ${table} (${rows.map(({ name }) => name)})
      select ${values} from ${table} cross join generate_series(1, ${times}) as copy where environment_id = $1`,
      [live.environmentId],
    )
  }
}

const RowsRead = Type.Object({ name: Type.String(), count: Type.Integer() })
/** The views also count what earlier transactions have not reported yet. */
async function rowsReadSoFar(db: Db): Promise<Map<string, number>> {
  const counts = sql`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables`
  return new Map((await db.rows(RowsRead, counts)).map(({ name, count }) => [name, count]))
}

/** How many rows PostgreSQL reads, by table. */
const countRowsRead = (ctx: Ctx, read: (ctx: Ctx) => Promise<unknown>): Promise<Map<string, number>> =>
  ctx.db.transaction(async (db) => {
    const before = await rowsReadSoFar(db)
    await read({ ...ctx, db })
    const after = await rowsReadSoFar(db)
    return new Map([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]))
  }, 'generic plan')

const ctxOf = (db: Db, environmentId: string) =>
  ({ db, environmentId, publicUrl: 'https://shop.example', now: new Date() }) as unknown as Ctx

const Plans = Type.Object({ genericPlans: Type.Integer(), customPlans: Type.Integer() })
/** Of the connection for generic plans. */
const plansOf = (db: Db, pattern: string) =>
  db.rows(
    Plans,
    withGenericPlan(sql`
      select generic_plans, custom_plans from pg_prepared_statements
      where statement like ${pattern} and statement not like '%pg_prepared_statements%'`),
  )

const PAGE_SIZE = 20
const READS = [
  {
    name: 'product',
    read: async (ctx: Ctx) => expect(await findPublicProduct(ctx, 'mug', null)).toMatchObject({ handle: 'mug' }),
    from: ['products', 'variants', 'variant_prices', 'stock_levels', 'product_images'],
    max: 50,
  },
  ...(['newest', 'title', 'price', '-price', 'best_selling'] as const).map((sort) => ({
    name: sort,
    read: (ctx: Ctx) => listPublicProducts(ctx, { sort, limit: PAGE_SIZE }),
    from: ['listings'],
    max: 3 * PAGE_SIZE,
  })),
]

it('plans the read of a product once: planning takes four times as long as reading', async () => {
  const db = openDatabase({ connection: await copyTemplate(), maxConnections: 1 })
  onTestFinished(() => db.close())
  const ctx = ctxOf(db, '0190b7a0-0000-7000-8000-000000000001')
  for (const handle of ['mug', 'shirt']) expect(await findPublicProduct(ctx, handle, null)).toBeUndefined()
  expect(await plansOf(db, '%product_redirects%')).toEqual([{ genericPlans: 2, customPlans: 0 }])
})

it.each(['newest', 'title', 'price', '-price', 'best_selling'] as const)('plans a list by %s once', async (sort) => {
  const db = openDatabase({ connection: await copyTemplate(), maxConnections: 1 })
  onTestFinished(() => db.close())
  const ctx = ctxOf(db, '0190b7a0-0000-7000-8000-000000000001')
  for (let count = 0; count < 2; count++) expect((await listPublicProducts(ctx, { sort })).data).toEqual([])
  expect(await plansOf(db, '%summary%order by%')).toEqual([{ genericPlans: 2, customPlans: 0 }])
})

describe.each([
  { plannedFor: 'a new database', otherShops: 0, isAnalyzed: false },
  { plannedFor: 'hundreds of small shops', otherShops: 300, isAnalyzed: false },
  // In tables of a few pages, any index that begins with the environment is as good.
  { plannedFor: 'five small shops, until the next ANALYZE', otherShops: 5, isAnalyzed: true },
])('with a plan made for $plannedFor', ({ otherShops, isAnalyzed }) => {
  it('reads few rows for a product or a list of a large shop', async () => {
    const shop = await openIsolatedShop()
    const variants = SHIRT.variants?.map((variant) => ({ ...variant, trackStock: true, stock: 5 })) ?? []
    for (const handle of ['mug', 'shirt', 'bag']) await addProduct(shop.api, { handle, variants })
    const client = new pg.Client(shop.server.connection)
    await client.connect()
    onTestFinished(() => client.end())
    const db = openDatabase({ connection: shop.server.connection, maxConnections: 1 })
    onTestFinished(() => db.close())
    const ctx = ctxOf(db, shop.live.environmentId)
    const tables = Object.keys(TABLES)

    // A page of products in each shop: PostgreSQL likes to read all of a shop and sort them.
    await growShop(client, shop, 6)
    if (otherShops > 0) await copyShop(client, shop.live.environmentId, { count: otherShops, tables })
    for (const { read } of READS) await countRowsRead(ctx, read)
    await growShop(client, shop, 50)
    if (isAnalyzed) await client.query(`analyze ${tables}`)

    for (const { name, read, from, max } of READS) {
      const counts = await countRowsRead(ctx, read)
      expect([name, from.filter((table) => !counts.get(table))]).toEqual([name, []])
      expect([name, [...counts].filter(([, count]) => count > max)]).toEqual([name, []])
    }
  })
})
