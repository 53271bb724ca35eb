import { describe, expect, it } from 'vitest'
import { listEventData } from '../../../test/event-log.ts'
import { type ApiResponse, openShop, type Shop } from '../../../test/open-shop.ts'
import { pricingVersion } from '../../../test/pricing-version.ts'
import { DEFAULT_TAX_SETTINGS } from '../../pricing/rules.ts'

const SETTINGS = '/v1/taxes/settings'
const REGIONS = '/v1/taxes/regions'
const EXCLUSIVE = {
  pricesIncludeTax: false,
  shippingTax: 'class',
  rounding: 'order',
  defaultAddress: { country: 'US', region: 'NY' },
}
const AUSTRIA = { area: { country: 'AT' }, rates: [{ class: 'standard', name: 'VAT', percentage: 20 }] }

const errorOf = ({ status, body }: ApiResponse) => [status, body.error?.details?.[0]?.path ?? body.error?.code]
const taxEvents = async (shop: Shop) => (await listEventData(shop, 'taxes.updated')).toReversed()

describe('tax settings', () => {
  it('have the documented defaults', async () => {
    const { api } = await openShop()
    const { regions, ...rest } = DEFAULT_TAX_SETTINGS
    expect(regions).toEqual([])
    expect((await api.get(SETTINGS)).body).toEqual({
      pricesIncludeTax: true,
      shippingTax: 'highest',
      rounding: 'item',
      defaultAddress: null,
      version: 0,
      updatedAt: null,
    })
    expect((await api.get(SETTINGS)).body).toMatchObject(rest)
  })

  it('are replaced as a whole, which reprices carts and emits an event', async () => {
    const shop = await openShop()
    const put = (body: unknown, headers = {}) => shop.api.send('PUT', SETTINGS, body, headers)
    expect((await put(EXCLUSIVE, { 'if-match': '"0"' })).body).toMatchObject({ ...EXCLUSIVE, version: 1 })
    expect((await put({ ...EXCLUSIVE, defaultAddress: { country: 'AT' } })).body.defaultAddress).toEqual({
      country: 'AT',
      region: null,
    })
    const { defaultAddress: _, ...without } = EXCLUSIVE
    expect((await put(without)).body).toMatchObject({ defaultAddress: null, version: 3 })
    expect((await put(EXCLUSIVE, { 'if-match': '"1"' })).status).toBe(412)
    expect((await shop.api.get(SETTINGS)).body).toMatchObject({ defaultAddress: null, version: 3 })
    expect((await shop.sandbox.get(SETTINGS)).body.version).toBe(0)
    expect(await taxEvents(shop)).toEqual(Array(3).fill({ kind: 'settings', id: null }))
    expect(await pricingVersion(shop)).toBe(3)
  })

  it.each([
    [{ shippingTax: 'sometimes' }, '/shippingTax'],
    [{ rounding: 'up' }, '/rounding'],
    [{ defaultAddress: { country: 'EU' } }, '/defaultAddress/country'],
    [{ pricesIncludeTax: 'yes' }, '/pricesIncludeTax'],
  ])('reject %j', async (fields, path) => {
    const { api } = await openShop()
    expect(errorOf(await api.send('PUT', SETTINGS, { ...EXCLUSIVE, ...fields }))).toEqual([400, path])
    expect((await api.get(SETTINGS)).body.version).toBe(0)
  })
})

describe('tax regions', () => {
  it('store percentages with up to four decimals exactly', async () => {
    const shop = await openShop()
    const percentages = [8.875, 0.07, 19, 5.5, 0, 100, 4.4875, 0.0001, 33.3333, 2.9]
    const rates = percentages.map((percentage, at) => ({ class: 'standard', name: `Tax ${at}`, percentage }))
    const created = await shop.api.post(REGIONS, { area: { country: 'US', regions: ['NY'] }, rates })
    expect([created.status, created.body.rates]).toEqual([201, rates])
    expect((await shop.api.get(`${REGIONS}/${created.body.id}`)).body).toEqual(created.body)
    const { rows } = await shop.server.db.pool.query('select rates from tax_regions where environment_id = $1', [
      shop.live.environmentId,
    ])
    expect(rows[0].rates.map(({ millionths }: { millionths: number }) => millionths)).toEqual([
      88_750, 700, 190_000, 55_000, 0, 1_000_000, 44_875, 1, 333_333, 29_000,
    ])
    expect(rows[0].rates[0]).toEqual({ class: 'standard', name: 'Tax 0', millionths: 88_750 })
  })

  it('are created, read, changed and deleted, and each change reprices carts and emits an event', async () => {
    const shop = await openShop()
    const { api } = shop
    const { id, ...created } = (await api.post(REGIONS, AUSTRIA)).body
    expect(created).toMatchObject({ ...AUSTRIA, version: 1 })
    const rates = [{ class: 'reduced', name: 'VAT', percentage: 10 }]
    expect((await api.patch(`${REGIONS}/${id}`, { rates })).body).toMatchObject({
      area: AUSTRIA.area,
      rates,
      version: 2,
    })
    const stale = await api.send('PATCH', `${REGIONS}/${id}`, AUSTRIA, { 'if-match': '"1"' })
    expect(stale.status).toBe(412)
    expect((await api.get(REGIONS)).body.data).toMatchObject([{ id, rates }])
    expect((await api.send('DELETE', `${REGIONS}/${id}`)).status).toBe(204)
    expect((await api.get(REGIONS)).body.data).toEqual([])
    expect(await taxEvents(shop)).toEqual(Array(3).fill({ kind: 'region', id }))
    expect(await pricingVersion(shop)).toBe(3)
  })

  it('are unique per area in any notation, even under concurrency', async () => {
    const shop = await openShop()
    const { api } = shop
    const area = { country: 'US', regions: ['NY', 'NJ'], postalCodes: ['100*', '07030'] }
    const same = { postalCodes: ['07030', '100*', '100*'], regions: ['nj', 'NY', 'ny'], country: 'US' }
    const responses = await Promise.all([area, same, area].map((one) => api.post(REGIONS, { ...AUSTRIA, area: one })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const other = (await api.post(REGIONS, { ...AUSTRIA, area: { country: 'US', regions: ['NY'] } })).body
    const narrowed = await api.patch(`${REGIONS}/${other.id}`, { area: same })
    expect(narrowed.status).toBe(409)
    expect(narrowed.body.error).toMatchObject({
      message: 'The same part of United States already has a tax region. Change that one.',
      regionId: expect.stringMatching(/^txr_/),
    })
    expect((await api.patch(`${REGIONS}/${other.id}`, { area: other.area })).status).toBe(200)
    expect((await shop.sandbox.post(REGIONS, { ...AUSTRIA, area })).status).toBe(201)
  })

  it.each([
    [{ area: { country: '*' } }, '/area/country'],
    [{ area: { country: 'XX' } }, '/area/country'],
    [{ area: { country: 'AT', postalCodes: ['1-22'] } }, '/area/postalCodes/0'],
    [{ rates: [] }, '/rates'],
    [{ rates: [{ class: 'standard', name: 'VAT', percentage: 8.87501 }] }, '/rates/0/percentage'],
    [{ rates: [{ class: 'standard', name: 'VAT', percentage: 100.1 }] }, '/rates/0/percentage'],
    [{ rates: [{ class: 'standard', name: 'VAT', percentage: -1 }] }, '/rates/0/percentage'],
    [{ rates: [{ class: 'none', name: 'VAT', percentage: 1 }] }, '/rates/0/class'],
    [{ rates: [{ class: 'Standard', name: 'VAT', percentage: 1 }] }, '/rates/0/class'],
    [{ rates: [AUSTRIA.rates[0], AUSTRIA.rates[0]] }, '/rates/1/name'],
  ])('reject %j and write nothing', async (fields, path) => {
    const shop = await openShop()
    expect(errorOf(await shop.api.post(REGIONS, { ...AUSTRIA, ...fields }))).toEqual([400, path])
    expect((await shop.api.get(REGIONS)).body.data).toEqual([])
    expect([await taxEvents(shop), await pricingVersion(shop)]).toEqual([[], 0])
  })

  it('are not open to visitors', async () => {
    const { storefront } = await openShop()
    expect([(await storefront.get(REGIONS)).status, (await storefront.get(SETTINGS)).status]).toEqual([401, 401])
  })
})
