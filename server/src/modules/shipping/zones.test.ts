import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { pricingVersion } from '../../../test/pricing-version.ts'
import { addRate, addZone, errorPathOf, listShippingEvents, RATES, ZONES } from '../../../test/sample-shipping.ts'
import { signIn } from '../../../test/sign-in.ts'

describe('shipping zones', () => {
  it('are created, read, changed and deleted, and each change reprices carts and emits an event', async () => {
    const shop = await openShop()
    const made = await shop.api.post(ZONES, {
      name: 'DACH',
      places: [
        { country: 'AT', postcodes: ['9*', '1010', '1010'] },
        { country: 'DE', exceptPostcodes: ['27498'] },
      ],
    })
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
    const { id } = made.body
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^zone_/),
      places: [
        { country: 'AT', postcodes: ['1010', '9*'] },
        { country: 'DE', exceptPostcodes: ['27498'] },
      ],
    })
    const changed = await shop.api.patch(`${ZONES}/${id}`, { name: 'Neighbours' })
    expect(changed.body).toMatchObject({ name: 'Neighbours', version: 2, places: made.body.places })
    expect((await shop.api.get(ZONES)).body).toEqual({ data: [changed.body], nextCursor: null })
    expect((await shop.api.get(`${ZONES}/${id}`)).body).toEqual(changed.body)
    expect((await shop.api.send('DELETE', `${ZONES}/${id}`)).status).toBe(204)
    expect((await shop.api.get(`${ZONES}/${id}`)).status).toBe(404)
    expect(await listShippingEvents(shop)).toEqual(Array(3).fill({ kind: 'zone', id }))
    expect(await pricingVersion(shop)).toBe(3)
  })

  it.each([
    [[], '/places'],
    [[{ country: 'ZZ' }], '/places/0/country'],
    [[{ country: 'EU' }], '/places/0/country'],
    [[{ country: 'at' }], '/places/0/country'],
    [[{ country: 'US', regions: [] }], '/places/0/regions'],
    [[{ country: 'US', regions: [' NY'] }], '/places/0/regions/0'],
    [[{ country: 'AT', postcodes: ['1000-199'] }], '/places/0/postcodes/0'],
    [[{ country: 'AT', postcodes: ['1010', '1999-1000'] }], '/places/0/postcodes/1'],
    [[{ country: 'AT', postcodes: ['1*0'] }], '/places/0/postcodes/0'],
    [[{ country: 'AT', exceptPostcodes: ['*'] }], '/places/0/exceptPostcodes/0'],
    [[{ country: '*', postcodes: ['1*'] }], '/places/0'],
    [[{ country: '*' }, { country: 'AT' }, { country: '*' }], '/places/2'],
    [Array(251).fill({ country: 'AT' }), '/places'],
  ])('reject the places %j and write nothing', async (places, path) => {
    const shop = await openShop()
    expect(errorPathOf(await shop.api.post(ZONES, { name: 'x', places }))).toEqual([400, path])
    expect((await shop.api.get(ZONES)).body.data).toEqual([])
    expect([await listShippingEvents(shop), await pricingVersion(shop)]).toEqual([[], 0])
  })

  it('cover the rest of the world at most once per shop', async () => {
    const { api } = await openShop()
    const world = await addZone(api, [{ country: '*' }])
    const austria = await addZone(api)
    expect((await api.post(ZONES, { name: 'x', places: [{ country: '*' }] })).status).toBe(409)
    expect((await api.patch(`${ZONES}/${austria.id}`, { places: [{ country: '*' }] })).status).toBe(409)
    expect((await api.patch(`${ZONES}/${world.id}`, { name: 'Everywhere else' })).status).toBe(200)
  })

  it('are limited to a hundred, also under concurrency', async () => {
    const shop = await openShop()
    await shop.server.db.pool.query(
      `insert into shipping_zones select $1, 'zone_' || lpad(n::text, 26, '0'), 'x', '[{"country": "AT"}]', 1, now(), now()
       from generate_series(1, 98) as n`,
      [shop.live.environmentId],
    )
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => shop.api.post(ZONES, { name: 'x', places: [{ country: 'DE' }] })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  })

  it('return 412 for a stale If-Match and stay unchanged', async () => {
    const { api } = await openShop()
    const { id } = await addZone(api)
    const write = (name: string) => api.send('PATCH', `${ZONES}/${id}`, { name }, { 'if-match': '"1"' })
    expect([(await write('First')).status, (await write('Second')).status]).toEqual([200, 412])
    expect((await api.send('DELETE', `${ZONES}/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412)
    expect((await api.get(`${ZONES}/${id}`)).body.name).toBe('First')
  })

  it('are deleted together with their rates', async () => {
    const { api } = await openShop()
    const rate = await addRate(api)
    await api.send('DELETE', `${ZONES}/${rate.zoneId}`)
    expect((await api.get(`${RATES}/${rate.id}`)).status).toBe(404)
  })
})

describe('access to shipping settings', () => {
  it('allows no visitors, lets viewers and agents read, and admins write', async () => {
    const shop = await openShop()
    const zone = { name: 'Austria', places: [{ country: 'AT' }] }
    expect([(await shop.storefront.get(ZONES)).status, (await shop.storefront.post(ZONES, zone)).status]).toEqual([
      401, 401,
    ])
    const chosen = { 'x-environment-id': shop.live.environmentId }
    const statuses = []
    for (const role of ['viewer', 'agent', 'admin'] as const) {
      const member = await signIn(shop, role)
      statuses.push([
        (await member.get(`/dashboard/api${ZONES}`, chosen)).status,
        (await member.post(`/dashboard/api${ZONES}`, zone, chosen)).status,
      ])
    }
    expect(statuses).toEqual([
      [200, 403],
      [200, 403],
      [200, 201],
    ])
  })
})
