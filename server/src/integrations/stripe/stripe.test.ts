import { describe, expect, it } from 'vitest'
import { STRIPE_KEY } from '../../../test/stripe/keys.ts'
import { openStripe } from '../../../test/stripe-server.ts'
import type { NewPayment } from '../../ports/payments.ts'
import { stripePayments } from './stripe.ts'

const ORDER: NewPayment = {
  reference: 'chk_1',
  amount: 2989,
  currency: 'EUR',
  capture: 'now',
  description: 'Order',
  isInBrowser: false,
}
const attempt = (key: string, method = 'pm_card_visa') => ({ method, key, returnUrl: null })

async function openWith(changes: Partial<NewPayment> = {}, options: { timeoutMs?: number } = {}) {
  const stripe = await openStripe()
  const payments = stripePayments({ secretKey: STRIPE_KEY, apiBase: stripe.url, ...options })
  const order = { ...ORDER, ...changes }
  const { ref } = await payments.open(order)
  return { stripe, payments, order, payment: { ...order, ref } }
}

describe('payments through Stripe', () => {
  it('are opened once by their reference, and tried once by their key', async () => {
    const { stripe, payments, order, payment } = await openWith()
    expect(await payments.open(order)).toEqual({ ref: payment.ref })
    const states = [await payments.confirm(payment, attempt('a')), await payments.confirm(payment, attempt('a'))]
    expect(states).toMatchObject([
      { status: 'paid', amount: 2989 },
      { status: 'paid', amount: 2989 },
    ])
    // With another key it is another attempt, at what is paid already.
    expect(await payments.confirm(payment, attempt('b'))).toMatchObject({ status: 'paid', amount: 2989 })
    expect([stripe.intents.size, stripe.charges]).toEqual([1, ['pi_1']])
  })

  it('survive a connection that breaks: what was asked is asked again with the same key', async () => {
    const { stripe, payments, payment } = await openWith()
    stripe.fail('confirm', 'cut')
    expect(await payments.confirm(payment, attempt('a'))).toMatchObject({ status: 'paid' })
    expect([stripe.charges, stripe.deeds]).toEqual([['pi_1'], ['create', 'confirm', 'confirm']])
  })

  it('are captured once though the answer is lost, whole or in part', async () => {
    const { stripe, payments, payment } = await openWith({ capture: 'later' }, { timeoutMs: 500 })
    expect(await payments.confirm(payment, attempt('a'))).toMatchObject({ status: 'authorized', amount: 2989 })
    stripe.fail('capture', 'lost')
    await expect(payments.capture(payment, 1000, 'one')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await payments.read(payment)).toMatchObject({ status: 'paid', amount: 1000 })
    expect(await payments.capture(payment, 1000, 'one')).toMatchObject({ status: 'paid', amount: 1000 })
    expect(await payments.capture(payment, 1989, 'two')).toMatchObject({ status: 'paid', amount: 1000 })
    expect(await payments.cancel(payment)).toMatchObject({ status: 'paid', amount: 1000 })
  })

  it('are given back once though the answer is lost, and never more than was paid', async () => {
    const { stripe, payments, payment } = await openWith({}, { timeoutMs: 500 })
    await payments.confirm(payment, attempt('a'))
    expect(await payments.readRefund(payment, 'one')).toBeUndefined()
    stripe.fail('refund', 'lost')
    await expect(payments.refund(payment, 1000, 'one')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await payments.readRefund(payment, 'one')).toEqual({ ref: 're_1', status: 'done' })
    expect(await payments.refund(payment, 1000, 'one')).toEqual({ ref: 're_1', status: 'done' })
    expect(await payments.refund(payment, 1989, 'two')).toEqual({ ref: 're_2', status: 'done' })
    expect(await payments.refund(payment, 1, 'three')).toMatchObject({ status: 'failed' })
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1000, 1989])
  })

  it('are canceled once, and can’t be paid from then on', async () => {
    const { stripe, payments, payment } = await openWith()
    expect(await payments.cancel(payment)).toMatchObject({ status: 'canceled' })
    expect(await payments.cancel(payment)).toMatchObject({ status: 'canceled' })
    expect(await payments.confirm(payment, attempt('a'))).toMatchObject({ status: 'canceled' })
    expect(stripe.charges).toEqual([])
  })

  it('of amounts or currencies that Stripe does not take are refused with words', async () => {
    const { stripe, payments } = await openWith()
    const tooLittle = payments.open({ ...ORDER, reference: 'chk_2', amount: 30 })
    await expect(tooLittle).rejects.toMatchObject({ code: 'payment_declined', message: /at least €0.50/ })
    const notRound = payments.open({ ...ORDER, reference: 'chk_3', amount: 12_345, currency: 'KWD' })
    await expect(notRound).rejects.toMatchObject({ code: 'payment_declined', message: /in steps of 0.010/ })
    expect(stripe.intents.size).toBe(1)
    const { ref } = await payments.open({ ...ORDER, reference: 'chk_4', amount: 2989, currency: 'ISK' })
    expect(stripe.intents.get(ref)).toMatchObject({ amount: 298_900, currency: 'isk' })
    const paid = await payments.confirm({ ...ORDER, currency: 'ISK', ref }, attempt('a'))
    expect(paid).toMatchObject({ status: 'paid', amount: 2989 })
  })

  it('with a key that Stripe does not know are not available, and say so when they are asked', async () => {
    const stripe = await openStripe()
    const payments = stripePayments({ secretKey: 'sk_test_of_somebody_else', apiBase: stripe.url })
    expect(await payments.identify()).toBeUndefined()
    await expect(payments.open(ORDER)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
