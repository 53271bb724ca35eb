import { describe, expect, it } from 'vitest'
import { getOrder, systemCtx } from '../../../../test/placed-order.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { errorOf, importJugs } from '../../../../test/sample-orders.ts'
import { createProgram } from '../../../../test/sample-points.ts'
import { eur } from '../../../../test/sample-products.ts'
import { openReferralShop, REFERRAL } from '../../../../test/sample-referrals.ts'
import { qualifyBuyer } from './qualify-referral.ts'

const CODE = '/v1/loyalty/referral'
const ATTRIBUTION = '/v1/loyalty/referral/attribution'

describe('POST /v1/loyalty/referral', () => {
  it('returns one code per customer, also to parallel calls, with its link and numbers', async () => {
    const shop = await openReferralShop()
    const customerId = await addCustomer(shop)
    expect((await shop.api.get(`/v1/loyalty/balance?customerId=${customerId}`)).body.referral).toBeNull()
    const calls = await Promise.all(Array.from({ length: 8 }, () => shop.api.post(CODE, { customerId })))
    const [first] = calls
    expect(new Set(calls.map(({ body }) => body.code))).toEqual(new Set([first?.body.code]))
    expect(first?.body).toEqual({
      customerId,
      code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{10}$/),
      url: `https://shop.example.com/?ref=${first?.body.code}`,
      referrerPoints: 500,
      refereePoints: 200,
      pending: 0,
      qualified: 0,
      rewarded: 0,
      rejected: 0,
    })
    const { code, url } = first?.body ?? {}
    expect((await shop.api.get(`/v1/loyalty/balance?customerId=${customerId}`)).body.referral).toEqual({ code, url })
    expect(code).not.toBe(shop.code)
    await shop.attribute()
    await shop.attribute({ customerId: shop.ada })
    expect((await shop.api.post(CODE, { customerId: shop.ada })).body).toMatchObject({ pending: 1, rejected: 1 })
  })

  it('rejects unknown customers, visitors and inactive programs', async () => {
    const shop = await openReferralShop()
    const attribution = { code: shop.code, email: 'grace@example.com' }
    expect(errorOf(await shop.api.post(CODE, { customerId: 'cus_00000000000000000000000000' }))).toEqual([
      404,
      'not_found',
    ])
    expect((await shop.storefront.post(CODE, { customerId: shop.ada })).status).toBe(401)
    expect((await shop.storefront.post(ATTRIBUTION, attribution)).status).toBe(401)
    for (const program of [{ referral: { ...REFERRAL, active: false } }, { active: false, referral: REFERRAL }]) {
      await createProgram(shop, program)
      expect(errorOf(await shop.api.post(CODE, { customerId: shop.ada }))).toEqual([409, 'conflict'])
      expect(errorOf(await shop.api.post(ATTRIBUTION, attribution))).toEqual([409, 'conflict'])
      expect((await shop.api.get(`/v1/loyalty/balance?customerId=${shop.ada}`)).body.referral).toBeNull()
    }
  })
})

describe('POST /v1/loyalty/referral/attribution', () => {
  it('creates a pending referral once: the same code returns it, another one is rejected with its state', async () => {
    const shop = await openReferralShop()
    const referral = await shop.attribute()
    expect(referral).toEqual({
      id: expect.stringMatching(/^rfl_/),
      code: shop.code,
      referrerId: shop.ada,
      refereeId: expect.stringMatching(/^cus_/),
      status: 'pending',
      reason: null,
      orderId: null,
      referrerPoints: 500,
      refereePoints: 200,
      qualifiedAt: null,
      rewardAt: null,
      rewardedAt: null,
      createdAt: expect.any(String),
    })
    expect(await shop.attribute({ code: ` ${shop.code.toLowerCase()} `, customerId: referral.refereeId })).toEqual(
      referral,
    )
    expect(await shop.attribute({ email: 'GRACE@example.com' })).toEqual(referral)
    const other = (await shop.api.post(CODE, { customerId: await addCustomer(shop) })).body
    const rejected = await shop.api.post(ATTRIBUTION, { code: other.code, email: 'grace@example.com' })
    expect([rejected.status, rejected.body.error]).toMatchObject([
      409,
      { code: 'conflict', referralId: referral.id, status: 'pending', reason: null },
    ])
    expect(await shop.events()).toEqual(['referral.created'])
    expect((await shop.buy()).customerId).toBe(referral.refereeId)
  })

  it('rejects unknown codes, customers and orders, and orders of others', async () => {
    const shop = await openReferralShop()
    const other = await importJugs(shop.api, { email: 'other@example.com' })
    const attribute = (input: object) => shop.api.post(ATTRIBUTION, { code: shop.code, ...input })
    const email = 'grace@example.com'
    expect(errorOf(await attribute({ code: 'WRONG', email }))).toEqual([404, 'not_found'])
    expect(errorOf(await attribute({ customerId: 'cus_00000000000000000000000000' }))).toEqual([404, 'not_found'])
    expect(errorOf(await attribute({ email, orderId: 'ord_00000000000000000000000000' }))).toEqual([404, 'not_found'])
    const foreign = await attribute({ email, orderId: other.id })
    expect([foreign.status, foreign.body.error.details[0].path]).toEqual([400, '/orderId'])
    expect(errorOf(await attribute({}))).toEqual([400, 'invalid_request'])
    expect(errorOf(await attribute({ email, customerId: shop.ada }))).toEqual([400, 'invalid_request'])
    expect((await shop.api.get('/v1/loyalty/referrals')).body.data).toEqual([])
    // Nothing was left behind: not even the customer.
    expect((await shop.api.get(`/v1/customers?email=${email}`)).body.data).toEqual([])
  })

  it('lets one of two codes win, however many calls run at once', async () => {
    const shop = await openReferralShop()
    const other = (await shop.api.post(CODE, { customerId: await addCustomer(shop) })).body
    const codes = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? shop.code : other.code))
    const responses = await Promise.all(
      codes.map((code) => shop.api.post(ATTRIBUTION, { code, email: 'grace@example.com' })),
    )
    const winners = responses.filter(({ status }) => status === 201)
    expect([winners.length, responses.filter(({ status }) => status === 409).length]).toEqual([5, 5])
    expect(new Set(winners.map(({ body }) => body.id)).size).toBe(1)
    expect(await shop.events()).toEqual(['referral.created'])
  })

  it('counts an order that the shop names, and no other that came before', async () => {
    const shop = await openReferralShop()
    const [named, unnamed] = [await shop.buy(), await shop.buy({ email: 'alan@example.com' })]
    expect(await shop.attribute({ customerId: named.customerId, orderId: named.id })).toMatchObject({
      status: 'qualified',
      orderId: named.id,
    })
    expect(await shop.attribute({ email: 'alan@example.com' })).toMatchObject({
      status: 'rejected',
      reason: 'not_first_order',
      orderId: unnamed.id,
    })
    const [first, second] = [
      await shop.buy({ email: 'mary@example.com' }),
      await shop.buy({ email: 'mary@example.com' }),
    ]
    expect(await shop.attribute({ email: 'mary@example.com', orderId: second.id })).toMatchObject({
      status: 'rejected',
      reason: 'not_first_order',
      orderId: first.id,
    })
  })

  it('misses no order that is paid at the same time', async () => {
    const shop = await openReferralShop()
    for (let round = 0; round < 5; round++) {
      const email = `buyer${round}@example.com`
      await addCustomer(shop, { emails: [{ address: email }] })
      const [referral] = await Promise.all([shop.attribute({ email }), shop.buy({ email })])
      // The order came first and was not named, or it came later and counts.
      expect((await shop.get(referral.id)).status).not.toBe('pending')
    }
  })
})

describe('a referral is rejected', () => {
  it('as a self-referral by customer, mailbox or verified phone', async () => {
    const shop = await openReferralShop()
    expect(await shop.attribute({ customerId: shop.ada })).toMatchObject({
      status: 'rejected',
      reason: 'self_referral',
    })
    expect(await shop.attribute({ email: 'Ada+shop@example.com' })).toMatchObject({ reason: 'self_referral' })
    const sharing = await addCustomer(shop, { phones: [{ number: '+431111111' }] })
    expect(await shop.attribute({ customerId: sharing })).toMatchObject({ reason: 'self_referral' })
    const gmail = await addCustomer(shop, { emails: [{ address: 'a.lovelace@gmail.com' }] })
    const { code } = (await shop.api.post(CODE, { customerId: gmail })).body
    expect(await shop.attribute({ code, email: 'alove.lace+2@googlemail.com' })).toMatchObject({
      reason: 'self_referral',
    })
    expect(await shop.events()).toEqual(
      Array.from({ length: 4 }, () => ['referral.created', 'referral.rejected']).flat(),
    )
  })

  it('for the same address, saved or of an earlier order', async () => {
    const shop = await openReferralShop()
    await shop.buy({ email: 'ada@example.com', line1: 'Gasse 3', paymentMethod: 'pm_card_visa' })
    for (const [email, line1] of [
      ['grace@example.com', 'STEPHANSPLATZ, 1'],
      ['alan@example.com', 'Gasse 3'],
    ] as const) {
      const { id } = await shop.attribute({ email })
      const order = await shop.buy({ email, line1 })
      expect(await shop.get(id)).toMatchObject({ status: 'rejected', reason: 'same_address', orderId: order.id })
    }
  })

  it('for the same card, which no response shows', async () => {
    const shop = await openReferralShop()
    const own = await shop.buy({ email: 'ada@example.com', paymentMethod: 'pm_card_visa', line1: 'Gasse 3' })
    const { id } = await shop.attribute()
    await shop.buy({ paymentMethod: 'pm_card_visa' })
    expect(await shop.get(id)).toMatchObject({ status: 'rejected', reason: 'same_payment_method' })
    expect(JSON.stringify(await getOrder(shop, own.id))).not.toMatch(/fingerprint|test_4242/)
  })

  it('if another order turns out to be the first', async () => {
    const shop = await openReferralShop()
    const { id } = await shop.attribute()
    const payments = [{ kind: 'external', amount: eur(3000), status: 'paid' }]
    const imported = await importJugs(shop.api, { payments })
    await shop.buy()
    expect(await shop.get(id)).toMatchObject({ reason: 'not_first_order', orderId: imported.id })
  })

  it('below the minimum, or in a currency that has none', async () => {
    const shop = await openReferralShop({ minOrderAmount: [eur(5000)] })
    const [small, large] = [await shop.attribute(), await shop.attribute({ email: 'alan@example.com' })]
    await shop.buy()
    await shop.buy({ email: 'alan@example.com', quantity: 2 })
    expect(await shop.get(small.id)).toMatchObject({ status: 'rejected', reason: 'below_minimum' })
    expect(await shop.get(large.id)).toMatchObject({ status: 'qualified', reason: null })
  })
})

it('the first paid order counts, whichever event arrives first or twice', async () => {
  const shop = await openReferralShop()
  const { id } = await shop.attribute()
  const first = await shop.buy()
  await shop.buy()
  await Promise.all([1, 2].map(() => qualifyBuyer(systemCtx(shop), first.id)))
  expect(await shop.get(id)).toMatchObject({ status: 'qualified', orderId: first.id })
  expect(await shop.events()).toEqual(['referral.created', 'referral.qualified'])
})

it('lists filter by status and by either side, page by page, in one environment', async () => {
  const shop = await openReferralShop()
  const [one, two] = [await shop.attribute(), await shop.attribute({ customerId: shop.ada })]
  const list = async (query: string) =>
    (await shop.api.get(`/v1/loyalty/referrals?${query}`)).body.data.map(({ id }: { id: string }) => id)
  expect(await list('')).toEqual([two.id, one.id])
  expect(await list('status=pending')).toEqual([one.id])
  expect(await list(`referrerId=${shop.ada}&status=rejected`)).toEqual([two.id])
  expect(await list(`refereeId=${one.refereeId}`)).toEqual([one.id])
  const page = (await shop.api.get('/v1/loyalty/referrals?limit=1')).body
  expect(await list(`limit=1&cursor=${page.nextCursor}`)).toEqual([one.id])
  expect((await shop.api.get('/v1/loyalty/referrals/rfl_00000000000000000000000000')).status).toBe(404)

  expect((await shop.sandbox.get('/v1/loyalty/referrals')).body.data).toEqual([])
  expect((await shop.sandbox.get(`/v1/loyalty/referrals/${one.id}`)).status).toBe(404)
  await createProgram({ api: shop.sandbox }, { referral: REFERRAL })
  const attribution = { code: shop.code, email: 'grace@example.com' }
  expect(errorOf(await shop.sandbox.post(ATTRIBUTION, attribution))).toEqual([404, 'not_found'])
})

it('the program rejects links without a code and impossible minimums, with their path', async () => {
  const shop = await openReferralShop()
  const put = async (referral: object) => {
    const program = { name: 'Acorns', active: true, pointValues: [], referral: { ...REFERRAL, ...referral } }
    const { status, body } = await shop.api.send('PUT', '/v1/loyalty/program', program)
    return [status, body.error?.details?.map(({ path }: { path: string }) => path)]
  }
  expect(await put({ url: 'https://shop.example.com/' })).toEqual([400, ['/referral/url']])
  expect(await put({ url: 'https://{code' })).toEqual([400, ['/referral/url']])
  expect(await put({ url: 'ftp://shop.example.com/{code}' })).toEqual([400, ['/referral/url']])
  expect(await put({ minOrderAmount: [eur(1), eur(2)] })).toEqual([400, ['/referral/minOrderAmount/1/currency']])
  expect(await put({ url: null, minOrderAmount: [eur(1)] })).toEqual([200, undefined])
  expect((await shop.api.post(CODE, { customerId: shop.ada })).body).toMatchObject({ code: shop.code, url: null })
})
