import { describe, expect, it } from 'vitest'
import { checkOut, createReadyCart, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { getOrder } from '../../../../test/placed-order.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { errorOf, importJugs } from '../../../../test/sample-orders.ts'
import { createProgram, grantPoints, pointsBalance } from '../../../../test/sample-points.ts'
import { eur } from '../../../../test/sample-products.ts'

type Shop = Awaited<ReturnType<typeof openCheckoutShop>>

const getCustomer = async ({ api }: Shop, id: string) => (await api.get(`/v1/customers/${id}`)).body
const merge = ({ api }: Shop, to: string, from: string) => api.post(`/v1/customers/${to}/merge`, { customerId: from })
const reverse = ({ api }: Shop, mergeId: string) => api.post(`/v1/customers/merges/${mergeId}/reversal`)

async function addPair(shop: Shop) {
  const to = await addCustomer(shop, {
    name: 'Ada Lovelace',
    emails: [{ address: 'ada@example.com', verified: true }],
    phones: [{ number: '+43111111111' }],
    tags: ['vip'],
    customFields: { size: 'M' },
    externalIds: [{ source: 'crm', id: '1' }],
  })
  const from = await addCustomer(shop, {
    name: 'A. King',
    company: 'Analytical Engines',
    emails: [{ address: 'king@example.com' }, { address: 'old@example.com' }],
    phones: [{ number: '+43111111111', verified: true }, { number: '+43222222222' }],
    addresses: [{ address: { name: 'A. King', country: 'GB' } }],
    tags: ['press', 'vip'],
    customFields: { size: 'L', shoe: 38 },
    externalIds: [{ source: 'shopify', id: '77' }],
  })
  return { to, from }
}

describe('POST /v1/customers/:id/merge', () => {
  it('moves everything to the customer, and a reversal gives it back', async () => {
    const shop = await openCheckoutShop()
    const { api } = shop
    await createProgram(shop)
    const { to, from } = await addPair(shop)
    const paths = [to, from].map((id) => `/v1/customers/${id}`) as [string, string]
    const order = await importJugs(api, { email: 'king@example.com' })
    await importJugs(api, { email: 'ada@example.com', placedAt: '2026-02-01T10:00:00.000Z' })
    const cart = (
      await api.post('/v1/carts', { items: [{ variantId: shop.mug, quantity: 1 }], customer: { id: from } })
    ).body
    await grantPoints(shop, from, 30)
    await grantPoints(shop, to, 5)
    const consent = { channel: 'email', source: 'form' }
    await api.post(`${paths[0]}/consents`, { ...consent, state: 'subscribed' })
    await api.post(`${paths[1]}/consents`, { ...consent, state: 'unsubscribed' })
    await api.post(`${paths[1]}/notes`, { body: 'Writes letters' })
    const { body: ticket } = await api.post('/v1/tickets', { subject: 'A chip', customerId: from })
    const ownerOf = async ({ id }: { id: string }) => (await api.get(`/v1/tickets/${id}`)).body.customerId
    await shop.server.db.pool.query(
      `insert into csat_surveys (environment_id, id, ticket_id, customer_id, status, send_at, rating, rated_at, created_at)
       values ($1, 'csat_1', $2, $3, 'answered', now(), 5, now(), now())`,
      [shop.live.environmentId, ticket.id, from],
    )
    const raterOf = async () =>
      (
        await shop.server.db.pool.query('select customer_id from csat_surveys where environment_id = $1', [
          shop.live.environmentId,
        ])
      ).rows[0].customer_id
    const before = [await getCustomer(shop, to), await getCustomer(shop, from)]

    const response = await merge(shop, to, from)
    expect([response.status, response.body]).toMatchObject([
      201,
      { customerId: to, mergedCustomerId: from, reversibleUntil: expect.any(String), reversedAt: null },
    ])
    const merged = await getCustomer(shop, to)
    expect(merged).toMatchObject({
      name: 'Ada Lovelace',
      company: 'Analytical Engines',
      emails: [{ address: 'ada@example.com' }, { address: 'king@example.com' }, { address: 'old@example.com' }],
      phones: [
        { number: '+43111111111', verified: true },
        { number: '+43222222222', verified: false },
      ],
      addresses: [{ address: { name: 'A. King' } }],
      tags: ['vip', 'press'],
      customFields: { size: 'M', shoe: 38 },
      externalIds: [{ source: 'crm' }, { source: 'shopify' }],
      marketing: { email: 'unsubscribed' },
      statistics: [
        { orders: 2, spent: eur(6000), firstOrderAt: order.placedAt, lastOrderAt: '2026-02-01T10:00:00.000Z' },
      ],
    })
    const gone = await api.get(paths[1])
    expect([gone.status, gone.body.error]).toMatchObject([404, { code: 'not_found', mergedInto: to }])
    expect((await getOrder(shop, order.id)).customerId).toBe(to)
    expect((await api.get(`/v1/carts/${cart.id}`)).body.customer.id).toBe(to)
    expect(await pointsBalance(shop, to)).toBe(35)
    expect([await ownerOf(ticket), await raterOf()]).toEqual([to, to])
    expect((await api.get('/v1/customers?q=king@')).body.data).toMatchObject([{ id: to }])
    expect((await api.get(`${paths[0]}/notes`)).body.data).toMatchObject([{ body: 'Writes letters' }])
    expect((await api.get(`${paths[0]}/merges`)).body.data).toEqual([response.body])
    const events = (await api.get('/v1/events?type=customer.merged')).body.data
    expect(events).toMatchObject([{ data: { customerId: to, mergedCustomerId: from, mergeId: response.body.id } }])

    // Stays with the customer, like everything that happens after the merge.
    const later = await importJugs(api, { email: 'king@example.com', placedAt: '2026-03-01T10:00:00.000Z' })
    expect(later.customerId).toBe(to)
    const { body: laterTicket } = await api.post('/v1/tickets', { subject: 'A crack', customerId: to })

    const reversed = await reverse(shop, response.body.id)
    expect([reversed.status, reversed.body]).toMatchObject([
      200,
      { reversedAt: expect.any(String), reversibleUntil: null },
    ])
    expect(await reverse(shop, response.body.id)).toMatchObject({ status: 200, body: reversed.body })
    const changing = { version: expect.any(Number), updatedAt: expect.any(String) }
    const [ada, king] = before
    expect(await getCustomer(shop, from)).toEqual({ ...king, ...changing })
    const lastOrder = { orders: 2, spent: eur(6000), averageOrder: eur(3000), lastOrderAt: later.placedAt }
    expect(await getCustomer(shop, to)).toEqual({
      ...ada,
      ...changing,
      statistics: [{ ...ada.statistics[0], ...lastOrder }],
    })
    expect((await getOrder(shop, order.id)).customerId).toBe(from)
    expect((await api.get(`/v1/carts/${cart.id}`)).body.customer.id).toBe(from)
    expect([await pointsBalance(shop, to), await pointsBalance(shop, from)]).toEqual([5, 30])
    expect([await ownerOf(ticket), await ownerOf(laterTicket), await raterOf()]).toEqual([from, to, from])
    expect((await api.get('/v1/ledger/audit')).body.driftCount).toBe(0)
    // The same two can be merged again.
    expect((await merge(shop, to, from)).status).toBe(201)
  })

  it('refuses two people: both verified an email or a phone, or both have an ID in the same system', async () => {
    const shop = await openCheckoutShop()
    const pairs = [
      [
        { emails: [{ address: 'a@example.com', verified: true }] },
        { emails: [{ address: 'b@example.com', verified: true }] },
      ],
      [
        { phones: [{ number: '+43333333333', verified: true }] },
        { phones: [{ number: '+43444444444', verified: true }] },
      ],
      [{ externalIds: [{ source: 'crm', id: '1' }] }, { externalIds: [{ source: 'crm', id: '2' }] }],
    ]
    const identities: string[] = []
    for (const [one, other] of pairs) {
      const [to, from] = [await addCustomer(shop, one), await addCustomer(shop, other)]
      const response = await merge(shop, to, from)
      expect(errorOf(response)).toEqual([409, 'conflict'])
      identities.push(...response.body.error.identities)
      expect((await getCustomer(shop, from)).id).toBe(from)
    }
    expect(identities).toEqual(['email', 'phone', 'crm'])
    const one = await addCustomer(shop)
    expect((await merge(shop, one, one)).status).toBe(400)
    expect((await shop.sandbox.post(`/v1/customers/${one}/merge`, { customerId: one })).status).toBe(400)
    const other = await openCheckoutShop()
    expect((await merge(shop, one, await addCustomer(other))).status).toBe(404)
  })

  it('follows a chain of merges, which is reversed from its end', async () => {
    const shop = await openCheckoutShop()
    const [a, b, c] = [await addCustomer(shop), await addCustomer(shop), await addCustomer(shop)]
    const cart = await createReadyCart(shop)
    await shop.api.patch(`/v1/carts/${cart.id}`, { customer: { id: a } })
    const first = (await merge(shop, b, a)).body
    const second = (await merge(shop, c, b)).body
    for (const id of [a, b]) {
      expect((await shop.api.get(`/v1/customers/${id}`)).body.error.mergedInto).toBe(c)
    }
    const refused = await reverse(shop, first.id)
    expect([refused.status, refused.body.error.customerId]).toEqual([409, c])
    expect((await reverse(shop, second.id)).status).toBe(200)
    expect((await shop.api.get(`/v1/customers/${a}`)).body.error.mergedInto).toBe(b)
    const { body } = await checkOut(shop, cart.id)
    expect((await getOrder(shop, body.order.id)).customerId).toBe(b)
    expect((await reverse(shop, first.id)).status).toBe(200)
    expect((await getOrder(shop, body.order.id)).customerId).toBe(b)
    expect((await getCustomer(shop, a)).id).toBe(a)
  })

  it('is not reversed when its points were spent, and says how many are left', async () => {
    const shop = await openCheckoutShop()
    await createProgram(shop)
    const [to, from] = [await addCustomer(shop), await addCustomer(shop)]
    await grantPoints(shop, from, 30)
    const { id } = (await merge(shop, to, from)).body
    await shop.api.post(`/v1/loyalty/accounts/${to}/entries`, { points: -10, reason: 'Spent' })
    const refused = await reverse(shop, id)
    expect([refused.status, refused.body.error]).toMatchObject([409, { points: 30, balance: 20 }])
    await grantPoints(shop, to, 10)
    expect((await reverse(shop, id)).status).toBe(200)
    expect([await pointsBalance(shop, to), await pointsBalance(shop, from)]).toEqual([0, 30])
  })

  it('is reversible for 30 days, after which a schedule deletes what was moved', async () => {
    let now = new Date('2026-05-01T10:00:00.000Z')
    const shop = await openCheckoutShop({ clock: () => now })
    const [to, from] = [await addCustomer(shop), await addCustomer(shop)]
    const { id, reversibleUntil } = (await merge(shop, to, from)).body
    expect(reversibleUntil).toBe('2026-05-31T10:00:00.000Z')
    now = new Date(reversibleUntil)
    expect((await reverse(shop, id)).status).toBe(409)
    const { pruneMerges } = await import('./merges.ts')
    const countUndo = async () =>
      (await shop.server.db.pool.query('select from customer_merges where undo is not null')).rowCount
    await pruneMerges.run({ ...shop.server.system, now: new Date('2026-05-31T09:59:59.000Z') })
    expect(await countUndo()).toBe(1)
    await pruneMerges.run({ ...shop.server.system, now })
    expect(await countUndo()).toBe(0)
    expect((await shop.api.get(`/v1/customers/${to}/merges`)).body.data).toMatchObject([{ id, reversibleUntil: null }])
    expect((await shop.api.get(`/v1/customers/${from}`)).body.error.mergedInto).toBe(to)
  })

  it('succeeds once when two people are merged into each other at the same time', async () => {
    const shop = await openCheckoutShop()
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await addCustomer(shop), await addCustomer(shop)]
      const responses = await Promise.all([merge(shop, one, other), merge(shop, other, one), merge(shop, one, other)])
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 404, 404])
      const found = await Promise.all([one, other].map((id) => shop.api.get(`/v1/customers/${id}`)))
      expect(found.map(({ status }) => status).sort()).toEqual([200, 404])
    }
  })

  it('loses no order and no amount when both check out and get refunds meanwhile', async () => {
    const shop = await openCheckoutShop()
    const emails = ['ada@example.com', 'king@example.com'] as const
    const buyAs = async (email: string) => {
      const { body } = await checkOut(shop, (await createReadyCart(shop, { email })).id)
      return getOrder(shop, body.order.id)
    }
    const [first, second] = [await buyAs(emails[0]), await buyAs(emails[1])]
    const carts = await Promise.all(
      Array.from({ length: 10 }, (_, index) => createReadyCart(shop, { email: emails[index % 2] ?? '' })),
    )
    const refund = (id: string) => shop.api.post(`/v1/orders/${id}/refunds`, { amount: eur(100) })
    const [merged] = await Promise.all([
      (async () => {
        // A checkout of the merged customer in progress is a reason to try again.
        for (;;) {
          const response = await merge(shop, first.customerId, second.customerId)
          if (response.status !== 409) return response
        }
      })(),
      refund(first.id),
      refund(second.id),
      ...carts.map(({ id }) => checkOut(shop, id)),
    ])
    expect(merged.status).toBe(201)
    const orders = (await shop.api.get(`/v1/orders?customerId=${first.customerId}&limit=100`)).body.data
    expect(orders).toHaveLength(12)
    expect((await shop.api.get('/v1/customers')).body.data).toMatchObject([
      { id: first.customerId, statistics: [{ orders: 12, spent: eur(12 * 2989 - 200) }] },
    ])
  })
})
