import type pg from 'pg'
import type { Load } from '../rolling-deploy/load.ts'

const CARTS = 300_000
const EVENTS = 300_000
/** Dozens of batches of a backfill. */
const PRODUCTS = 30_000
const ORDERS = 30_000
/** Each third product is archived. */
const STATUS = `jsonb_build_object('status', case when nth % 3 = 0 then 'archived' else 'active' end)`
/** Staff change some products of all batches during the upgrade. */
const CHANGED_EVERY = 500

/** The SQL of an id of the copy with this number: lower than any that a server makes. */
const copyId = (prefix: string) => `'${prefix}_' || lpad(nth::text, 26, '0')`

export const changedProductIds = (): string[] =>
  Array.from(
    { length: PRODUCTS / CHANGED_EVERY },
    (_, index) => `prod_${String((index + 1) * CHANGED_EVERY).padStart(26, '0')}`,
  )

interface Copies {
  table: string
  count: number
  /** Finds the row that is copied; none takes any row. */
  where?: string
  /** What the copies have in place of a text, wherever the row contains it: SQL expressions with `nth`. */
  replace?: Record<string, string>
  /** Columns of the copies: an SQL expression of a JSON object. */
  more?: string
}

/** Fills the tables with copies of a row that the release's own servers have written, in whichever shape they write it. */
export async function fillDatabase(client: pg.Client, { product, orderIds }: Load): Promise<void> {
  const variantId = product.variants[0]?.id ?? ''
  const orderId = orderIds[0] ?? ''
  const replace = {
    [product.id]: copyId('prod'),
    [variantId]: copyId('var'),
    [`"${product.handle}"`]: `'"${product.handle}-' || nth || '"'`,
  }
  const ofProduct = { count: PRODUCTS, replace, where: `product_id = '${product.id}'` }
  const ofVariant = { count: PRODUCTS, replace, where: `variant_id = '${variantId}'` }
  await copyRows(client, { table: 'products', count: PRODUCTS, replace, where: `id = '${product.id}'`, more: STATUS })
  await copyRows(client, { ...ofProduct, table: 'variants' })
  await copyRows(client, { ...ofVariant, table: 'variant_prices' })
  await copyRows(client, { ...ofVariant, table: 'offers', more: STATUS })
  await copyRows(client, { ...ofProduct, table: 'listings', more: STATUS })
  await copyRows(client, { ...ofProduct, table: 'listing_variants' })
  await copyRows(client, { ...ofProduct, table: 'listing_prices' })
  const ofOrder = { count: ORDERS, replace: { [orderId]: copyId('ord') } }
  const number = `jsonb_build_object('number', 1000000 + nth)`
  await copyRows(client, { ...ofOrder, table: 'orders', where: `id = '${orderId}'`, more: number })
  await copyRows(client, { ...ofOrder, table: 'order_items', where: `order_id = '${orderId}'` })
  await copyRows(client, { table: 'carts', count: CARTS, more: `jsonb_build_object('id', ${copyId('cart')})` })
  // Below those of the feed: all readers are past them.
  const delivered = `jsonb_build_object('id', ${copyId('evt')}, 'position', -nth)`
  await copyRows(client, { table: 'events', count: EVENTS, more: delivered })
  await client.query('analyze')
}

async function copyRows(
  client: pg.Client,
  { table, count, where = 'true', replace = {}, more = `'{}'` }: Copies,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const columns = rows.map(({ name }) => name).join(', ')
  const text = Object.entries(replace).reduce(
    (row, [found, copy]) => `replace(${row}, '${found}', ${copy})`,
    'originals.row::text',
  )
  // More than one row of an order or a variant is copied; of the others, one.
  const limit = where === 'true' ? 'limit 1' : ''
  const { rowCount } = await client.query(
    `insert into ${table} (${columns})
     select ${columns} from (select to_jsonb(row) as row from ${table} as row where ${where} ${limit}) as originals,
       generate_series(1, ${count}) as nth,
       jsonb_populate_record(null::${table}, ${text}::jsonb || ${more})`,
  )
  if ((rowCount ?? 0) < count) throw new Error(`${table}: there is no row to copy`)
}

/** What the migrations since `0143` should have left, each with the number of rows that are otherwise. */
export async function findWrongRows(client: pg.Client, { orderIds }: Load): Promise<string[]> {
  const copies = `product_id <= 'prod_' || lpad('${PRODUCTS}', 26, '0')`
  const counts = {
    'listings are missing': `select ${PRODUCTS} - count(*) from listings where ${copies}`,
    'listings have other currencies than prices': `
      select count(*) from listings where currencies <> array(select jsonb_object_keys(prices)) or currencies = '{}'`,
    'active products lack a row of a price': `
      select count(*) from listings cross join unnest(currencies) as priced (currency)
      where status = 'active' and not exists (
        select from listing_prices as row
        where row.environment_id = listings.environment_id and row.product_id = listings.product_id
          and row.currency = priced.currency and row.lowest = (prices -> priced.currency ->> 0)::bigint
      )`,
    // Servers of the previous release may write those of a product that staff archive later: lists skip them.
    'archived products have rows of prices': `
      select count(*) from listings join listing_prices using (environment_id, product_id)
      where status <> 'active' and product_id <> all($1)`,
    'orders of checkouts are missing': `
      select cardinality($2::text[]) - count(*) from orders where id = any($2)`,
  }
  const selected = Object.entries(counts).map(([name, count]) => `(${count})::integer as "${name}"`)
  const { rows } = await client.query<Record<string, number>>(`select ${selected.join(', ')}`, [
    changedProductIds(),
    orderIds,
  ])
  return Object.entries(rows[0] ?? {}).flatMap(([name, count]) => (count === 0 ? [] : `${count} ${name}`))
}
