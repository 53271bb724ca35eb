import { copyFile, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { openIsolatedShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { migrate } from '../../db/migrate.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

async function openPricedShop() {
  const shop = await openIsolatedShop()
  await shop.api.patch('/v1/workspace', { currency: 'EUR' })
  const productIds = new Map<string, string>()
  for (const [title, amount] of [
    ['A', 300],
    ['B', 200],
    ['C', 100],
  ] as const) {
    const variants = [{ prices: [{ price: eur(amount) }] }]
    productIds.set(title, (await addProduct(shop.api, { title, options: [], variants })).id)
  }
  const setStatus = async (title: string, status: string) => {
    const response = await shop.api.patch(`/v1/catalog/products/${productIds.get(title)}`, { status })
    expect(response.status).toBe(200)
  }
  return { ...shop, setStatus }
}

async function readPrices({ server, live }: Shop): Promise<[string, number][]> {
  const { rows } = await server.db.pool.query(
    `select summary ->> 'title' as title, lowest::int from listing_prices
     join listings using (environment_id, product_id)
     where environment_id = $1 order by title`,
    [live.environmentId],
  )
  return rows.map(({ title, lowest }) => [title, lowest])
}

async function listCheapestFirst({ storefront }: Shop): Promise<string[]> {
  const { body } = await storefront.get('/v1/products?sort=price')
  return body.data.map(({ title }: { title: string }) => title)
}

it('has the prices of active products, so that lists by price need not read past the others', async () => {
  const shop = await openPricedShop()
  expect(await readPrices(shop)).toEqual([
    ['A', 300],
    ['B', 200],
    ['C', 100],
  ])
  await shop.setStatus('C', 'archived')
  await shop.setStatus('B', 'draft')
  expect([await readPrices(shop), await listCheapestFirst(shop)]).toEqual([[['A', 300]], ['A']])
  await shop.setStatus('B', 'active')
  expect(await listCheapestFirst(shop)).toEqual(['B', 'A'])
})

it('loses the prices of others when an older release is upgraded, and none of active products', async () => {
  const shop = await openPricedShop()
  const { pool } = shop.server.db
  await shop.setStatus('C', 'archived')
  await pool.query(
    `insert into listing_prices (environment_id, product_id, currency, lowest, highest)
     select environment_id, product_id, 'EUR', 100, 100 from listings where environment_id = $1 and status <> 'active'`,
    [shop.live.environmentId],
  )
  // As after an activation that committed while its price was being deleted.
  await pool.query('delete from listing_prices where environment_id = $1 and lowest = 200', [shop.live.environmentId])
  expect(await readPrices(shop)).toEqual([
    ['A', 300],
    ['C', 100],
  ])
  const folder = await mkdtemp(join(inject('scratch'), 'migrations-'))
  for (const [from, to] of [
    ['0144_prices_of_inactive_listings', '9000_delete'],
    ['0145_prices_of_active_listings', '9001_insert'],
  ])
    await copyFile(join(MIGRATIONS, `${from}.sql`), join(folder, `${to}.sql`))
  await migrate(shop.server.connection, { folder })
  expect(await readPrices(shop)).toEqual([
    ['A', 300],
    ['B', 200],
  ])
})
