import { copyFile, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { openIsolatedShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { migrate } from '../../db/migrate.ts'
import { repairAllCurrencies } from './repair-currencies.ts'

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

async function titlesOf({ storefront }: Shop, path: string): Promise<string[]> {
  const { body } = await storefront.get(path)
  return body.data.map(({ title }: { title: string }) => title)
}

const listCheapestFirst = (shop: Shop) => titlesOf(shop, '/v1/products?sort=price')

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

it('lists each product once beside servers of the previous release, which write no currencies', async () => {
  const shop = await openPricedShop()
  const { pool } = shop.server.db
  const list = (currency: string) => titlesOf(shop, `/v1/products?sort=price&currency=${currency}`)
  const write = (currencies: string[], title: string) =>
    pool.query(`update listings set currencies = $2 where environment_id = $1 and summary ->> 'title' = $3`, [
      shop.live.environmentId,
      currencies,
      title,
    ])
  expect([await list('EUR'), await list('USD')]).toEqual([
    ['C', 'B', 'A'],
    ['C', 'B', 'A'],
  ])
  // A new product, and one that had no price in euros.
  await write([], 'A')
  await write(['CHF'], 'B')
  expect([await list('EUR'), await list('USD')]).toEqual([
    ['C', 'B', 'A'],
    ['C', 'B', 'A'],
  ])
  // One that has lost its price in francs: missing until the night.
  expect(await list('CHF')).toEqual(['C', 'A'])
  await repairAllCurrencies.run(shop.server.system)
  expect(await list('CHF')).toEqual(['C', 'B', 'A'])
})

it('lists a product once if its row still has a price that the product has lost', async () => {
  const shop = await openPricedShop()
  await shop.server.db.pool.query(
    `insert into listing_prices (environment_id, product_id, currency, lowest, highest)
     select environment_id, product_id, 'USD', 100, 100 from listings where environment_id = $1`,
    [shop.live.environmentId],
  )
  for (const sort of ['price', '-price'])
    expect(await titlesOf(shop, `/v1/products?sort=${sort}&currency=USD`)).toEqual(['C', 'B', 'A'])
})

it('loses the prices of inactive products when an older release is upgraded, and none of active ones', async () => {
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
  await pool.query(`update listings set currencies = '{}' where environment_id = $1`, [shop.live.environmentId])
  const folder = await mkdtemp(join(inject('scratch'), 'migrations-'))
  for (const [from, to] of [
    ['0144_currencies_of_listings', '9000_currencies'],
    ['0146_prices_of_inactive_listings', '9001_delete'],
    ['0147_prices_of_active_listings', '9002_insert'],
  ])
    await copyFile(join(MIGRATIONS, `${from}.sql`), join(folder, `${to}.sql`))
  await migrate(shop.server.connection, { folder })
  expect(await readPrices(shop)).toEqual([
    ['A', 300],
    ['B', 200],
  ])
  const { rows } = await pool.query('select distinct currencies from listings where environment_id = $1', [
    shop.live.environmentId,
  ])
  expect(rows).toEqual([{ currencies: ['EUR'] }])
})
