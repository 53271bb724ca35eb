import { describe, expect, it } from 'vitest'
import { openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { addCollection, listProductIds } from '../../../test/sample-collections.ts'
import { addProduct } from '../../../test/sample-products.ts'

const COLLECTIONS = '/v1/catalog/collections'
const UNKNOWN_ID = 'prod_01k9z3h8x2f7mtv4q6bw0ncdre'

async function openWithProducts(count: number, existing?: Shop) {
  const shop = existing ?? (await openShop())
  const { id } = await addCollection(shop.api)
  const products: string[] = []
  for (let number = 1; number <= count; number++) {
    products.push((await addProduct(shop.api, { title: `Product ${number}` })).id)
  }
  const url = `${COLLECTIONS}/${id}/products`
  return { shop, id, url, products, set: (productIds: unknown) => shop.api.send('PUT', url, { productIds }) }
}

const versionOf = async (shop: Shop, id: string) => (await shop.api.get(`${COLLECTIONS}/${id}`)).body.version

describe('PUT /v1/catalog/collections/:id/products', () => {
  it('sets all products in the given order', async () => {
    const { shop, id, url, products, set } = await openWithProducts(4)
    const [a, b, c, d] = products
    const updated = await set([c, a, d])
    expect([updated.status, updated.headers.get('etag'), updated.body.productCount]).toEqual([200, '"2"', 3])
    expect((await shop.api.get(url)).body).toEqual({
      data: [
        { id: c, title: 'Product 3', handle: 'product-3', status: 'active', position: 0 },
        { id: a, title: 'Product 1', handle: 'product-1', status: 'active', position: 1 },
        { id: d, title: 'Product 4', handle: 'product-4', status: 'active', position: 2 },
      ],
      nextCursor: null,
    })
    await set([b, d, c])
    expect(await listProductIds(shop.api, id)).toEqual([b, d, c])
    await set([])
    expect(await listProductIds(shop.api, id)).toEqual([])
  })

  it('keeps the version and emits no event when nothing changed', async () => {
    const { shop, id, products, set } = await openWithProducts(2)
    await set(products)
    const events = (await shop.api.get('/v1/events')).body
    expect((await set(products)).body.version).toBe(2)
    expect(await versionOf(shop, id)).toBe(2)
    expect((await shop.api.get('/v1/events')).body).toEqual(events)
  })

  it('rejects unknown products, products of another shop and duplicates, with the path of each', async () => {
    const { shop, id, products, set } = await openWithProducts(2)
    const [a, b] = products
    const other = await openShop(shop.server)
    const foreign = [(await addProduct(other.api)).id, (await addProduct(shop.sandbox)).id]
    await set([a])
    const errorFor = async (ids: unknown[]) => {
      const { status, body } = await set(ids)
      return [status, body.error.details.map(({ path }: { path: string }) => path)]
    }
    expect(await errorFor([b, UNKNOWN_ID, ...foreign])).toEqual([
      400,
      ['/productIds/1', '/productIds/2', '/productIds/3'],
    ])
    expect(await errorFor([a, b, a])).toEqual([400, ['/productIds/2']])
    expect(await errorFor(['shirt'])).toEqual([400, ['/productIds/0']])
    expect(await listProductIds(shop.api, id)).toEqual([a])
  })

  it('rejects a stale If-Match', async () => {
    const { shop, id, url, products } = await openWithProducts(2)
    const set = (productIds: string[], tag: string) => shop.api.send('PUT', url, { productIds }, { 'if-match': tag })
    expect((await set(products, '"1"')).status).toBe(200)
    expect((await set([], '"1"')).status).toBe(412)
    expect(await listProductIds(shop.api, id)).toEqual(products)
  })

  it('accepts 5,000 products and rejects one more, even when added one by one', async () => {
    // Needs its own server: on a shared one, statements were planned for nearly empty tables and nothing runs ANALYZE.
    const { shop, id, url, set } = await openWithProducts(0, await openIsolatedShop())
    await shop.server.db.pool.query(
      `insert into products (environment_id, id, handle, title, description, vendor, type, tags, status, options,
         custom_fields, version, created_at, updated_at)
       select $1, 'prod_' || lpad(n::text, 26, '0'), 'p-' || n, 'P', '', '', '', '{}', 'active', '[]', '{}', 1, now(), now()
       from generate_series(1, 5001) as n`,
      [shop.live.environmentId],
    )
    const ids = Array.from({ length: 5001 }, (_, at) => `prod_${String(at + 1).padStart(26, '0')}`)
    expect((await set(ids)).body.error.details[0].path).toBe('/productIds')
    expect((await set(ids.slice(0, 5000))).body.productCount).toBe(5000)
    const more = await shop.api.post(url, { productIds: ids.slice(5000) })
    expect([more.status, more.body.error.details[0].path]).toEqual([400, '/productIds'])
    expect((await shop.api.post(url, { productIds: ids.slice(4999, 5000), before: ids[0] })).status).toBe(200)
    expect((await listProductIds(shop.api, id)).slice(0, 2)).toEqual([ids[4999], ids[0]])
  })
})

describe('POST and DELETE /v1/catalog/collections/:id/products', () => {
  it('adds products at the end or before another, and moves existing ones', async () => {
    const { shop, id, url, products } = await openWithProducts(5)
    const [a, b, c, d, e] = products
    const put = (productIds: unknown[], before?: string) => shop.api.post(url, { productIds, before })
    expect((await put([a, b])).body.productCount).toBe(2)
    await put([d, c])
    expect(await listProductIds(shop.api, id)).toEqual([a, b, d, c])
    await put([e], a)
    expect(await listProductIds(shop.api, id)).toEqual([e, a, b, d, c])
    await put([c, a], b)
    expect(await listProductIds(shop.api, id)).toEqual([e, c, a, b, d])
    await put([e])
    expect(await listProductIds(shop.api, id)).toEqual([c, a, b, d, e])
    expect(await versionOf(shop, id)).toBe(6)
    for (const [ids, before] of [
      [[a], UNKNOWN_ID],
      [[a], a],
      [[b, a], a],
    ] as const) {
      const rejected = await put([...ids], before)
      expect([rejected.status, rejected.body.error.details[0].path]).toEqual([400, '/before'])
    }
    expect((await put([UNKNOWN_ID])).body.error.details[0].path).toBe('/productIds/0')
    expect(await listProductIds(shop.api, id)).toEqual([c, a, b, d, e])
  })

  it('keeps all products that are added concurrently', async () => {
    const { shop, id, url, products } = await openWithProducts(8)
    await Promise.all(products.map((productId) => shop.api.post(url, { productIds: [productId] })))
    expect((await listProductIds(shop.api, id)).sort()).toEqual(products.sort())
    expect(await versionOf(shop, id)).toBe(9)
  })

  it('removes a product, and returns 404 the second time', async () => {
    const { shop, id, url, products, set } = await openWithProducts(3)
    const [a, b, c] = products
    await set([a, b, c])
    const out = await shop.api.send('DELETE', `${url}/${b}`)
    expect([out.status, out.headers.get('etag')]).toEqual([204, '"3"'])
    expect((await shop.api.send('DELETE', `${url}/${b}`)).status).toBe(404)
    expect((await shop.api.send('DELETE', `${url}/${a}`, undefined, { 'if-match': '"1"' })).status).toBe(412)
    expect(await listProductIds(shop.api, id)).toEqual([a, c])
  })

  it('drops a deleted product and keeps the order of the others', async () => {
    const { shop, id, products, set } = await openWithProducts(3)
    const [a, b, c] = products
    await set([c, b, a])
    await shop.api.send('DELETE', `/v1/catalog/products/${b}`)
    expect(await listProductIds(shop.api, id)).toEqual([c, a])
    expect((await shop.api.get(`${COLLECTIONS}/${id}`)).body.productCount).toBe(2)
  })

  it('returns no server error when products are deleted while the order changes', async () => {
    const { shop, id, url, products, set } = await openWithProducts(12)
    await set(products)
    const deleted = products.slice(0, 6)
    const remaining = products.slice(6)
    const responses = await Promise.all([
      ...deleted.map((productId) => shop.api.send('DELETE', `/v1/catalog/products/${productId}`)),
      ...remaining.map((productId) => shop.api.post(url, { productIds: [productId] })),
      set(products.toReversed()),
    ])
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect((await listProductIds(shop.api, id)).sort()).toEqual(remaining.sort())
  })

  it('rejects changes to a rule-based collection', async () => {
    const { shop, products } = await openWithProducts(1)
    const { id } = await addCollection(shop.api, {
      kind: 'rules',
      rules: [{ field: 'tag', relation: 'has', value: 'summer' }],
    })
    const url = `${COLLECTIONS}/${id}/products`
    const statuses = [
      await shop.api.send('PUT', url, { productIds: [] }),
      await shop.api.post(url, { productIds: products }),
      await shop.api.send('DELETE', `${url}/${products[0]}`),
    ].map(({ status, body }) => [status, body.error.code])
    expect(statuses).toEqual(Array(3).fill([409, 'conflict']))
    expect(await listProductIds(shop.api, id)).toEqual(products)
  })
})

describe('GET /v1/catalog/collections/:id/products', () => {
  it('continues after the last product of a page, even when it was removed', async () => {
    const { shop, url, products, set } = await openWithProducts(5)
    await set(products.toReversed())
    const [a, b, c, d, e] = products
    const first = (await shop.api.get(`${url}?limit=2`)).body
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual([e, d])
    await shop.api.send('DELETE', `/v1/catalog/products/${d}`)
    const second = (await shop.api.get(`${url}?limit=2&cursor=${first.nextCursor}`)).body
    expect(second.data.map(({ id }: { id: string }) => id)).toEqual([c, b])
    const third = (await shop.api.get(`${url}?limit=2&cursor=${second.nextCursor}`)).body
    expect([third.data.map(({ id }: { id: string }) => id), third.nextCursor]).toEqual([[a], null])
    expect((await shop.api.get(`${url}?cursor=nonsense`)).status).toBe(400)
    expect((await shop.api.get(`${COLLECTIONS}/col_01k9z3h8x2f7mtv4q6bw0ncdre/products`)).status).toBe(404)
  })
})
