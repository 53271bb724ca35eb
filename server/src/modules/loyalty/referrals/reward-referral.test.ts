import { describe, expect, it } from 'vitest'
import { finishJobs } from '../../../../test/finish-jobs.ts'
import { systemCtx } from '../../../../test/placed-order.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { expectLotsToMatch, grantPoints, listPointEntries } from '../../../../test/sample-points.ts'
import { eur } from '../../../../test/sample-products.ts'
import { openReferralShop } from '../../../../test/sample-referrals.ts'
import { qualifyBuyer } from './qualify-referral.ts'
import { rejectRefundedReferral, rewardReferral } from './reward-referral.ts'

type Shop = Awaited<ReturnType<typeof openReferralShop>>

/** Grace’s referral, with its points given. */
async function reward(shop: Shop) {
  const { id, refereeId } = await shop.attribute()
  const order = await shop.buy()
  await shop.passDays(15)
  expect((await shop.get(id)).status).toBe('rewarded')
  return { id, refereeId, order, all: { items: [{ itemId: order.items[0].id, quantity: 1 }], shipping: eur(490) } }
}

describe('a qualified referral', () => {
  it('is rewarded once after the return window, with the server’s own worker', async () => {
    const shop = await openReferralShop({}, { pendingDays: 14, expiresAfterDays: 30 })
    await shop.server.startWorker()
    const { id, refereeId } = await shop.attribute()
    const order = await shop.buy()
    await expect.poll(async () => (await shop.get(id)).status).toBe('qualified')
    const qualified = await shop.get(id)
    expect(Date.parse(qualified.rewardAt) - Date.parse(qualified.qualifiedAt)).toBe(14 * 86_400_000)
    await shop.passDays(13)
    expect(await shop.balance(shop.ada)).toBe(0)
    // Several processes.
    await Promise.all([1, 2, 3].map(() => shop.passDays(15)))
    expect(await shop.get(id)).toMatchObject({ status: 'rewarded', orderId: order.id, rewardedAt: expect.any(String) })
    expect(await listPointEntries(shop, shop.ada)).toEqual([['referral_rewarded', 500, 500]])
    expect(await listPointEntries(shop, refereeId)).toEqual([['referral_rewarded', 200, 200]])
    const { data } = (await shop.api.get(`/v1/loyalty/accounts/${shop.ada}/entries`)).body
    expect(data).toMatchObject([{ referralId: id, orderId: null }])
    const balance = (await shop.api.get(`/v1/loyalty/balance?customerId=${shop.ada}`)).body
    expect(balance).toMatchObject({ available: 500, lifetime: 500, expiring: [{ points: 500 }] })
    expect(await shop.events()).toEqual(['referral.created', 'referral.qualified', 'referral.rewarded'])
    const [event] = (await shop.api.get('/v1/events?type=referral.rewarded')).body.data
    expect(event.data).toEqual({
      referralId: id,
      referrerId: shop.ada,
      refereeId,
      referrerPoints: 500,
      refereePoints: 200,
    })
    const timeline = (await shop.api.get(`/v1/orders/${order.id}/timeline`)).body.data
    expect(timeline.map(({ type }: { type: string }) => type)).not.toContain('referral.qualified')
    await expectLotsToMatch(shop)
  })

  it('keeps what was promised when the program changes, and gives nothing for 0 points', async () => {
    const shop = await openReferralShop({ refereePoints: 0 })
    const { id, refereeId } = await shop.attribute()
    const program = { name: 'Acorns', active: false, pointValues: [] }
    expect((await shop.api.send('PUT', '/v1/loyalty/program', program)).status).toBe(200)
    await shop.buy()
    await shop.passDays(15)
    expect(await shop.get(id)).toMatchObject({ status: 'rewarded', referrerPoints: 500, refereePoints: 0 })
    expect([await shop.balance(shop.ada), await shop.balance(refereeId)]).toEqual([500, 0])
  })

  it('is rejected by a full refund or a cancellation, whoever notices it first', async () => {
    const shop = await openReferralShop()
    const referrals = []
    for (const email of ['grace@example.com', 'alan@example.com']) {
      referrals.push({ id: (await shop.attribute({ email })).id, order: await shop.buy({ email }) })
    }
    const [refunded, canceled] = referrals
    await shop.refund(refunded?.order.id, { amount: eur(2989) })
    expect(await shop.get(refunded?.id)).toMatchObject({ status: 'rejected', reason: 'refunded', rewardedAt: null })
    expect((await shop.api.post(`/v1/orders/${canceled?.order.id}/cancellation`, {})).status).toBe(200)
    await Promise.all([shop.passDays(15), rejectRefundedReferral(systemCtx(shop), canceled?.order.id)])
    expect(await shop.get(canceled?.id)).toMatchObject({ status: 'rejected', reason: 'refunded' })
    expect(await shop.balance(shop.ada)).toBe(0)
    expect((await shop.events()).filter((type: string) => type === 'referral.rejected')).toHaveLength(2)
  })

  it('survives a partial refund, unless less than the minimum is left', async () => {
    const shop = await openReferralShop({ minOrderAmount: [eur(2000)] })
    const { id } = await shop.attribute()
    const order = await shop.buy()
    await shop.refund(order.id, { amount: eur(900) })
    expect((await shop.get(id)).status).toBe('qualified')
    await shop.refund(order.id, { amount: eur(90) })
    expect(await shop.get(id)).toMatchObject({ status: 'rejected', reason: 'refunded' })
  })

  it('is refunded before it is noticed that it was paid', async () => {
    const shop = await openReferralShop()
    const order = await shop.buy()
    await shop.refund(order.id, { amount: eur(2989) })
    const referral = await shop.attribute({ customerId: order.customerId, orderId: order.id })
    expect(referral).toMatchObject({ status: 'rejected', reason: 'refunded' })
  })
})

describe('a refund after the reward', () => {
  it('takes the points of both back, once, even if they were spent', async () => {
    const shop = await openReferralShop()
    const { id, refereeId, order, all } = await reward(shop)
    await grantPoints(shop, shop.ada, -400)
    await shop.refund(order.id, all)
    // The events are delivered again, also at the same time.
    await Promise.all([1, 2].map(() => rejectRefundedReferral(systemCtx(shop), order.id)))
    await qualifyBuyer(systemCtx(shop), order.id)
    await rewardReferral(systemCtx(shop), id)
    expect(await shop.get(id)).toMatchObject({ status: 'rejected', reason: 'refunded', rewardedAt: expect.any(String) })
    expect([await shop.balance(shop.ada), await shop.balance(refereeId)]).toEqual([-400, 0])
    expect(await listPointEntries(shop, shop.ada)).toEqual([
      ['referral_rewarded', 500, 500],
      ['adjusted', -400, 100],
      ['clawed_back', -500, -400],
    ])
    expect(await shop.events()).toEqual([
      'referral.created',
      'referral.qualified',
      'referral.rewarded',
      'referral.rejected',
    ])
    await expectLotsToMatch(shop)
    // A second order does not revive it.
    await shop.buy()
    await shop.passDays(30)
    expect((await shop.get(id)).status).toBe('rejected')
  })

  it('races with the reward: no points are left', async () => {
    const shop = await openReferralShop()
    const { id, refereeId } = await shop.attribute()
    const order = await shop.buy()
    const [refunded] = await Promise.all([
      shop.api.post(`/v1/orders/${order.id}/refunds`, { amount: eur(2989) }),
      shop.passDays(15),
      shop.passDays(15),
    ])
    expect(refunded.status).toBe(201)
    await rejectRefundedReferral(systemCtx(shop), order.id)
    expect(await shop.get(id)).toMatchObject({ status: 'rejected', reason: 'refunded' })
    expect([await shop.balance(shop.ada), await shop.balance(refereeId)]).toEqual([0, 0])
    await expectLotsToMatch(shop)
  })
})

describe('merged customers', () => {
  it('keep referrals, codes and points, and a reversal gives them back', async () => {
    const shop = await openReferralShop()
    const { id, order, all } = await reward(shop)
    const to = await addCustomer(shop)
    const own = (await shop.api.post('/v1/loyalty/referral', { customerId: to })).body.code
    const { body: merge } = await shop.api.post(`/v1/customers/${to}/merge`, { customerId: shop.ada })
    expect((await shop.get(id)).referrerId).toBe(to)
    expect((await shop.api.post('/v1/loyalty/referral', { customerId: to })).body).toMatchObject({
      code: own,
      rewarded: 1,
    })
    // The code of the merged customer was shared already.
    expect(await shop.attribute({ email: 'alan@example.com' })).toMatchObject({ referrerId: to, status: 'pending' })
    expect((await shop.api.post(`/v1/customers/merges/${merge.id}/reversal`)).status).toBe(200)
    expect((await shop.get(id)).referrerId).toBe(shop.ada)
    expect((await shop.api.post('/v1/loyalty/referral', { customerId: shop.ada })).body.code).toBe(shop.code)
    expect((await shop.api.post('/v1/loyalty/referral', { customerId: to })).body.code).toBe(own)
    await shop.refund(order.id, all)
    expect([await shop.balance(shop.ada), await shop.balance(to)]).toEqual([0, 0])
    await expectLotsToMatch(shop)
  })

  it('who referred each other are one person', async () => {
    const shop = await openReferralShop()
    const { id, refereeId } = await shop.attribute()
    await shop.buy()
    expect((await shop.api.post(`/v1/customers/${shop.ada}/merge`, { customerId: refereeId })).status).toBe(201)
    await shop.passDays(15)
    expect(await shop.get(id)).toMatchObject({ status: 'rejected', reason: 'self_referral' })
    expect(await shop.balance(shop.ada)).toBe(0)
  })
})

it('an erased referrer gets nothing and leaves no code; the referee keeps the promise', async () => {
  const shop = await openReferralShop()
  const own = await shop.buy({ email: 'ada@example.com', paymentMethod: 'pm_card_visa', line1: 'Gasse 3' })
  await shop.api.post(`/v1/orders/${own.id}/fulfillments`, {})
  const { id, refereeId } = await shop.attribute()
  const open = await shop.attribute({ email: 'alan@example.com' })
  await shop.buy()
  const listCards = async () => {
    const { rows } = await shop.server.db.pool.query(
      `select fingerprint, payment ->> 'fingerprint' as checkout_fingerprint
       from order_payments join checkouts using (environment_id, order_id) where order_id = $1`,
      [own.id],
    )
    return rows
  }
  expect(await listCards()).toEqual([{ fingerprint: 'test_4242', checkout_fingerprint: 'test_4242' }])
  for (const customerId of [shop.ada, open.refereeId]) {
    expect((await shop.api.post(`/v1/customers/${customerId}/erasure`)).status).toBe(202)
  }
  const attribution = { code: shop.code, email: 'mary@example.com' }
  expect((await shop.api.post('/v1/loyalty/referral/attribution', attribution)).status).toBe(404)
  await shop.server.startWorker()
  await finishJobs(shop.server)
  await shop.passDays(15)
  expect(await shop.get(id)).toMatchObject({ status: 'rewarded', code: null, referrerId: shop.ada })
  expect((await shop.api.get(`/v1/loyalty/referrals/${open.id}`)).status).toBe(404)
  expect(await shop.balance(refereeId)).toBe(200)
  expect((await shop.api.get(`/v1/loyalty/accounts/${shop.ada}`)).status).toBe(404)
  const [event] = (await shop.api.get('/v1/events?type=referral.rewarded')).body.data
  expect(event.data).toMatchObject({ referrerPoints: 0, refereePoints: 200 })
  const { rows } = await shop.server.db.pool.query('select from referral_codes where environment_id = $1', [
    shop.live.environmentId,
  ])
  expect(rows).toEqual([])
  expect(await listCards()).toEqual([{ fingerprint: null, checkout_fingerprint: null }])
})
