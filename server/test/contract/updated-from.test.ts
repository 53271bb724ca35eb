import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../open-shop.ts'
import { addCustomer } from '../sample-customers.ts'
import { errorOf, importJugs } from '../sample-orders.ts'
import { addProduct } from '../sample-products.ts'

interface ListCase {
  path: string
  create: (shop: Shop, tag: string) => Promise<string>
  change: (shop: Shop, id: string) => Promise<{ status: number }>
  /** What the list sorts by something else. */
  contradiction?: string
}

const CASES: ListCase[] = [
  {
    path: '/v1/orders',
    create: async (shop, tag) => (await importJugs(shop.api, { tags: [tag] })).id,
    change: (shop, id) => shop.api.patch(`/v1/orders/${id}`, { staffNote: 'Changed' }),
  },
  {
    path: '/v1/catalog/products',
    create: async (shop, tag) => (await addProduct(shop.api, { tags: [tag] })).id,
    change: (shop, id) => shop.api.patch(`/v1/catalog/products/${id}`, { title: 'Changed' }),
    contradiction: 'q=shirt',
  },
  {
    path: '/v1/customers',
    create: (shop, tag) => addCustomer(shop, { tags: [tag] }),
    change: (shop, id) =>
      shop.api.post(`/v1/customers/${id}/consents`, { channel: 'email', state: 'subscribed', source: 'checkout' }),
    contradiction: 'sort=spent',
  },
]

interface Row {
  id: string
  updatedAt: string
}

describe.each(CASES)('GET $path?updatedFrom=', ({ path, create, change, contradiction }) => {
  it('lists what changed since then, oldest change first, across pages, and filters', async () => {
    const shop = await openShop()
    const ids: string[] = []
    for (const tag of ['odd', 'even', 'odd', 'even', 'odd']) ids.push(await create(shop, tag))
    const [first = '', ...others] = ids
    expect((await change(shop, first)).status).toBeLessThan(300)
    const expected = [...others, first]

    const read = async (query: string): Promise<Row[]> => {
      const rows: Row[] = []
      for (let cursor = ''; ; ) {
        const { status, body } = await shop.api.get(`${path}?limit=2&${query}${cursor && `&cursor=${cursor}`}`)
        expect([status, body.error]).toEqual([200, undefined])
        rows.push(...body.data)
        if (body.nextCursor === null) return rows
        cursor = body.nextCursor
      }
    }
    const idsOf = (rows: Row[]) => rows.map(({ id }) => id)
    const all = await read('updatedFrom=2020-01-01T00:00:00Z')
    expect(idsOf(all).toSorted()).toEqual(expected.toSorted())
    // Several may have the same time.
    expect(all.map(({ updatedAt }) => updatedAt)).toEqual(all.map(({ updatedAt }) => updatedAt).toSorted())
    expect(all.at(-1)?.id).toBe(first)

    // At or after: a program that continues with the last time it has seen misses nothing.
    const since = all[2]?.updatedAt ?? ''
    expect(idsOf(await read(`updatedFrom=${since}`))).toEqual(idsOf(all.filter(({ updatedAt }) => updatedAt >= since)))
    const odd = ids.filter((_, index) => index % 2 === 0)
    const tagged = idsOf(await read('updatedFrom=2020-01-01T00:00:00Z&tag=odd'))
    expect(tagged).toEqual(idsOf(all).filter((id) => odd.includes(id)))
    expect(await read('updatedFrom=2999-01-01T00:00:00Z')).toEqual([])
    expect((await shop.sandbox.get(`${path}?updatedFrom=2020-01-01T00:00:00Z`)).body.data).toEqual([])
  })

  it('rejects what is not a time, another list’s cursor and another order', async () => {
    const shop = await openShop()
    const invalid = ['updatedFrom=yesterday', 'updatedFrom=2020-01-01T00:00:00Z&cursor=nonsense']
    if (contradiction) invalid.push(`updatedFrom=2020-01-01T00:00:00Z&${contradiction}`)
    for (const query of invalid) {
      expect([query, errorOf(await shop.api.get(`${path}?${query}`))]).toEqual([query, [400, 'invalid_request']])
    }
  })
})
