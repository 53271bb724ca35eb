import type pg from 'pg'
import type { ShopData } from '../../server/test/shopify/shop-data.ts'

/** Every product, variant, price and level that is not as in the shop. */
export async function findDifferences(client: pg.Client, data: ShopData): Promise<string[]> {
  return [
    ...(await compareProducts(client, data)),
    ...(await compareStock(client, data)),
    ...(await compareOrders(client, data)),
  ]
}

async function compareProducts(client: pg.Client, data: ShopData): Promise<string[]> {
  const differences: string[] = []
  const { rows } = await client.query(`
    select products.external_id, title, status, (
      select string_agg(variants.external_id || ' ' || sku || ' ' || amount, ',' order by position)
      from variants join variant_prices on variant_prices.environment_id = variants.environment_id and variant_id = variants.id
      where variants.environment_id = products.environment_id and product_id = products.id
    ) as variants, (
      select count(*)::integer from product_images
      where product_images.environment_id = products.environment_id and product_id = products.id and file_name is not null
    ) as images
    from products`)
  const ours = new Map(rows.map((row) => [row.external_id, row]))
  for (const product of data.list('products')) {
    const own = ours.get(product.id)
    ours.delete(product.id)
    const variants = product.variants.map(
      ({ id, sku, price }: { id: string; sku: string; price: string }) =>
        `${id} ${sku} ${price.replace('.', '').replace(/^0+/, '')}`,
    )
    const status = product.status === 'ACTIVE' ? 'active' : 'draft'
    const isSame =
      own?.title === product.title &&
      own.status === status &&
      own.variants === variants.join() &&
      own.images === product.media.length
    if (!isSame) differences.push(`${product.id} differs`)
  }
  return [...differences, ...[...ours.keys()].map((id) => `${id} is not in the shop`)]
}

async function compareStock(client: pg.Client, data: ShopData): Promise<string[]> {
  const { rows } = await client.query(`
    select variants.external_id, on_hand
    from stock_levels join variants on variants.environment_id = stock_levels.environment_id and variants.id = variant_id`)
  const ours = new Map(rows.map((row) => [row.external_id, row.on_hand]))
  const differences: string[] = []
  for (const item of data.list('inventory')) {
    const variant = item.variants[0].id
    const [available] = item.inventoryLevels[0].quantities({ names: ['available'] })
    // A variant without stock needs no level.
    if ((ours.get(variant) ?? 0) !== available.quantity) differences.push(`${variant} has other stock`)
  }
  return differences
}

async function compareOrders(client: pg.Client, data: ShopData): Promise<string[]> {
  const { rows } = await client.query("select contents ->> 'externalId' as external_id, total::integer from orders")
  const ours = new Map(rows.map((row) => [row.external_id, row.total]))
  const differences: string[] = []
  for (const order of data.list('orders')) {
    const total = Number(order.totalPriceSet.shopMoney.amount.replace('.', ''))
    if (ours.get(order.id) !== total) differences.push(`${order.id} differs`)
  }
  const { rows: customers } = await client.query(
    "select count(*)::integer as count from customer_external_ids where source = 'shopify'",
  )
  const expected = [...data.list('customers')].length
  if (customers[0].count !== expected) differences.push(`${customers[0].count} of ${expected} customers`)
  return differences
}
