import { describe, expect, it } from 'vitest'
import { STRIPE_KEY } from '../../../test/stripe/keys.ts'
import { openStripe } from '../../../test/stripe-server.ts'
import type { NewPayment } from '../../ports/payment-provider.ts'
import { stripePayments } from './stripe.ts'

const ORDER: NewPayment = {
  checkoutId: 'chk_1',
  amount: 2989,
  currency: 'EUR',
  captureMethod: 'automatic',
  description: 'Order',
  isInBrowser: false,
  email: null,
  shipping: null,
}
const attempt = (key: string, method = 'pm_card_visa') => ({ method, key, returnUrl: null })

async function openWith(changes: Partial<NewPayment> = {}) {
  const stripe = await openStripe()
  const payments = stripePayments({
    secretKey: STRIPE_KEY,
    apiBase: stripe.url,
    timeout: stripe.timeout,
  })
  const order = { ...ORDER, ...changes }
  const { ref } = await payments.open(order)
  return { stripe, payments, order, payment: { ...order, ref } }
}

describe('stripePayments', () => {
  it('opens a payment once per reference, and attempts it once per key', async () => {
    const { stripe, payments, order, payment } = await openWith()
    expect(await payments.open(order)).toEqual({ ref: payment.ref })
    const states = [await payments.confirm(payment, attempt('a')), await payments.confirm(payment, attempt('a'))]
    expect(states).toMatchObject([
      { status: 'paid', amount: 2989 },
      { status: 'paid', amount: 2989 },
    ])
    // Another key is another attempt, at a payment that is paid already.
    expect(await payments.confirm(payment, attempt('b'))).toMatchObject({ status: 'paid', amount: 2989 })
    expect([stripe.intents.size, stripe.charges]).toEqual([1, ['pi_1']])
  })

  it('survives a broken connection: the retry uses the same key', async () => {
    const { stripe, payments, payment } = await openWith()
    stripe.fail('confirm', 'cut')
    expect(await payments.confirm(payment, attempt('a'))).toMatchObject({ status: 'paid' })
    expect([stripe.charges, stripe.operations]).toEqual([['pi_1'], ['create', 'confirm', 'confirm']])
  })

  it('captures once when the response is lost, in full or in part', async () => {
    const { stripe, payments, payment } = await openWith({ captureMethod: 'manual' })
    expect(await payments.confirm(payment, attempt('a'))).toMatchObject({ status: 'authorized', amount: 2989 })
    stripe.fail('capture', 'lost')
    await expect(payments.capture(payment, 1000, 'one')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await payments.getState(payment)).toMatchObject({ status: 'paid', amount: 1000 })
    expect(await payments.capture(payment, 1000, 'one')).toMatchObject({ status: 'paid', amount: 1000 })
    expect(await payments.capture(payment, 1989, 'two')).toMatchObject({ status: 'paid', amount: 1000 })
    expect(await payments.cancel(payment)).toMatchObject({ status: 'paid', amount: 1000 })
  })

  it('refunds once when the response is lost, and never more than was paid', async () => {
    const { stripe, payments, payment } = await openWith()
    await payments.confirm(payment, attempt('a'))
    expect(await payments.findRefund(payment, 'one')).toBeUndefined()
    stripe.fail('refund', 'lost')
    await expect(payments.refund(payment, 1000, 'one')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await payments.findRefund(payment, 'one')).toMatchObject({ ref: 're_1', status: 'done' })
    expect(await payments.refund(payment, 1000, 'one')).toMatchObject({ ref: 're_1', status: 'done' })
    expect(await payments.refund(payment, 1989, 'two')).toEqual({ ref: 're_2', status: 'done' })
    expect(await payments.refund(payment, 1, 'three')).toMatchObject({ status: 'failed' })
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1000, 1989])
  })

  it('cancels once, and the payment can’t be paid from then on', async () => {
    const { stripe, payments, payment } = await openWith()
    expect(await payments.cancel(payment)).toMatchObject({ status: 'canceled' })
    expect(await payments.cancel(payment)).toMatchObject({ status: 'canceled' })
    expect(await payments.confirm(payment, attempt('a'))).toMatchObject({ status: 'canceled' })
    expect(stripe.charges).toEqual([])
  })

  it('rejects amounts or currencies that Stripe does not support, with a reason', async () => {
    const { stripe, payments } = await openWith()
    const tooLittle = payments.open({ ...ORDER, checkoutId: 'chk_2', amount: 30 })
    await expect(tooLittle).rejects.toMatchObject({
      code: 'payment_declined',
      message: expect.stringMatching(/at least €0.50/),
    })
    const notRound = payments.open({ ...ORDER, checkoutId: 'chk_3', amount: 12_345, currency: 'KWD' })
    await expect(notRound).rejects.toMatchObject({
      code: 'payment_declined',
      message: expect.stringMatching(/in steps of 0.010/),
    })
    expect(stripe.intents.size).toBe(1)
    const { ref } = await payments.open({ ...ORDER, checkoutId: 'chk_4', amount: 2989, currency: 'ISK' })
    expect(stripe.intents.get(ref)).toMatchObject({ amount: 298_900, currency: 'isk' })
    const paid = await payments.confirm({ ...ORDER, currency: 'ISK', ref }, attempt('a'))
    expect(paid).toMatchObject({ status: 'paid', amount: 2989 })
  })

  it('is unavailable with an unknown key, and identify reports it', async () => {
    const stripe = await openStripe()
    const payments = stripePayments({ secretKey: 'sk_test_of_somebody_else', apiBase: stripe.url })
    expect(await payments.identify()).toBeUndefined()
    await expect(payments.open(ORDER)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('buyer details at Stripe', () => {
  const shipping = {
    name: 'Ada Lovelace',
    phone: '+43 1 234567',
    line1: 'Stephansplatz 1',
    line2: null,
    city: 'Wien',
    region: null,
    postalCode: '1010',
    country: 'AT',
  }

  it('are the email for the receipt and the shipping address', async () => {
    const { stripe, payment } = await openWith({ email: 'ada@example.com', shipping })
    expect(stripe.intents.get(payment.ref)).toMatchObject({
      receipt_email: 'ada@example.com',
      shipping: {
        'shipping[name]': 'Ada Lovelace',
        'shipping[phone]': '+43 1 234567',
        'shipping[address][line1]': 'Stephansplatz 1',
        'shipping[address][city]': 'Wien',
        'shipping[address][postal_code]': '1010',
        'shipping[address][country]': 'AT',
      },
    })
  })

  it('cost no sale when Stripe rejects them', async () => {
    const { stripe, payments, payment } = await openWith({ email: 'ada@unknown.example', shipping })
    expect(stripe.intents.get(payment.ref)).toMatchObject({ receipt_email: null, shipping: null })
    expect(await payments.confirm(payment, attempt('a'))).toMatchObject({ status: 'paid' })
  })
})

describe('refunds and disputes at Stripe', () => {
  it.each([
    ['EUR', 2989, 1000, 1000],
    ['ISK', 5000, 100_000, 1000],
    ['MGA', 500_000, 20, 2000],
    ['JPY', 5000, 1000, 1000],
    ['KWD', 12_340, 1230, 1230],
  ])('are listed in the smallest unit of %s, by anyone', async (currency, amount, stripeAmount, expectedAmount) => {
    const { stripe, payments, payment } = await openWith({ currency, amount })
    await payments.confirm(payment, attempt('a'))
    stripe.refund(payment.ref, stripeAmount)
    expect(await payments.refund(payment, expectedAmount, 'rf_1')).toMatchObject({ status: 'done' })
    Object.assign(stripe.refunds[0] as object, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    const lost = { id: 'dp_1', object: 'dispute', payment_intent: payment.ref, status: 'lost' } as const
    stripe.disputes.push({ ...lost, amount: stripeAmount, currency: currency.toLowerCase() })
    expect(await payments.listRefunds(payment)).toEqual([
      { ref: 're_1', status: 'failed', amount: expectedAmount, key: null, failure: 'Stripe: expired or canceled card' },
      { ref: 're_2', status: 'done', amount: expectedAmount, key: 'rf_1' },
    ])
    expect(await payments.listDisputes(payment)).toEqual([
      { id: 'dp_1', status: 'lost', amount: { amount: expectedAmount, currency } },
    ])
    expect(await payments.getRefundableAmount(payment)).toBe(amount - expectedAmount)
  })

  it('exclude what a partial capture released', async () => {
    const { stripe, payments, payment } = await openWith({ amount: 10_000, captureMethod: 'manual' })
    await payments.confirm(payment, attempt('a'))
    await payments.capture(payment, 6000, 'one')
    expect(stripe.refunds).toMatchObject([{ amount: 4000 }])
    expect([await payments.listRefunds(payment), await payments.getRefundableAmount(payment)]).toEqual([[], 6000])
    stripe.refund(payment.ref, 4000)
    expect(await payments.listRefunds(payment)).toMatchObject([{ ref: 're_2', amount: 4000 }])
    expect(await payments.getRefundableAmount(payment)).toBe(2000)
  })
})
