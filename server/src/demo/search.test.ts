import { expect, it } from 'vitest'
import { openServer } from '../../test/open-server.ts'
import { openShop, type Shop } from '../../test/open-shop.ts'
import { RELEVANCE_SET } from '../../test/relevance-set.ts'
import { loadDemoShop } from './load-demo-shop.ts'

/** Typical buyer queries, and the product that must rank first. */
const QUERIES: [query: string, first: string | RegExp][] = [
  ['linen shirt', 'Linen shirt Solveig'],
  ['shirts', /shirt/i],
  ['t-shirt', /^Striped T-shirt/],
  ['mug', /mug/i],
  ['MUGS', /mug/i],
  ['tea', /tea|tee|tisane|earl grey/i],
  ['teapot', /teapot/i],
  ['epoque', 'Cardigan Belle Époque'],
  ['ile de re', 'Scarf Île de Ré'],
  ['gruner tee', 'Grüner Tee Sencha'],
  ['almhutte', 'Wool blanket Almhütte'],
  ['honig', /honig|honey/i],
  ['SHI-SOL', 'Linen shirt Solveig'],
  ['knife sol', 'Chef’s knife Solingen 20 cm'],
  ['bakpack', /backpack/i],
  ['choclate', /chocolate/i],
  ['umbrela', 'Umbrella Aprilwetter'],
  ['lantren', /lantern/i],
  ['gift card', 'Gift card'],
  ['livre', /^Livre d’images/],
  ['notebok', /notebook/i],
  ['rain jacket', 'Rain jacket Skagen'],
  ['the rain jacket for me', 'Rain jacket Skagen'],
  ['espresso', /espresso/i],
  ['linnen shirt', 'Linen shirt Solveig'],
  ['tshirt', /t-shirt/i],
  ['tshirts', /t-shirt/i],
  ['tea pot', /teapot/i],
  ['back pack', /backpack/i],
]

it('ranks the best match of the demo shop first', async () => {
  const shop = await openShop(await openServer({ trustedProxies: ['127.0.0.1'] }))
  const { system } = shop.server
  await system.db.transaction((db) => loadDemoShop({ ...system, db }, shop))
  const firstTitles: Record<string, string> = {}
  const wrong: string[] = []
  for (const [query, first] of QUERIES) {
    const { body } = await shop.storefront.get(`/v1/products?limit=3&q=${encodeURIComponent(query)}`)
    const [title = 'nothing'] = body.data.map((product: { title: string }) => product.title)
    firstTitles[query] = title
    const isRight = typeof first === 'string' ? title === first : first.test(title)
    if (!isRight) wrong.push(`${query}: ${body.data.map((product: { title: string }) => product.title).join(' | ')}`)
  }
  expect(wrong).toEqual([])
  expect(Object.keys(firstTitles).length).toBeGreaterThanOrEqual(20)

  const { body: variant } = await shop.api.get('/v1/catalog/products?q=SHI-SOL')
  const { barcode } = variant.data[0].variants[3]
  expect((await shop.storefront.get(`/v1/products?q=${barcode}`)).body.data).toMatchObject([
    { title: 'Linen shirt Solveig' },
  ])
})

/** Older products, which match none of the queries. */
async function addOthers({ server, live }: Shop, count: number): Promise<void> {
  for (const text of [
    `insert into products (environment_id, id, handle, title, description, vendor, type, tags, status, options, custom_fields,
       version, created_at, updated_at)
     select environment_id, 'prod_' || lpad(n::text, 26, '0'), 'other-' || n, 'Zq', '', '', '', '{}', 'active', '[]', '{}', 1, created_at, updated_at
     from generate_series(1, $2::int) as n, (select * from products where environment_id = $1 limit 1) as first`,
    `insert into listings (environment_id, product_id, status, title_key, vendor, type, tags, option_terms, units_sold, prices,
       search_vector, summary)
     select environment_id, id, status, 'zq', '', '', '{}', '{}', 0, '{}', 'zq'::tsvector, '{}'
     from generate_series(1, $2::int) as n
     join products on environment_id = $1 and handle = 'other-' || n`,
  ])
    await server.db.pool.query(text, [live.environmentId, count])
}

/** Misses are reported with their kind of query, so that a regression in one kind can't hide behind the others. */
it.each([
  ['the demo shop', 0],
  ['a shop ten times as large', 1100],
])('finds 95 of 100 relevant queries among the first three products of %s', async (_, others) => {
  const shop = await openShop(await openServer({ trustedProxies: ['127.0.0.1'] }))
  const { system } = shop.server
  await system.db.transaction((db) => loadDemoShop({ ...system, db }, shop))
  await addOthers(shop, others)
  const queries = Object.entries(RELEVANCE_SET).flatMap(([kind, rows]) =>
    rows.map(([q, ...titles]) => ({ kind, q, titles })),
  )
  expect(queries).toHaveLength(100)
  const missed: string[] = []
  for (const { kind, q, titles } of queries) {
    const { body } = await shop.storefront.get(`/v1/products?limit=3&q=${encodeURIComponent(q)}`)
    const titlesFound: string[] = body.data.map(({ title }: { title: string }) => title)
    if (!titles.every((title) => titlesFound.includes(title))) missed.push(`${kind}: ${q}: ${titlesFound.join(' | ')}`)
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(5)

  const thé = await shop.storefront.get(`/v1/products?limit=3&q=${encodeURIComponent('Thé')}`)
  expect(thé.body.data.map(({ vendor }: { vendor: string }) => vendor)).toEqual(Array(3).fill('Maison Thé'))
  const staff = await shop.api.get('/v1/catalog/products?q=soap&limit=2')
  expect(staff.body.data.map(({ title }: { title: string }) => title)).toEqual(['Soap Lavendel', 'Savon de Marseille'])
  const next = await shop.api.get(`/v1/catalog/products?q=soap&limit=2&cursor=${staff.body.nextCursor}`)
  expect(next.body.data.map(({ title }: { title: string }) => title)).toContain('Gift box Badetag')
})
