import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemRow, OrderRow, PaymentRow } from '../queries.ts'
import {
  manualAmountOf,
  type PriorRefund,
  planFullRefund,
  planRefund,
  type RefundInput,
  tenderMethod,
  type UnavailableFunds,
} from './plan-refund.ts'

const item = (more: Partial<ItemRow> = {}) =>
  ({ id: 'l1', ordered: 3, current: 3, fulfilled: 0, returned: 0, refunded: 0, total: 1000, ...more }) as ItemRow
const payment = (more: Partial<PaymentRow> = {}) =>
  ({ id: 'card', kind: 'provider', captured: 1490, refunded: 0, details: {}, ...more }) as PaymentRow
const order = (more: Partial<OrderRow> = {}) =>
  ({
    number: 1001,
    currency: 'EUR',
    items: [item()],
    payments: [payment()],
    contents: { shipping: { amount: 400, discount: 0, tax: 90 }, totals: { taxIncluded: false } },
    ...more,
  }) as OrderRow

const NONE: UnavailableFunds = { exchangeCredit: 0, exchangedUnits: new Map(), lostByPayment: new Map() }
const eur = (amount: number) => ({ amount, currency: 'EUR' })
const unitsOf = (quantity: number): RefundInput => ({ items: [{ itemId: 'l1', quantity }] })

/** Applies the plan as the database would. */
function applyRefund(before: OrderRow, input: RefundInput, priorRefunds: PriorRefund[]) {
  const plan = planRefund(before, priorRefunds, input, NONE)
  const items = before.items.map((one) => {
    const { quantity = 0, removed = 0 } = plan.items.find(({ itemId }) => itemId === one.id) ?? {}
    return { ...one, refunded: one.refunded + quantity, current: one.current - removed }
  })
  const payments = before.payments.map((one) => {
    const share = plan.tenders.find(({ paymentId }) => paymentId === one.id)?.amount ?? 0
    return { ...one, refunded: one.refunded + share }
  })
  return {
    plan,
    order: { ...before, items, payments },
    priorRefunds: [...priorRefunds, { ...plan, status: 'completed' as const }],
  }
}

describe('planRefund', () => {
  it.each([
    ['10.00 EUR for 3', 1000, [334, 333, 333]],
    ['100 JPY for 3', 100, [34, 33, 33]],
    ['1.001 KWD for 3', 1001, [334, 334, 333]],
    ['0.02 for 3', 2, [1, 1, 0]],
  ])('splits the total over units to the last minor unit: %s', (_, total, shares) => {
    let state: { order: OrderRow; priorRefunds: PriorRefund[] } = {
      order: order({ items: [item({ total })] }),
      priorRefunds: [],
    }
    const refunds = shares.map(() => {
      const next = applyRefund(state.order, unitsOf(1), state.priorRefunds)
      state = next
      return next.plan.amount
    })
    expect(refunds).toEqual(shares)
    expect(() => planRefund(state.order, state.priorRefunds, unitsOf(1), NONE)).toThrow('only 0 of 1 can be refunded')
  })

  it('adds up to the item total for any sequence of quantities, including failed refunds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), fails: fc.boolean() }), { minLength: 1 }),
        (total, steps) => {
          const good = steps.filter(({ fails }) => !fails)
          const ordered = good.reduce((sum, { quantity }) => sum + quantity, 0) + 5
          const first = order({
            items: [item({ ordered, current: ordered, total })],
            payments: [payment({ captured: total })],
          })
          let state: { order: OrderRow; priorRefunds: PriorRefund[] } = { order: first, priorRefunds: [] }
          for (const { quantity, fails } of [...steps, { quantity: 5, fails: false }]) {
            const next = applyRefund(state.order, unitsOf(quantity), state.priorRefunds)
            state = fails
              ? { order: state.order, priorRefunds: [...state.priorRefunds, { ...next.plan, status: 'failed' }] }
              : next
          }
          expect(state.order.payments[0]?.refunded).toBe(total)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('refunds gift cards before money, and external payments last', () => {
    const payments = [
      payment({ id: 'pay_cash', kind: 'external', captured: 500 }),
      payment({ id: 'pay_card', captured: 700 }),
      payment({ id: 'pay_gift', kind: 'gift_card', captured: 300, refunded: 100 }),
    ]
    const { tenders } = planRefund(order({ payments }), [], { amount: eur(1000) }, NONE)
    expect(tenders.map(({ paymentId, amount }) => [paymentId, amount])).toEqual([
      ['pay_gift', 200],
      ['pay_card', 700],
      ['pay_cash', 100],
    ])
  })

  it('withholds exchange credit from the last payments, so that stored value is restored first', () => {
    const payments = [payment({ captured: 700 }), payment({ id: 'pay_gift', kind: 'gift_card', captured: 300 })]
    const { tenders, refundable } = planFullRefund(order({ payments }), [], { ...NONE, exchangeCredit: 600 })
    expect(refundable).toBe(400)
    expect(tenders.map(({ paymentId, amount }) => [paymentId, amount])).toEqual([
      ['pay_gift', 300],
      ['card', 100],
    ])
    expect(() => planRefund(order({ payments }), [], { amount: eur(401) }, { ...NONE, exchangeCredit: 600 })).toThrow(
      'You can refund at most',
    )
  })

  it('never refunds money lost to a dispute, nor takes it from another payment', () => {
    const payments = [
      payment({ captured: 700, ref: 'pi_1' }),
      payment({ id: 'pay_cash', kind: 'external', captured: 500 }),
    ]
    const losses = { ...NONE, lostByPayment: new Map([['pi_1', 600]]) }
    const { tenders, refundable } = planFullRefund(order({ payments }), [], losses)
    expect([refundable, tenders.map(({ paymentId, amount }) => [paymentId, amount])]).toEqual([
      600,
      [
        ['card', 100],
        ['pay_cash', 500],
      ],
    ])
    // Refunded first and disputed later: the bank took more than was left.
    const before = [payment({ captured: 700, refunded: 300, ref: 'pi_1' })]
    expect(planFullRefund(order({ payments: before }), [], losses).refundable).toBe(0)
    const withCash = [...before, payment({ id: 'pay_cash', kind: 'external', captured: 500 })]
    expect(planFullRefund(order({ payments: withCash }), [], losses).refundable).toBe(300)
  })

  it('counts pending refunds as refunded', () => {
    const before = applyRefund(order(), { amount: eur(1000) }, []).plan
    const pending: PriorRefund[] = [{ ...before, status: 'pending' }]
    expect(planRefund(order(), pending, { amount: eur(490) }, NONE).refundable).toBe(490)
    expect(() => planRefund(order(), pending, { amount: eur(491) }, NONE)).toThrow('You can refund at most')
    expect(planRefund(order(), [{ ...before, status: 'failed' }], { amount: eur(1490) }, NONE).amount).toBe(1490)
  })

  it('removes unsent units, but refunds returned ones first', () => {
    const sent = item({ fulfilled: 1, returned: 1 })
    const removedOf = (one: ItemRow, quantity: number) =>
      planRefund(order({ items: [one] }), [], unitsOf(quantity), NONE).items[0]?.removed
    expect([removedOf(sent, 1), removedOf(sent, 2), removedOf(sent, 3)]).toEqual([0, 1, 2])
    expect(removedOf(item({ fulfilled: 3 }), 3)).toBe(0)
    expect(removedOf(item(), 3)).toBe(3)
  })

  it('refunds no exchanged unit, and removes unsent units before it', () => {
    const sent = order({ items: [item({ fulfilled: 2, returned: 1 })] })
    const spent = { ...NONE, exchangeCredit: 333, exchangedUnits: new Map([['l1', { quantity: 1, received: 1 }]]) }
    expect(planRefund(sent, [], unitsOf(2), spent)).toMatchObject({ amount: 667, items: [{ quantity: 2, removed: 1 }] })
    expect(() => planRefund(sent, [], unitsOf(3), spent)).toThrow(
      'only 2 of 3 can be refunded, because 1 paid for an exchange',
    )
  })

  it('refunds shipping with its tax, once', () => {
    const { plan, ...after } = applyRefund(order(), { shipping: eur(490) }, [])
    expect(plan.amount).toBe(490)
    expect(() => planRefund(after.order, after.priorRefunds, { shipping: eur(1) }, NONE)).toThrow(
      'You can refund at most',
    )
    expect(planFullRefund(after.order, after.priorRefunds, NONE)).toMatchObject({ amount: 1000, shipping: 0 })
  })
})

it('treats exchange credit in refunds without a stored method as credit, not as manual money', () => {
  const payments = [
    payment({ id: 'pay_1', kind: 'external', details: { exchangeOf: { orderId: 'ord_1', number: 1001 } } }),
    payment({ id: 'pay_2', kind: 'external' }),
  ]
  const old = { kind: 'external', amount: 500, status: 'completed' } as const
  const tenders = payments.map(({ id }) => ({ ...old, paymentId: id }))
  expect(tenders.map((tender) => tenderMethod(tender, payments))).toEqual(['order_credit', 'manual'])
  expect(manualAmountOf(tenders, payments)).toBe(500)
})
