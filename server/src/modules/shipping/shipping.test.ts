import { describe, expect, it } from 'vitest'
import { type Answer, type Caller, openShop, type Shop } from '../../../test/open-shop.ts'
import { signIn } from '../../../test/sign-in.ts'

const ZONES = '/v1/shipping/zones'
const PROFILES = '/v1/shipping/profiles'
const RATES = '/v1/shipping/rate-definitions'

const eur = (amount: number) => [{ amount, currency: 'EUR' }]
const FLAT = { kind: 'flat', amounts: eur(490) }

const addZone = async (api: Caller, places: unknown[] = [{ country: 'AT' }]) =>
  (await api.post(ZONES, { name: 'Austria', places })).body
const addRate = async (api: Caller, fields = {}) =>
  (await api.post(RATES, { zoneId: (await addZone(api)).id, title: 'Standard', price: FLAT, ...fields })).body
const addLocation = async (api: Caller, fields = {}) =>
  (await api.post('/v1/inventory/locations', { name: 'Shop', ...fields })).body.id

const refusal = ({ status, body }: Answer) => [status, body.error?.details?.[0]?.path ?? body.error?.code]

const eventsOf = async ({ api }: Shop): Promise<{ kind: string; id: string }[]> =>
  (await api.get('/v1/events?type=shipping.updated')).body.data.map(({ data }: { data: unknown }) => data).toReversed()

async function pricingVersion({ server, live }: Shop): Promise<number> {
  const { rows } = await server.db.pool.query('select version from pricing_versions where environment_id = $1', [
    live.environmentId,
  ])
  return Number(rows[0]?.version ?? 0)
}

describe('shipping zones', () => {
  it('are made, read, changed and deleted, and each change prices carts anew and is told', async () => {
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
    expect(await eventsOf(shop)).toEqual(Array(3).fill({ kind: 'zone', id }))
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
  ])('refuse the places %j and write nothing', async (places, path) => {
    const shop = await openShop()
    expect(refusal(await shop.api.post(ZONES, { name: 'x', places }))).toEqual([400, path])
    expect((await shop.api.get(ZONES)).body.data).toEqual([])
    expect([await eventsOf(shop), await pricingVersion(shop)]).toEqual([[], 0])
  })

  it('are the rest of the world at most once a shop', async () => {
    const { api } = await openShop()
    const world = await addZone(api, [{ country: '*' }])
    const austria = await addZone(api)
    expect((await api.post(ZONES, { name: 'x', places: [{ country: '*' }] })).status).toBe(409)
    expect((await api.patch(`${ZONES}/${austria.id}`, { places: [{ country: '*' }] })).status).toBe(409)
    expect((await api.patch(`${ZONES}/${world.id}`, { name: 'Everywhere else' })).status).toBe(200)
  })

  it('are at most a hundred, also when they are made at once', async () => {
    const shop = await openShop()
    await shop.server.db.pool.query(
      `insert into shipping_zones select $1, 'zone_' || lpad(n::text, 26, '0'), 'x', '[{"country": "AT"}]', 1, now(), now()
       from generate_series(1, 98) as n`,
      [shop.live.environmentId],
    )
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => shop.api.post(ZONES, { name: 'x', places: [{ country: 'DE' }] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  })

  it('with If-Match are left alone when somebody else was faster', async () => {
    const { api } = await openShop()
    const { id } = await addZone(api)
    const write = (name: string) => api.send('PATCH', `${ZONES}/${id}`, { name }, { 'if-match': '"1"' })
    expect([(await write('First')).status, (await write('Second')).status]).toEqual([200, 412])
    expect((await api.send('DELETE', `${ZONES}/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412)
    expect((await api.get(`${ZONES}/${id}`)).body.name).toBe('First')
  })

  it('take their rates with them', async () => {
    const { api } = await openShop()
    const rate = await addRate(api)
    await api.send('DELETE', `${ZONES}/${rate.zoneId}`)
    expect((await api.get(`${RATES}/${rate.id}`)).status).toBe(404)
  })
})

describe('shipping profiles', () => {
  it('have one default, made when it is first needed and only once, that stays and takes the rest', async () => {
    const { api } = await openShop()
    expect((await api.get(PROFILES)).body.data).toEqual([])
    const zone = await addZone(api)
    await Promise.all(
      ['one', 'two', 'three', 'four'].map((service) =>
        api.post(RATES, { zoneId: zone.id, title: 'x', service, price: FLAT }),
      ),
    )
    const [general, ...others] = (await api.get(PROFILES)).body.data
    expect([general, others]).toEqual([expect.objectContaining({ isDefault: true, items: {} }), []])

    expect((await api.send('DELETE', `${PROFILES}/${general.id}`)).status).toBe(409)
    expect(refusal(await api.patch(`${PROFILES}/${general.id}`, { items: { tags: ['x'] } }))).toEqual([400, '/items'])
    expect((await api.patch(`${PROFILES}/${general.id}`, { name: 'All goods' })).body.name).toBe('All goods')
  })

  it('are for goods that they name', async () => {
    const shop = await openShop()
    const { api } = shop
    const made = await api.post(PROFILES, { name: 'Bulky', items: { tags: ['bulky'], except: { vendors: ['Light'] } } })
    expect([made.status, made.body]).toMatchObject([
      201,
      { isDefault: false, items: { tags: ['bulky'], except: { vendors: ['Light'] } } },
    ])
    for (const items of [{}, { tags: [] }, { except: { tags: ['x'] } }]) {
      expect(refusal(await api.post(PROFILES, { name: 'x', items }))).toEqual([400, '/items'])
      expect(refusal(await api.patch(`${PROFILES}/${made.body.id}`, { items }))).toEqual([400, '/items'])
    }
    const rate = await addRate(api, { profileId: made.body.id })
    expect((await api.send('DELETE', `${PROFILES}/${made.body.id}`)).status).toBe(204)
    expect((await api.get(`${RATES}/${rate.id}`)).status).toBe(404)
    expect(((await api.get(PROFILES)).body.data as unknown[]).length).toBe(1)
    expect((await eventsOf(shop)).map(({ kind }) => kind)).toEqual(['profile', 'zone', 'rate', 'profile'])
  })
})

describe('shipping rates', () => {
  it.each([
    FLAT,
    { kind: 'flat', amounts: [...eur(490), { amount: 500, currency: 'USD' }] },
    {
      kind: 'weight',
      steps: [
        { upToGrams: 2000, amounts: eur(490) },
        { upToGrams: null, amounts: eur(990) },
      ],
    },
    {
      kind: 'price',
      steps: [
        { upTo: eur(5000), amounts: eur(490) },
        { upTo: eur(9000), amounts: eur(0) },
      ],
    },
    { kind: 'price', steps: [{ upTo: null, amounts: eur(490) }] },
    { kind: 'item', first: eur(500), further: eur(100) },
    { kind: 'carrier', carrier: 'post', service: 'EXPRESS' },
    { kind: 'carrier', carrier: 'post', service: 'EXPRESS', fallback: eur(990) },
  ])('cost %j, and say so again', async (price) => {
    const { api } = await openShop()
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

  it('are kept in the shape in which prices are made', async () => {
    const shop = await openShop()
    const price = {
      kind: 'price',
      steps: [
        { upTo: eur(5000), amounts: eur(490) },
        { upTo: null, amounts: eur(0) },
      ],
    }
    await addRate(shop.api, { price, freeFrom: eur(9000) })
    const { rows } = await shop.server.db.pool.query(
      'select price, free_from from shipping_rates where environment_id = $1',
      [shop.live.environmentId],
    )
    const steps = [
      { upTo: { EUR: 5000 }, amounts: { EUR: 490 } },
      { upTo: null, amounts: { EUR: 0 } },
    ]
    expect(rows).toEqual([{ price: { kind: 'price', steps }, free_from: { EUR: 9000 } }])
  })

  it.each([
    [{ price: { kind: 'free' } }, '/price'],
    [{ price: { kind: 'flat' } }, '/price/amounts'],
    [{ price: { kind: 'flat', amounts: [] } }, '/price/amounts'],
    [{ price: { kind: 'flat', amounts: [], steps: [] } }, '/price/steps'],
    [{ price: { kind: 'flat', amounts: eur(-1) } }, '/price/amounts/0/amount'],
    [{ price: { kind: 'flat', amounts: [...eur(1), ...eur(2)] } }, '/price/amounts/1/currency'],
    [{ price: { kind: 'flat', amounts: [{ amount: 1, currency: 'QQQ' }] } }, '/price/amounts/0/currency'],
    [
      {
        price: {
          kind: 'weight',
          steps: [
            { upToGrams: null, amounts: eur(1) },
            { upToGrams: 9, amounts: eur(1) },
          ],
        },
      },
      '/price/steps/0/upToGrams',
    ],
    [
      {
        price: {
          kind: 'weight',
          steps: [
            { upToGrams: 9, amounts: eur(1) },
            { upToGrams: 9, amounts: eur(1) },
          ],
        },
      },
      '/price/steps/1/upToGrams',
    ],
    [
      {
        price: {
          kind: 'price',
          steps: [
            { upTo: eur(9), amounts: eur(1) },
            { upTo: eur(8), amounts: eur(1) },
          ],
        },
      },
      '/price/steps/1/upTo/0/amount',
    ],
    [
      { price: { kind: 'price', steps: [{ upTo: [{ amount: 9, currency: 'USD' }], amounts: eur(1) }] } },
      '/price/steps/0/upTo',
    ],
    [{ price: { kind: 'item', first: eur(9), further: [{ amount: 9, currency: 'USD' }] } }, '/price/further'],
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
  ])('refuse %j and write nothing', async (fields, path) => {
    const shop = await openShop()
    const { id: zoneId } = await addZone(shop.api)
    const before = await pricingVersion(shop)
    const made = await shop.api.post(RATES, { zoneId, title: 'Standard', price: FLAT, ...fields })
    const paths = made.body.error.details.map((fault: { path: string }) => fault.path)
    expect([made.status, paths]).toEqual([400, expect.arrayContaining([path])])
    // Of the kind that was meant, not of all kinds that there are.
    expect(paths.length).toBeLessThan(4)
    expect((await shop.api.get(RATES)).body.data).toEqual([])
    expect(await pricingVersion(shop)).toBe(before)
  })

  it('may wait at an active location, which then can neither be shut nor deleted', async () => {
    const { api } = await openShop()
    const first = await addLocation(api)
    const shut = await addLocation(api, { name: 'Shut', active: false })
    const pickup = { type: 'pickup', title: 'Fetch it', price: { kind: 'flat', amounts: eur(0) } }
    expect(refusal(await api.post(RATES, { ...pickup, locationId: shut }))).toEqual([400, '/locationId'])
    const made = await api.post(RATES, { ...pickup, locationId: first })
    expect([made.status, made.body]).toMatchObject([201, { type: 'pickup', zoneId: null, locationId: first }])
    await addLocation(api, { name: 'Another' })
    expect((await api.patch(`/v1/inventory/locations/${first}`, { active: false })).status).toBe(409)
    expect((await api.send('DELETE', `/v1/inventory/locations/${first}`)).status).toBe(409)
    await api.send('DELETE', `${RATES}/${made.body.id}`)
    expect((await api.send('DELETE', `/v1/inventory/locations/${first}`)).status).toBe(204)
  })

  it('are one a service in each zone and profile', async () => {
    const { api } = await openShop()
    const rate = await addRate(api)
    const again = { zoneId: rate.zoneId, title: 'Again', service: 'standard', price: FLAT }
    expect(refusal(await api.post(RATES, again))).toEqual([409, '/service'])
    const bulky = (await api.post(PROFILES, { name: 'Bulky', items: { tags: ['bulky'] } })).body.id
    expect((await api.post(RATES, { ...again, profileId: bulky })).status).toBe(201)
    const other = (await api.post(RATES, { ...again, service: 'express' })).body
    expect(other.position).toBe(2)
    expect((await api.patch(`${RATES}/${other.id}`, { service: 'standard' })).status).toBe(409)
  })

  it('change in what is named, are found by zone and profile, and go', async () => {
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
    expect((await eventsOf(shop)).at(-1)).toEqual({ kind: 'rate', id: one.id })
    expect((await api.get(RATES)).body.data).toEqual([two])
  })

  it('can not name zones, profiles or locations of others', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const foreign = await addRate(other.api)
    const { id: zoneId } = await addZone(shop.api)
    for (const [fields, path] of [
      [{ zoneId: foreign.zoneId }, '/zoneId'],
      [{ zoneId, profileId: foreign.profileId }, '/profileId'],
      [{ type: 'pickup', locationId: await addLocation(other.api) }, '/locationId'],
    ] as const) {
      expect(refusal(await shop.api.post(RATES, { title: 'x', price: FLAT, ...fields }))).toEqual([400, path])
    }
  })
})

describe('who may', () => {
  it('visitors nothing, viewers and agents read, admins write', async () => {
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
