import { expect, it, vi } from 'vitest'
import { orderNews, readOrder } from '../../../test/bought-order.ts'
import { eur } from '../../../test/sample-products.ts'
import { openStripeShop, payByCard, type StripeShop } from '../../../test/stripe-shop.ts'
import { lookAfterMoney } from './money-jobs.ts'

async function reserve(shop: StripeShop): Promise<{ id: string; ref: string }> {
  const { body } = await payByCard(shop, 'pm_card_visa', { capture: 'later' })
  return { id: body.order.id, ref: body.payment.intentId }
}

it('an order says what was captured or given up at Stripe itself, once Stripe tells', async () => {
  const shop = await openStripeShop()
  await shop.server.startWorker()
  const [taken, given, untrue] = [await reserve(shop), await reserve(shop), await reserve(shop)]
  shop.stripe.capture(taken.ref, 1000)
  Object.assign(shop.stripe.intents.get(given.ref) as object, { status: 'canceled', amount_capturable: 0 })
  for (const [type, { ref }] of [
    ['payment_intent.canceled', untrue],
    ['payment_intent.succeeded', taken],
    ['payment_intent.succeeded', taken],
    ['payment_intent.canceled', given],
  ] as const) {
    expect(await shop.webhook(shop.stripe.event(type, { id: ref }))).toBe(200)
  }
  const states = async () =>
    Promise.all([taken, given, untrue].map(async ({ id }) => (await readOrder(shop, id)).paymentStatus))
  const wanted = ['partially_paid', 'voided', 'authorized']
  await vi.waitFor(async () => expect(await states()).toEqual(wanted), { timeout: 15_000, interval: 50 })
  expect((await readOrder(shop, taken.id)).payments).toMatchObject([{ status: 'paid', captured: eur(1000) }])
  expect([await orderNews(shop, taken.id), await orderNews(shop, given.id), await orderNews(shop, untrue.id)]).toEqual([
    ['order.captured'],
    ['order.updated'],
    [],
  ])
})

it('a capture of which nobody knew what became is told when it has failed', async () => {
  const shop = await openStripeShop()
  const { id, ref } = await reserve(shop)
  shop.stripe.fail('capture', 'down')
  shop.stripe.fail('retrieve', 'down')
  expect((await shop.api.post(`/v1/orders/${id}/captures`, {})).status).toBe(503)
  Object.assign(shop.stripe.intents.get(ref) as object, { status: 'canceled', amount_capturable: 0 })
  shop.wait(120_000)
  await lookAfterMoney.run({ ...shop.server.system, now: shop.now() })
  expect([(await readOrder(shop, id)).paymentStatus, await orderNews(shop, id)]).toEqual([
    'voided',
    ['order.capture_failed'],
  ])
})
