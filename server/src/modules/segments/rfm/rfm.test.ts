import { describe, expect, it } from 'vitest'
import { fastClock } from '../../../../test/fast-clock.ts'
import { openServer } from '../../../../test/open-server.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { systemCtx } from '../../../../test/placed-order.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { importJugs } from '../../../../test/sample-orders.ts'
import { eur } from '../../../../test/sample-products.ts'
import { refreshJob } from '../memberships/memberships.ts'

const DAY_MS = 86_400_000

const buy = ({ api }: Pick<Shop, 'api'>, name: string, amount: number, days: number) =>
  importJugs(api, {
    email: `${name}@example.com`,
    placedAt: new Date(Date.now() - days * DAY_MS).toISOString(),
    items: [{ title: 'Jug', quantity: 1, unitPrice: eur(amount) }],
    fulfilled: false,
  })

async function groupsOf({ api }: Pick<Shop, 'api'>): Promise<Record<string, string | undefined>> {
  const { data } = (await api.get('/v1/customers?limit=100')).body
  return Object.fromEntries(
    data.map(({ emails, rfm }: { emails: { address: string }[]; rfm: { group: string } | null }) => [
      emails[0]?.address.split('@')[0],
      rfm?.group,
    ]),
  )
}

describe('rfm', () => {
  it('names each customer a group by how recently, often and much they bought', async () => {
    const shop = await openShop()
    const [best] = [
      await buy(shop, 'champion', 9000, 1),
      await buy(shop, 'champion', 9000, 2),
      await buy(shop, 'champion', 9000, 3),
    ]
    await buy(shop, 'new', 100, 4)
    await buy(shop, 'loyal', 4000, 60)
    await buy(shop, 'loyal', 4000, 61)
    await buy(shop, 'hibernating', 200, 200)
    await buy(shop, 'at_risk', 9000, 400)
    await buy(shop, 'at_risk', 9000, 401)
    await addCustomer(shop, { emails: [{ address: 'nobody@example.com' }] })
    expect(Object.values(await groupsOf(shop)).every((group) => group === undefined)).toBe(true)
    await refreshJob.run(systemCtx(shop), {})
    expect(await groupsOf(shop)).toEqual({
      champion: 'champions',
      new: 'new',
      loyal: 'loyal',
      hibernating: 'hibernating',
      at_risk: 'at_risk',
      nobody: undefined,
    })
    expect((await shop.api.get(`/v1/customers/${best.customerId}`)).body.rfm).toEqual({
      recency: 5,
      frequency: 5,
      monetary: 5,
      group: 'champions',
    })
    expect((await shop.api.get('/v1/customers?rfm=champions')).body.data).toMatchObject([{ id: best.customerId }])
    expect((await shop.api.get('/v1/customers?rfm=lost')).body.data).toEqual([])
    expect((await shop.api.get('/v1/customers?rfm=rich')).status).toBe(400)
  })

  it('gives one order the lowest frequency, even when most customers have one', async () => {
    const shop = await openShop()
    for (let at = 0; at < 9; at++) await buy(shop, `once${at}`, 1000, at + 1)
    const [often] = [await buy(shop, 'often', 1000, 1), await buy(shop, 'often', 1000, 1)]
    await refreshJob.run(systemCtx(shop), {})
    const { data } = (await shop.api.get('/v1/customers')).body
    for (const { id, rfm } of data) expect(rfm.frequency).toBe(id === often.customerId ? 5 : 1)
  })

  it('follows orders between two nights, and segments follow it', async () => {
    const shop = await openShop(await openServer({ limitClock: fastClock() }))
    for (let at = 0; at < 5; at++) await buy(shop, `c${at}`, 1000 * (at + 1), 100 - at * 20)
    await refreshJob.run(systemCtx(shop), {})
    const filter = { match: 'all', conditions: [{ field: 'rfm', operator: 'any_of', value: ['champions'] }] }
    const { body: segment } = await shop.api.post('/v1/segments', { name: 'Best', filter })
    expect(segment.memberCount).toBe(0)
    await shop.server.startWorker()
    const [{ customerId }] = [await buy(shop, 'c0', 90_000, 1), await buy(shop, 'c0', 90_000, 1)]
    const members = async () => (await shop.api.get(`/v1/segments/${segment.id}/members`)).body.data
    await expect.poll(members, { timeout: 60_000 }).toMatchObject([{ id: customerId, rfm: { group: 'champions' } }])
    expect((await shop.api.get(`/v1/segments/${segment.id}/audit`)).body).toMatchObject({ driftCount: 0, members: 1 })
  })
})
