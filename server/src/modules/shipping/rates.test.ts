import { describe, expect, it } from 'vitest'
import { type ApiClient, openShop } from '../../../test/open-shop.ts'
import { pricingVersion } from '../../../test/pricing-version.ts'
import {
  addLocation,
  addRate,
  addZone,
  errorPathOf,
  eur,
  FLAT,
  listShippingEvents,
  PROFILES,
  RATES,
} from '../../../test/sample-shipping.ts'

const addCarrier = (api: ApiClient) =>
  api.send('PUT', '/v1/shipping/carriers/post', { url: 'https://rates.example.com/quote' })

describe('shipping rates', () => {
  it.each([
    FLAT,
    { kind: 'flat', amounts: [...eur(490), { amount: 500, currency: 'USD' }] },
    {
      kind: 'weight',
      tiers: [
        { upToGrams: 2000, amounts: eur(490) },
        { upToGrams: null, amounts: eur(990) },
      ],
    },
    {
      kind: 'price',
      tiers: [
        { upTo: eur(5000), amounts: eur(490) },
        { upTo: eur(9000), amounts: eur(0) },
      ],
    },
    { kind: 'price', tiers: [{ upTo: null, amounts: eur(490) }] },
    { kind: 'item', first: eur(500), additional: eur(100) },
    { kind: 'carrier', carrier: 'post', service: 'EXPRESS' },
    { kind: 'carrier', carrier: 'post', service: 'EXPRESS', fallback: eur(990) },
  ])('return the price %j as it was sent', async (price) => {
    const { api } = await openShop()
    if ('carrier' in price) await addCarrier(api)
    const rate = await addRate(api, { price, freeFrom: eur(5000), minDays: 2, maxDays: 4 })
    expect(rate).toMatchObject({
      price,
      freeFrom: eur(5000),
      service: 'standard',
      type: 'shipping',
      position: 0,
      version: 1,
    })
    expect((await api.get(`${RATES}/${rate.id}`)).body).toEqual(rate)
    expect((await api.get(RATES)).body.data).toEqual([rate])
  })

  it('are stored in the format that pricing uses', async () => {
    const shop = await openShop()
    const price = {
      kind: 'price',
      tiers: [
        { upTo: eur(5000), amounts: eur(490) },
        { upTo: null, amounts: eur(0) },
      ],
    }
    await addRate(shop.api, { price, freeFrom: eur(9000) })
    const { rows } = await shop.server.db.pool.query(
      'select price, free_from from shipping_rates where environment_id = $1',
      [shop.live.environmentId],
    )
    const tiers = [
      { upTo: { EUR: 5000 }, amounts: { EUR: 490 } },
      { upTo: null, amounts: { EUR: 0 } },
    ]
    expect(rows).toEqual([{ price: { kind: 'price', tiers }, free_from: { EUR: 9000 } }])
  })

  it.each([
    [{ price: { kind: 'free' } }, '/price/kind'],
    [{ price: { kind: 'flat' } }, '/price/amounts'],
    [{ price: { kind: 'flat', amounts: [] } }, '/price/amounts'],
    [{ price: { kind: 'flat', amounts: [], tiers: [] } }, '/price/tiers'],
    [{ price: { kind: 'flat', amounts: eur(-1) } }, '/price/amounts/0/amount'],
    [{ price: { kind: 'flat', amounts: eur(1_000_000_000_001) } }, '/price/amounts/0/amount'],
    [{ price: { kind: 'flat', amounts: [...eur(1), ...eur(2)] } }, '/price/amounts/1/currency'],
    [{ price: { kind: 'flat', amounts: [{ amount: 1, currency: 'QQQ' }] } }, '/price/amounts/0/currency'],
    [
      {
        price: {
          kind: 'weight',
          tiers: [
            { upToGrams: null, amounts: eur(1) },
            { upToGrams: 9, amounts: eur(1) },
          ],
        },
      },
      '/price/tiers/0/upToGrams',
    ],
    [
      {
        price: {
          kind: 'weight',
          tiers: [
            { upToGrams: 9, amounts: eur(1) },
            { upToGrams: 9, amounts: eur(1) },
          ],
        },
      },
      '/price/tiers/1/upToGrams',
    ],
    [
      {
        price: {
          kind: 'price',
          tiers: [
            { upTo: eur(9), amounts: eur(1) },
            { upTo: eur(8), amounts: eur(1) },
          ],
        },
      },
      '/price/tiers/1/upTo/0/amount',
    ],
    [
      { price: { kind: 'price', tiers: [{ upTo: [{ amount: 9, currency: 'USD' }], amounts: eur(1) }] } },
      '/price/tiers/0/upTo',
    ],
    [{ price: { kind: 'item', first: eur(9), additional: [{ amount: 9, currency: 'USD' }] } }, '/price/additional'],
    [{ freeFrom: eur(-5) }, '/freeFrom/0/amount'],
    [{ minDays: 5, maxDays: 4 }, '/maxDays'],
    [{ service: 'Ex press' }, '/service'],
    [{ title: '標準' }, '/service'],
    [{ zoneId: null }, '/zoneId'],
    [{ zoneId: 'zone_01k9z3h8x2f7mtv4q6bw0ncdre' }, '/zoneId'],
    [{ profileId: 'sprof_01k9z3h8x2f7mtv4q6bw0ncdre' }, '/profileId'],
    [{ locationId: 'loc_01k9z3h8x2f7mtv4q6bw0ncdre' }, '/locationId'],
    [{ type: 'pickup' }, '/locationId'],
    [{ type: 'pickup', zoneId: null, locationId: 'loc_01k9z3h8x2f7mtv4q6bw0ncdre' }, '/locationId'],
  ])('reject %j and write nothing', async (fields, path) => {
    const shop = await openShop()
    const { id: zoneId } = await addZone(shop.api)
    const before = await pricingVersion(shop)
    const created = await shop.api.post(RATES, { zoneId, title: 'Standard', price: FLAT, ...fields })
    const paths = created.body.error.details.map((fault: { path: string }) => fault.path)
    expect([created.status, paths]).toEqual([400, expect.arrayContaining([path])])
    // Only errors for the price kind that was sent, not for every kind.
    expect(paths.length).toBeLessThan(4)
    expect((await shop.api.get(RATES)).body.data).toEqual([])
    expect(await pricingVersion(shop)).toBe(before)
  })

  it('for pickup need an active location, which can’t be deactivated or deleted', async () => {
    const { api } = await openShop()
    const first = await addLocation(api)
    const shut = await addLocation(api, { name: 'Shut', active: false })
    const pickup = { type: 'pickup', title: 'Fetch it', price: { kind: 'flat', amounts: eur(0) } }
    expect(errorPathOf(await api.post(RATES, { ...pickup, locationId: shut }))).toEqual([400, '/locationId'])
    const created = await api.post(RATES, { ...pickup, locationId: first })
    expect([created.status, created.body]).toMatchObject([201, { type: 'pickup', zoneId: null, locationId: first }])
    await addLocation(api, { name: 'Another' })
    expect((await api.patch(`/v1/inventory/locations/${first}`, { active: false })).status).toBe(409)
    expect((await api.send('DELETE', `/v1/inventory/locations/${first}`)).status).toBe(409)
    await api.send('DELETE', `${RATES}/${created.body.id}`)
    expect((await api.send('DELETE', `/v1/inventory/locations/${first}`)).status).toBe(204)
  })

  it('are unique per service, zone and profile', async () => {
    const { api } = await openShop()
    const rate = await addRate(api)
    const again = { zoneId: rate.zoneId, title: 'Again', service: 'standard', price: FLAT }
    expect(errorPathOf(await api.post(RATES, again))).toEqual([409, '/service'])
    const bulky = (await api.post(PROFILES, { name: 'Bulky', items: { tags: ['bulky'] } })).body.id
    expect((await api.post(RATES, { ...again, profileId: bulky })).status).toBe(201)
    const other = (await api.post(RATES, { ...again, service: 'express' })).body
    expect(other.position).toBe(2)
    expect((await api.patch(`${RATES}/${other.id}`, { service: 'standard' })).status).toBe(409)
  })

  it('can be changed field by field, filtered by zone and profile, and deleted', async () => {
    const shop = await openShop()
    const { api } = shop
    const [one, two] = [await addRate(api, { freeFrom: eur(5000) }), await addRate(api)]
    const changed = await api.patch(`${RATES}/${one.id}`, { freeFrom: null, title: 'New title' })
    expect(changed.body).toEqual({
      ...one,
      freeFrom: null,
      title: 'New title',
      version: 2,
      updatedAt: expect.any(String),
    })
    expect((await api.get(`${RATES}?zoneId=${two.zoneId}`)).body.data).toEqual([two])
    expect((await api.get(`${RATES}?profileId=${two.profileId}&limit=1`)).body).toMatchObject({
      data: [{ id: two.id }],
    })
    expect((await api.send('DELETE', `${RATES}/${one.id}`)).status).toBe(204)
    expect((await listShippingEvents(shop)).at(-1)).toEqual({ kind: 'rate', id: one.id })
    expect((await api.get(RATES)).body.data).toEqual([two])
  })

  it('require an existing carrier, and stay when it is deleted', async () => {
    const { api } = await openShop()
    const price = { kind: 'carrier', carrier: 'nope', service: 'X' }
    const flat = await addRate(api)
    const withCarrier = { ...price, carrier: 'post' }
    for (const hint of ['(none yet)', '(post)']) {
      const created = await api.post(RATES, { zoneId: flat.zoneId, title: 'Live', price })
      for (const response of [created, await api.patch(`${RATES}/${flat.id}`, { price })]) {
        expect(errorPathOf(response)).toEqual([400, '/price/carrier'])
        expect(response.body.error.details[0].message).toContain(hint)
      }
      await addCarrier(api)
    }
    expect((await api.patch(`${RATES}/${flat.id}`, { price: withCarrier })).status).toBe(200)
    await api.send('DELETE', '/v1/shipping/carriers/post')
    const fallback = { ...withCarrier, fallback: eur(990) }
    expect((await api.patch(`${RATES}/${flat.id}`, { title: 'Live', price: fallback })).status).toBe(200)
  })

  it('reject zones, profiles and locations of another shop', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const foreign = await addRate(other.api)
    const { id: zoneId } = await addZone(shop.api)
    for (const [fields, path] of [
      [{ zoneId: foreign.zoneId }, '/zoneId'],
      [{ zoneId, profileId: foreign.profileId }, '/profileId'],
      [{ type: 'pickup', locationId: await addLocation(other.api) }, '/locationId'],
    ] as const) {
      expect(errorPathOf(await shop.api.post(RATES, { title: 'x', price: FLAT, ...fields }))).toEqual([400, path])
    }
  })
})
