import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addRate, addZone, eventsOf, FLAT, PROFILES, RATES, refusal } from '../../../test/sample-shipping.ts'

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
