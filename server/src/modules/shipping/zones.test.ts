import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { pricingVersion } from '../../../test/pricing-version.ts'
import { addRate, addZone, errorPathOf, listShippingEvents, RATES, ZONES } from '../../../test/sample-shipping.ts'
import { signIn } from '../../../test/sign-in.ts'

describe('shipping zones', () => {
  it('are created, read, changed and deleted, and each change reprices carts and emits an event', async () => {
    const shop = await openShop()
    const created = await shop.api.post(ZONES, {
      name: 'DACH',
      areas: [
        { country: 'AT', postalCodes: ['9*', '1010', '1010'] },
        { country: 'DE', excludedPostalCodes: ['27498'] },
      ],
    })
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
    const { id } = created.body
    expect(created.body).toMatchObject({
      id: expect.stringMatching(/^zone_/),
      areas: [
        { country: 'AT', postalCodes: ['1010', '9*'] },
        { country: 'DE', excludedPostalCodes: ['27498'] },
      ],
    })
    const changed = await shop.api.patch(`${ZONES}/${id}`, { name: 'Neighbours' })
    expect(changed.body).toMatchObject({ name: 'Neighbours', version: 2, areas: created.body.areas })
    expect((await shop.api.get(ZONES)).body).toEqual({ data: [changed.body], nextCursor: null })
    expect((await shop.api.get(`${ZONES}/${id}`)).body).toEqual(changed.body)
    expect((await shop.api.send('DELETE', `${ZONES}/${id}`)).status).toBe(204)
    expect((await shop.api.get(`${ZONES}/${id}`)).status).toBe(404)
    expect(await listShippingEvents(shop)).toEqual(Array(3).fill({ kind: 'zone', id }))
    expect(await pricingVersion(shop)).toBe(3)
  })

  it.each([
    [[], '/areas'],
    [[{ country: 'ZZ' }], '/areas/0/country'],
    [[{ country: 'EU' }], '/areas/0/country'],
    [[{ country: 'at' }], '/areas/0/country'],
    [[{ country: 'US', regions: [] }], '/areas/0/regions'],
    [[{ country: 'US', regions: [' NY'] }], '/areas/0/regions/0'],
    [[{ country: 'AT', postalCodes: ['1000-199'] }], '/areas/0/postalCodes/0'],
    [[{ country: 'AT', postalCodes: ['1010', '1999-1000'] }], '/areas/0/postalCodes/1'],
    [[{ country: 'AT', postalCodes: ['1*0'] }], '/areas/0/postalCodes/0'],
    [[{ country: 'AT', excludedPostalCodes: ['*'] }], '/areas/0/excludedPostalCodes/0'],
    [[{ country: '*', postalCodes: ['1*'] }], '/areas/0'],
    [[{ country: '*' }, { country: 'AT' }, { country: '*' }], '/areas/2'],
    [Array(251).fill({ country: 'AT' }), '/areas'],
  ])('reject the areas %j and write nothing', async (areas, path) => {
    const shop = await openShop()
    expect(errorPathOf(await shop.api.post(ZONES, { name: 'x', areas }))).toEqual([400, path])
    expect((await shop.api.get(ZONES)).body.data).toEqual([])
    expect([await listShippingEvents(shop), await pricingVersion(shop)]).toEqual([[], 0])
  })

  it('cover the rest of the world at most once per shop', async () => {
    const { api } = await openShop()
    const world = await addZone(api, [{ country: '*' }])
    const austria = await addZone(api)
    expect((await api.post(ZONES, { name: 'x', areas: [{ country: '*' }] })).status).toBe(409)
    expect((await api.patch(`${ZONES}/${austria.id}`, { areas: [{ country: '*' }] })).status).toBe(409)
    expect((await api.patch(`${ZONES}/${world.id}`, { name: 'Everywhere else' })).status).toBe(200)
  })

  it('are limited to a hundred, even under concurrency', async () => {
    const shop = await openShop()
    await shop.server.db.pool.query(
      `insert into shipping_zones select $1, 'zone_' || lpad(n::text, 26, '0'), 'x', '[{"country": "AT"}]', 1, now(), now()
       from generate_series(1, 98) as n`,
      [shop.live.environmentId],
    )
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => shop.api.post(ZONES, { name: 'x', areas: [{ country: 'DE' }] })),
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
    const zone = { name: 'Austria', areas: [{ country: 'AT' }] }
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
