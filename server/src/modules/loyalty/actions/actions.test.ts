import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { expectCleanLedger } from '../../../../test/sample-ledger.ts'
import { createProgram, grantPoints, listPointEntries, pointsBalance } from '../../../../test/sample-points.ts'

const ACTIONS = [
  { key: 'review', name: 'Write a review', points: 50, limitPerCustomer: 2 },
  { key: 'birthday', name: 'Birthday', points: 200, limitPerCustomer: null },
]

async function openActionShop(program: object = {}) {
  const shop = await openShop()
  await createProgram(shop, { actions: ACTIONS, ...program })
  return { ...shop, ada: await addCustomer(shop) }
}

const earn = ({ api }: Pick<Shop, 'api'>, input: object) => api.post('/v1/loyalty/earn', input)
const listEvents = async ({ api }: Pick<Shop, 'api'>, type: string) =>
  (await api.get(`/v1/events?type=${type}`)).body.data.map(({ data }: { data: object }) => data)

describe('POST /v1/loyalty/earn', () => {
  it('adds the points of the action at once, with the expiry and the tiers of the program', async () => {
    const tiers = [{ key: 'gold', name: 'Gold', threshold: 200, multiplierPercent: 100, perks: [] }]
    const { ada, ...shop } = await openActionShop({ expiresAfterDays: 30, tiers })
    const first = await earn(shop, { customerId: ada, action: 'birthday', eventId: 'b-1' })
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^lot_/),
        customerId: ada,
        action: 'birthday',
        eventId: 'b-1',
        points: 200,
        balance: 200,
        expiresAt: new Date(Date.parse(first.body.createdAt) + 30 * 86_400_000).toISOString(),
        createdAt: expect.any(String),
      },
    ])
    const other = await earn(shop, { customerId: ada, action: 'birthday', eventId: 'b-2', points: 7 })
    expect(other.body).toMatchObject({ points: 7, balance: 207 })
    expect((await shop.api.get(`/v1/loyalty/balance?customerId=${ada}`)).body).toMatchObject({
      available: 207,
      pending: 0,
      lifetime: 207,
      tier: { key: 'gold' },
    })
    expect(await listPointEntries(shop, ada)).toEqual([
      ['earned', 200, 200],
      ['earned', 7, 207],
    ])
    expect((await listEvents(shop, 'loyalty_account.points_earned')).at(-1)).toMatchObject({
      customerId: ada,
      points: 200,
      orderId: null,
      action: 'birthday',
      eventId: 'b-1',
    })
    expect(await listEvents(shop, 'loyalty_account.tier_changed')).toMatchObject([{ from: null, to: 'gold' }])
    await expectCleanLedger(shop)
  })

  it('earns once per event, and returns the first response to every repetition, also in parallel', async () => {
    const { ada, ...shop } = await openActionShop()
    const input = { customerId: ada, action: 'review', eventId: 'r-1' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => earn(shop, input)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    await earn(shop, { ...input, eventId: 'r-2' })
    await createProgram(shop, { actions: [], active: false })
    expect((await earn(shop, input)).body).toEqual(responses[0]?.body)
    expect(await listPointEntries(shop, ada)).toEqual([
      ['earned', 50, 50],
      ['earned', 50, 100],
    ])
    expect(await listEvents(shop, 'loyalty_account.points_earned')).toHaveLength(2)
    await expectCleanLedger(shop)
  })

  it('rejects the ID of another event, without changing anything', async () => {
    const { ada, ...shop } = await openActionShop()
    const bob = await addCustomer(shop)
    const inputs = [ada, bob].map((customerId) => ({ customerId, action: 'review', eventId: 'same' }))
    const responses = await Promise.all(inputs.map((input) => earn(shop, input)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    for (const more of [{ action: 'birthday' }, { points: 51 }]) {
      const winner = responses.findIndex(({ status }) => status === 201)
      const { status, body } = await earn(shop, { ...inputs[winner], ...more })
      expect([status, body.error.details[0].path]).toEqual([409, '/eventId'])
    }
    expect(await listEvents(shop, 'loyalty_account.points_earned')).toHaveLength(1)
    await expectCleanLedger(shop)
  })

  it('stops at the limit per customer, exactly, however many requests come at once', async () => {
    const { ada, ...shop } = await openActionShop()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => earn(shop, { customerId: ada, action: 'review', eventId: `r-${n}` })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2)
    const rejected = responses.filter(({ status }) => status === 409)
    expect([rejected.length, rejected[0]?.body.error.limit]).toEqual([8, 2])
    // A repetition is not a new event.
    const first = responses.findIndex(({ status }) => status === 201)
    expect((await earn(shop, { customerId: ada, action: 'review', eventId: `r-${first}` })).status).toBe(201)
    expect(await pointsBalance(shop, ada)).toBe(100)
    expect((await earn(shop, { customerId: await addCustomer(shop), action: 'review', eventId: 'b' })).status).toBe(201)
  })

  it('names the known actions, and rejects unknown customers and inactive programs', async () => {
    const { ada, ...shop } = await openActionShop()
    const unknown = await earn(shop, { customerId: ada, action: 'revew', eventId: '1' })
    expect([unknown.status, unknown.body.error]).toMatchObject([
      422,
      {
        code: 'unknown_action',
        actions: ['review', 'birthday'],
        details: [{ message: 'must be one of review, birthday' }],
      },
    ])
    const stranger = 'cus_01k9z3h8x2f7mtv4q6bw0ncdre'
    expect((await earn(shop, { customerId: stranger, action: 'review', eventId: '1' })).status).toBe(404)
    await createProgram(shop, { actions: ACTIONS, active: false })
    const inactive = await earn(shop, { customerId: ada, action: 'review', eventId: '1' })
    expect([inactive.status, inactive.body.error.code]).toEqual([422, 'points_rejected'])
    expect((await shop.api.get(`/v1/loyalty/accounts/${ada}`)).status).toBe(404)
  })

  it('keeps live and sandbox apart', async () => {
    const { ada, ...shop } = await openActionShop()
    await createProgram({ api: shop.sandbox }, { actions: ACTIONS })
    const sandboxAda = await addCustomer({ api: shop.sandbox })
    const input = { action: 'review', eventId: 'r-1' }
    const live = await earn(shop, { ...input, customerId: ada })
    const test = await earn({ api: shop.sandbox }, { ...input, customerId: sandboxAda })
    expect([live.status, test.status, live.body.id === test.body.id]).toEqual([201, 201, false])
    expect((await earn({ api: shop.sandbox }, { ...input, customerId: ada, eventId: 'r-2' })).status).toBe(404)
  })
})

describe('rewards and actions of the program', () => {
  const reward = { key: 'five', name: 'Five', points: 500, type: 'gift_card', amount: { amount: 500, currency: 'EUR' } }
  const put = ({ api }: Shop, more: object) =>
    api.send('PUT', '/v1/loyalty/program', {
      name: 'Acorns',
      active: true,
      pointValues: [{ currency: 'EUR', points: 100, amount: 100 }],
      ...more,
    })

  it('are returned as sent, and the balance lists the rewards it is enough for', async () => {
    const shop = await openShop()
    const rewards = [reward, { ...reward, key: 'ten', points: 1000, type: 'discount_code' }]
    const { status, body } = await put(shop, { rewards, actions: ACTIONS })
    expect([status, body.rewards, body.actions]).toEqual([200, rewards, ACTIONS])
    const ada = await addCustomer(shop)
    await grantPoints(shop, ada, 999)
    const balance = async () => (await shop.api.get(`/v1/loyalty/balance?customerId=${ada}`)).body.redeemable
    expect(await balance()).toEqual([reward])
    await put(shop, { rewards, active: false })
    expect(await balance()).toEqual([])
  })

  it('must have keys of their own and amounts that mean something', async () => {
    const shop = await openShop()
    const usd = { amount: 500, currency: 'USD' }
    const rewards = [
      reward,
      { ...reward, amount: { amount: 500, currency: 'XXZ' } },
      { ...reward, key: 'cart', type: 'cart_credit', amount: usd },
      { ...reward, key: 'more', type: 'cart_credit', points: 600 },
    ]
    const { status, body } = await put(shop, { rewards, actions: [...ACTIONS, ACTIONS[0]] })
    expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      [
        '/rewards/1/key',
        '/rewards/1/amount/currency',
        '/rewards/2/amount/currency',
        '/rewards/3/amount/amount',
        '/actions/2/key',
      ],
    ])
    expect(body.error.details[3].message).toBe('must be 600, which is what 600 points pay')
  })
})
