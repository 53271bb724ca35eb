import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addCollection } from '../../../test/sample-collections.ts'
import { addProduct } from '../../../test/sample-products.ts'
import {
  addRate,
  addZone,
  errorPathOf,
  FLAT,
  listShippingEvents,
  PROFILES,
  RATES,
} from '../../../test/sample-shipping.ts'

describe('shipping profiles', () => {
  it('include one default, created once on first use, that can be renamed but not deleted or restricted', async () => {
    const { api } = await openShop()
    expect((await api.get(PROFILES)).body.data).toEqual([])
    const zone = await addZone(api)
    await Promise.all(
      ['one', 'two', 'three', 'four'].map((service) =>
        api.post(RATES, { zoneId: zone.id, title: 'x', service, price: FLAT }),
      ),
    )
    const [general, ...others] = (await api.get(PROFILES)).body.data
    expect([general, others]).toEqual([expect.objectContaining({ default: true, items: {} }), []])

    expect((await api.send('DELETE', `${PROFILES}/${general.id}`)).status).toBe(409)
    expect(errorPathOf(await api.patch(`${PROFILES}/${general.id}`, { items: { tags: ['x'] } }))).toEqual([
      400,
      '/items',
    ])
    expect((await api.patch(`${PROFILES}/${general.id}`, { name: 'All goods' })).body.name).toBe('All goods')
  })

  it('reject items of another shop or environment', async () => {
    const [{ api, sandbox }, other] = [await openShop(), await openShop()]
    const [own, foreign, sandboxed] = await Promise.all([addProduct(api), addProduct(other.api), addProduct(sandbox)])
    const foreignCollection = await addCollection(other.api)
    for (const [items, path] of [
      [{ productIds: [own.id, foreign.id] }, '/items/productIds/1'],
      [{ productIds: [sandboxed.id] }, '/items/productIds/0'],
      [{ productIds: ['prod_01k9z3h8x2f7mtv4q6bw0ncdre'] }, '/items/productIds/0'],
      [{ variantIds: [foreign.variants[0].id] }, '/items/variantIds/0'],
      [{ collectionIds: [foreignCollection.id] }, '/items/collectionIds/0'],
      [{ tags: ['x'], exclude: { productIds: [foreign.id] } }, '/items/exclude/productIds/0'],
      // Exceptions are checked too, even if the first list is valid.
      [
        { variantIds: [own.variants[0].id], exclude: { variantIds: [foreign.variants[0].id] } },
        '/items/exclude/variantIds/0',
      ],
    ] as const) {
      expect(errorPathOf(await api.post(PROFILES, { name: 'x', items }))).toEqual([400, path])
    }
    const created = await api.post(PROFILES, { name: 'x', items: { productIds: [own.id] } })
    expect(created.status).toBe(201)
    const changed = await api.patch(`${PROFILES}/${created.body.id}`, { items: { productIds: [own.id, foreign.id] } })
    expect(errorPathOf(changed)).toEqual([400, '/items/productIds/1'])
    // An item deleted since does not block a later change.
    await api.send('DELETE', `/v1/catalog/products/${own.id}`)
    expect((await api.patch(`${PROFILES}/${created.body.id}`, { name: 'y' })).status).toBe(200)
  })

  it('require at least one item rule, and take their rates with them when deleted', async () => {
    const shop = await openShop()
    const { api } = shop
    const created = await api.post(PROFILES, {
      name: 'Bulky',
      items: { tags: ['bulky'], exclude: { vendors: ['Light'] } },
    })
    expect([created.status, created.body]).toMatchObject([
      201,
      { default: false, items: { tags: ['bulky'], exclude: { vendors: ['Light'] } } },
    ])
    for (const items of [{}, { tags: [] }, { exclude: { tags: ['x'] } }]) {
      expect(errorPathOf(await api.post(PROFILES, { name: 'x', items }))).toEqual([400, '/items'])
      expect(errorPathOf(await api.patch(`${PROFILES}/${created.body.id}`, { items }))).toEqual([400, '/items'])
    }
    const rate = await addRate(api, { profileId: created.body.id })
    expect((await api.send('DELETE', `${PROFILES}/${created.body.id}`)).status).toBe(204)
    expect((await api.get(`${RATES}/${rate.id}`)).status).toBe(404)
    expect(((await api.get(PROFILES)).body.data as unknown[]).length).toBe(1)
    expect((await listShippingEvents(shop)).map(({ kind }) => kind)).toEqual(['profile', 'zone', 'rate', 'profile'])
  })
})
