import type pg from 'pg'
import type { Ctx, Environment } from '../../server/src/ctx.ts'
import { advanceCheckpoints } from '../../server/src/modules/inventory/stock-checkpoints.ts'
import { countSales } from '../../server/src/modules/listings/best-sellers.ts'
import { refreshListings } from '../../server/src/modules/listings/listings.ts'
import { importOrder } from '../../server/src/modules/orders/import-order.ts'
import { createRate } from '../../server/src/modules/shipping/rates.ts'
import { createZone } from '../../server/src/modules/shipping/zones.ts'

/** Ids in the order of n. */
export const id = (kind: string, n: number): string => `${kind}_${String(n).padStart(26, '0')}`

/** The products `from` to `to`, and everything that grows with them: five orders each, with an item and three events. */
export interface Growth {
  from: number
  to: number
}

type Shops = Record<'live' | 'test', Environment>

export const ORDERS_PER_PRODUCT = 5
const EVENTS_PER_ORDER = 3
/** What a filter for something rare finds: as many in every size, and the oldest of all. */
const RARE = 5
/** The newest products in each size have a tag of their own. */
const NEW = 3
/** The products after the rare ones, up to this one, have no price in EUR. */
const LAST_UNPRICED = 10
/** Larger ones reach the timeout of statements on a busy machine. */
const LISTING_BATCH = 250
/** The newest products sell for years: one movement per five products of the shop, of one variant each. */
const LONG_HISTORIES = 20
const PRODUCTS_PER_MOVEMENT = 5

/**
 * Grows the shop by set-based SQL, since a request for each row would take hours. Common values are common and rare ones
 * rare, as in a real shop; the product's own code writes the listings and the first order, which the others copy.
 */
export async function growShop(ctx: Ctx, client: pg.Client, { from, to }: Growth): Promise<void> {
  const run = (text: string) =>
    client.query(
      text.replaceAll('$env', `'${ctx.environmentId}'::uuid`).replaceAll(/#(\w+)\(([^()]*)\)/g, ID_EXPRESSION),
    )
  if (from === 1) await seedFirstRows(ctx, run)
  await growCatalog(run, `generate_series(${from}, ${to}) as n`, to)
  await growHistories(run, to)
  while (await advanceCheckpoints(ctx)) {}
  for (let first = from; first <= to; first += LISTING_BATCH) {
    const ids = Array.from({ length: Math.min(LISTING_BATCH, to - first + 1) }, (_, n) => id('prod', first + n))
    await ctx.db.transaction((db) => refreshListings({ ...ctx, db }, ids))
  }
  const orders = `generate_series(${(from - 1) * ORDERS_PER_PRODUCT + 1}, ${to * ORDERS_PER_PRODUCT}) as n`
  await growOrders(run, orders, to)
  await countSalesUntilAnHourAgo(ctx, run)
}

/** As the schedule does: the next time counts an hour. */
async function countSalesUntilAnHourAgo(ctx: Ctx, run: Run): Promise<void> {
  const { rows } = await run(`select max(placed_at) - interval '1 hour' as at from orders where environment_id = $env`)
  await countSales({ ...ctx, now: rows[0]?.at })
}

/** `#prod(n)` is the SQL of `id('prod', n)`. */
const ID_EXPRESSION = `'$1_' || lpad(($2)::text, 26, '0')`

type Run = (text: string) => Promise<pg.QueryResult>

async function seedFirstRows(ctx: Ctx, run: Run): Promise<void> {
  const price = { amount: 2500, currency: 'EUR' }
  await importOrder(ctx, {
    kind: 'import',
    number: 1,
    placedAt: '2020-01-01T00:00:00.000Z',
    currency: 'EUR',
    email: 'first@example.com',
    items: [{ title: 'Linen shirt', sku: 'FIRST', quantity: 1, unitPrice: price }],
    payments: [{ kind: 'external', amount: price, status: 'paid' }],
    fulfilled: true,
  })
  const { id: zoneId } = await createZone(ctx, { name: 'Austria', areas: [{ country: 'AT' }] })
  await createRate(ctx, { zoneId, title: 'Standard', service: 'standard', price: { kind: 'flat', amounts: [price] } })
  // Purchases get numbers above those of all sizes.
  await run(
    `insert into order_counters (environment_id, last) values ($env, 1000000000) on conflict (environment_id) do update set last = excluded.last`,
  )
  // Those of the other orders have positions in the feed.
  await run('delete from events where environment_id = $env')
  await run(`insert into locations (environment_id, id, name, position, active, created_at)
    values ($env, #loc(1), 'Main location', 0, true, now())`)
  await run(`insert into collections (environment_id, id, handle, title, description, image_alt, status, kind, match, rules, sort,
      version, created_at, updated_at)
    select $env, #col(n), (array['small', 'large'])[n], 'Collection', '', '', 'active', 'manual', 'all', '[]', 'newest', 1, now(), now()
    from generate_series(1, 2) as n`)
}

async function growCatalog(run: Run, products: string, newest: number): Promise<void> {
  await run(`insert into products (environment_id, id, handle, title, description, vendor, type, tags, status, options, custom_fields,
      version, created_at, updated_at)
    select $env, #prod(n), 'product-' || n,
      (array['Airy', 'Bold', 'Calm', 'Fine'])[1 + n % 4] || ' linen ' || (array['shirt', 'scarf', 'bag'])[1 + n % 3] || ' ' || md5(n::text),
      'Made to be used every day.', 'Maker ' || n % 40, (array['Shirts', 'Scarves', 'Bags'])[1 + n % 3],
      array['tag-' || n % 60, 'season-' || n % 4]
        || case when n % 101 < 25 then array['sale'] else '{}' end
        || case when n <= ${RARE} then array['rare'] when n > ${newest - NEW} then array['new'] else '{}' end,
      'active', '[{"name": "Size", "values": ["S", "M", "L"]}]', '{}', 1, at, at
    from ${products}, lateral (select timestamptz '2024-01-01' + n * interval '1 minute' as at) as time`)
  await run(`insert into variants (environment_id, id, product_id, position, option_values, sku, requires_shipping, created_at, updated_at)
    select $env, #var(n * 10 + size), #prod(n), size, array[(array['S', 'M', 'L'])[size + 1]], 'SKU-' || n || '-' || size, true, now(), now()
    from ${products}, generate_series(0, 2) as size`)
  await run(`insert into variant_prices (environment_id, variant_id, currency, amount)
    select $env, #var(n * 10 + size), case when n > ${RARE} and n <= ${LAST_UNPRICED} then 'USD' else 'EUR' end,
      case when n <= ${RARE} then 900000 else 500 + n * 37 % 20000 end
    from ${products}, generate_series(0, 2) as size`)
  await run(`insert into files (environment_id, name, size_bytes, width, height, is_stored, title, created_at, is_used)
    select $env, md5(n::text) || '.jpg', 1000, 10, 10, true, 'Image ' || n, timestamptz '2024-01-01' + n * interval '1 minute', n > ${RARE}
    from ${products}`)
  // The first images are of no product.
  await run(`insert into product_images (environment_id, id, product_id, position, url, alt)
    select $env, #img(n), #prod(n), 0, '/files/' || $env || '/' || md5(n::text) || '.jpg', 'Picture'
    from ${products} where n > ${RARE}`)
  // All have a threshold, and few are low.
  await run(`insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock,
      low_stock_threshold, updated_at, is_low)
    select $env, #var(n * 10 + size), #loc(1), case when n <= ${RARE} then 1 else 50 + n % 9 end, 0, 0, 0, 5, now(), n <= ${RARE}
    from ${products}, generate_series(0, 2) as size`)
  await run(`insert into stock_movements (environment_id, id, variant_id, location_id, on_hand, reserved, incoming, reason, actor, created_at)
    select $env, #mov(n * 10 + size), #var(n * 10 + size), #loc(1), case when n <= ${RARE} then 1 else 50 + n % 9 end, 0, 0,
      'received', 'system', now()
    from ${products}, generate_series(0, 2) as size`)
  await run(`insert into collection_products (environment_id, collection_id, product_id, position)
    select $env, #col(2), #prod(n), n from ${products} where n % 2 = 0
    union all select $env, #col(1), #prod(n), n from ${products} where n <= ${RARE}`)
}

/** Sold and received by turns. The ids are later than those of all first movements. */
async function growHistories(run: Run, to: number): Promise<void> {
  await run(`insert into stock_movements (environment_id, id, variant_id, location_id, on_hand, reserved, incoming, reason, actor, created_at)
    select $env, #mov(1000000000000 + n::bigint * 1000000 + step), #var(n * 10), #loc(1), case when step % 2 = 0 then -1 else 1 end, 0, 0,
      case when step % 2 = 0 then 'sold' else 'received' end, 'system', now()
    from generate_series(${to - LONG_HISTORIES + 1}, ${to}) as n, generate_series(1, ${2 * Math.floor(to / PRODUCTS_PER_MOVEMENT / 2)}) as step`)
}

/** One in a hundred orders is open, and the oldest are what the rare filters find. */
async function growOrders(run: Run, orders: string, products: number): Promise<void> {
  await run(`insert into customers (environment_id, id, name, tags, custom_fields, search, version, created_at, updated_at)
    select $env, #cus(n / 5), 'Person ' || n / 5, '{}', '{}', 'person' || n / 5 || '@example.com', 1, now(), now()
    from ${orders} where n % 5 = 0`)
  await run(`insert into orders (environment_id, id, number, status, payment_status, fulfillment_status, return_status, currency, total,
      email, customer_id, source, contents, tags, search, version, placed_at, updated_at)
    select $env, #ord(n), 1000 + n,
      case when n <= ${RARE} then 'draft' when n % 100 = 0 then 'open' when n % 50 = 1 then 'canceled' else 'archived' end,
      case when n <= ${RARE} then 'partially_paid' when n % 100 = 0 then 'authorized' when n % 50 = 1 then 'voided' else 'paid' end,
      case when n <= ${RARE} then 'partially_fulfilled' when n % 100 = 0 then 'unfulfilled' else 'fulfilled' end,
      case when n <= ${RARE} then 'in_progress' when n % 30 = 0 then 'returned' else 'none' end,
      'EUR', 1000 + n * 37 % 50000, 'person' || n / 5 || '@example.com', #cus(n / 5),
      case when n <= ${RARE} then 'agent' when n % 5 = 0 then 'import' else 'storefront' end,
      (first.contents::jsonb || case when n % 5 = 0 then jsonb_build_object('externalId', 'old-' || n) else '{}' end)::json,
      case when n <= ${RARE} then array['rare'] when n % 10 = 0 then array['gift'] else '{}' end,
      1000 + n || e'\\nperson' || n / 5 || '@example.com\\nlinen shirt\\n' || md5(n::text), 1, at, at
    from ${orders}, lateral (select timestamptz '2024-01-01' + n * interval '1 minute' as at) as time,
      (select contents from orders where environment_id = $env and number = 1) as first`)
  await run(`insert into order_items (environment_id, order_id, id, position, variant_id, product_id, ordered, current, fulfilled,
      requires_shipping, total, details)
    select $env, #ord(n), 'item_1', 0, #var(sold * 10), #prod(sold), 1, 1, 1, true, 2500, first.details
    from ${orders}, lateral (select 1 + (n * 7919::bigint) % ${products} as sold) as sale,
      (select details from order_items join orders on orders.environment_id = $env and orders.id = order_id
       where order_items.environment_id = $env and number = 1) as first`)
  await run(`insert into order_payments (environment_id, id, order_id, kind, status, currency, amount, captured, details, created_at)
    select $env, #pay(n), #ord(n), 'external', 'paid', 'EUR', 2500, 2500, '{}', now() from ${orders}`)
  await run(`insert into events (environment_id, id, type, data, created_at, position)
    select $env, #evt(n * ${EVENTS_PER_ORDER} + step),
      case when n <= ${RARE} and step = 2 then 'order.exported' else (array['order.created', 'order.paid', 'order.fulfilled'])[step + 1] end,
      jsonb_build_object('orderId', #ord(n)), timestamptz '2024-01-01' + n * interval '1 minute', n * ${EVENTS_PER_ORDER} + step
    from ${orders}, generate_series(0, ${EVENTS_PER_ORDER - 1}) as step`)
}

/** What the sandbox gets of the live shop: the same products, but all except the oldest are archived. */
const ARCHIVED_TABLES = {
  products: `case when id <= '${id('prod', RARE)}' then status else 'archived' end`,
  listings: `case when product_id <= '${id('prod', RARE)}' then status else 'archived' end`,
  listing_prices: undefined,
}

/** The products `from` to `to` of an old shop, which sells hardly anything that it ever sold. */
export async function growArchive(client: pg.Client, { live, test }: Shops, { from, to }: Growth): Promise<void> {
  for (const [table, status] of Object.entries(ARCHIVED_TABLES)) {
    const names = (await columnsOf(client, table)).map(({ name }) => name)
    const values = names.map((name) => (name === 'status' ? status : name))
    const key = table === 'products' ? 'id' : 'product_id'
    const condition = status ? 'true' : `product_id <= '${id('prod', RARE)}'`
    await client.query(
      `insert into ${table} (environment_id, ${names.join(', ')})
       select $1::uuid, ${values.join(', ')} from ${table}
       where environment_id = $2::uuid and ${key} between $3 and $4 and ${condition}`,
      [test.environmentId, live.environmentId, id('prod', from), id('prod', to)],
    )
  }
}

/** In the order of their foreign keys, with the rows that each neighbor gets. */
const NEIGHBOR_TABLES = {
  locations: 'true',
  collections: 'true',
  products: `id <= '${id('prod', 20)}'`,
  variants: `product_id <= '${id('prod', 20)}'`,
  variant_prices: `variant_id < '${id('var', 210)}'`,
  files: `created_at <= timestamptz '2024-01-01' + interval '20 minutes'`,
  product_images: `product_id <= '${id('prod', 20)}'`,
  stock_levels: `variant_id < '${id('var', 210)}'`,
  stock_movements: `variant_id < '${id('var', 210)}'`,
  collection_products: `product_id <= '${id('prod', 20)}'`,
  listings: `product_id <= '${id('prod', 20)}'`,
  listing_prices: `product_id <= '${id('prod', 20)}'`,
  listing_variants: `product_id <= '${id('prod', 20)}'`,
  search_vocabulary: `word > 'g'`,
  customers: `id <= '${id('cus', 10)}'`,
  orders: `id <= '${id('ord', 50)}'`,
  order_items: `order_id <= '${id('ord', 50)}'`,
  order_payments: `order_id <= '${id('ord', 50)}'`,
  events: `id <= '${id('evt', 152)}'`,
}

/** Other workspaces on the same server: each a copy of the first products and orders of the shop, with IDs of its own. */
export async function addNeighbors(client: pg.Client, environmentId: string, count: number): Promise<void> {
  const { rows } = await client.query<{ ids: string[] }>(
    `with created as (insert into workspaces (id) select gen_random_uuid() from generate_series(1, $1) returning id),
      opened as (insert into environments (id, workspace_id, mode, name) select id, id, 'live', 'Neighbor' from created returning id)
    select array_agg(id) as ids from opened`,
    [count],
  )
  for (const [table, condition] of Object.entries(NEIGHBOR_TABLES)) {
    const columns = await columnsOf(client, table)
    const values = columns.map(({ name, type }) => {
      if (!TYPES_WITH_IDS.includes(type)) return name
      // The address of an image contains its environment.
      const text = name === 'url' ? 'replace(url, $2::text, neighbor::text)' : `${name}::text`
      return `replace(${text}, '_00000000', '_' || left(neighbor::text, 8))::${type}`
    })
    await client.query(
      `insert into ${table} (environment_id, ${columns.map(({ name }) => name).join(', ')})
       select neighbor, ${values.join(', ')} from unnest($1::uuid[]) as neighbor, ${table} where environment_id = $2::uuid and ${condition}`,
      [rows[0]?.ids, environmentId],
    )
  }
}

const TYPES_WITH_IDS = ['text', 'text[]', 'json', 'jsonb']

interface Column {
  name: string
  type: string
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'environment_id'`,
    [table],
  )
  return rows
}
