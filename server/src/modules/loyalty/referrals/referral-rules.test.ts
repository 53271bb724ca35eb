import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressKeyOf,
  type FirstOrder,
  findRejection,
  isRefunded,
  mailboxOf,
  type ReferralFacts,
} from './referral-rules.ts'
import { REFERRAL_STATUSES } from './schemas.ts'
import { TRANSITIONS } from './transition-referral.ts'

const party = (id: string, more: Partial<ReferralFacts['referee']> = {}) => ({
  id,
  emails: [`${id}@example.com`],
  phones: [],
  ...more,
})
const order = (more: Partial<FirstOrder> = {}): FirstOrder => ({
  id: 'ord_1',
  source: 'storefront',
  status: 'open',
  paymentStatus: 'paid',
  currency: 'EUR',
  total: 5000,
  refunded: 0,
  email: 'grace@example.com',
  shippingAddress: { line1: 'Ring 2', postalCode: '1010', country: 'AT' },
  placedAt: '2026-11-02T10:00:00.000Z',
  ...more,
})
const facts = (more: Partial<ReferralFacts> = {}): ReferralFacts => ({
  referral: { createdAt: '2026-11-01T10:00:00.000Z', orderId: null },
  referrer: party('ada'),
  referee: party('grace'),
  order: order(),
  minOrderAmount: null,
  referrerAddresses: [],
  sharesPaymentMethod: false,
  ...more,
})
const MINIMUM = [{ currency: 'EUR', amount: 5000 }]
const PHONE = '+431111111'

describe('findRejection', () => {
  it.each<[string, Partial<ReferralFacts>, string | undefined]>([
    ['accepts two strangers', {}, undefined],
    ['waits for an order', { order: undefined }, undefined],
    ['finds the same customer, even without an order', { referee: party('ada'), order: undefined }, 'self_referral'],
    ['finds the same mailbox', { referee: party('grace', { emails: ['Ada+2@example.com'] }) }, 'self_referral'],
    ['finds the mailbox of the order', { order: order({ email: 'ada+shop@example.com' }) }, 'self_referral'],
    [
      'finds a phone that one of them verified',
      {
        referrer: party('ada', { phones: [{ number: PHONE, verified: false }] }),
        referee: party('grace', { phones: [{ number: PHONE, verified: true }] }),
      },
      'self_referral',
    ],
    [
      'accepts a phone that people share',
      {
        referrer: party('ada', { phones: [{ number: PHONE, verified: false }] }),
        referee: party('grace', { phones: [{ number: PHONE, verified: false }] }),
      },
      undefined,
    ],
    ['accepts a referrer who is gone', { referrer: undefined }, undefined],
    [
      'finds an order from before the referral',
      { order: order({ placedAt: '2026-10-31T10:00:00.000Z' }) },
      'not_first_order',
    ],
    [
      'accepts one that the shop named',
      {
        order: order({ placedAt: '2026-10-31T10:00:00.000Z' }),
        referral: { createdAt: '2026-11-01T10:00:00.000Z', orderId: 'ord_1' },
      },
      undefined,
    ],
    ['finds an imported order', { order: order({ source: 'import' }) }, 'not_first_order'],
    ['accepts the minimum', { minOrderAmount: MINIMUM }, undefined],
    ['finds less than the minimum', { minOrderAmount: MINIMUM, order: order({ total: 4999 }) }, 'below_minimum'],
    [
      'finds a currency without a minimum',
      { minOrderAmount: MINIMUM, order: order({ currency: 'USD' }) },
      'below_minimum',
    ],
    ['finds a free order', { order: order({ total: 0 }) }, 'below_minimum'],
    ['finds a refunded order', { order: order({ refunded: 5000 }) }, 'refunded'],
    [
      'finds less than the minimum after a refund',
      { minOrderAmount: MINIMUM, order: order({ refunded: 1 }) },
      'refunded',
    ],
    [
      'finds the same address, however it is written',
      { referrerAddresses: [{ line1: 'RING-2', line2: 'Top 9', postalCode: '1 010', country: 'AT' }] },
      'same_address',
    ],
    [
      'accepts the street in another town',
      { referrerAddresses: [{ line1: 'Ring 2', postalCode: '4020', country: 'AT' }] },
      undefined,
    ],
    ['finds the same card', { sharesPaymentMethod: true }, 'same_payment_method'],
  ])('%s', (_, more, expected) => expect(findRejection(facts(more))).toBe(expected))
})

it('a mailbox has many spellings', () => {
  expect(mailboxOf(' A.da+Shop+2@GoogleMail.com')).toBe('ada@gmail.com')
  expect(mailboxOf('a.da+x@example.com')).toBe('a.da@example.com')
  expect(mailboxOf('+x@example.com')).toBe('+x@example.com')
})

it('every spelling of a mailbox is the same, and a mailbox is its own spelling', () => {
  const local = fc.stringMatching(/^[a-z][a-z0-9.]{0,10}$/)
  const domain = fc.constantFrom('example.com', 'gmail.com', 'googlemail.com')
  fc.assert(
    fc.property(local, fc.stringMatching(/^[a-z+]{0,8}$/), domain, (local, tag, domain) => {
      const mailbox = mailboxOf(`${local}@${domain}`)
      expect(mailboxOf(`${local.toUpperCase()}+${tag}@${domain}`)).toBe(mailbox)
      expect(mailboxOf(mailbox)).toBe(mailbox)
    }),
  )
})

it('an address without a street is nobody’s', () => {
  expect(addressKeyOf({ postalCode: '1010', country: 'AT' })).toBeNull()
  expect(addressKeyOf({ line1: 'Straße 1', country: 'AT' })).toBe(addressKeyOf({ line1: 'STRASSE 1', country: 'AT' }))
})

it('more refunds never make an order count again', () => {
  const amount = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(amount, amount, amount, amount, (total, minimum, refunded, more) => {
      const before = isRefunded(order({ total, refunded: Math.min(total, refunded) }), minimum)
      const after = isRefunded(order({ total, refunded: Math.min(total, refunded + more) }), minimum)
      expect(before && !after).toBe(false)
      expect(isRefunded(order({ total, refunded: total }), minimum)).toBe(true)
    }),
  )
})

it('rejected is final, and nothing becomes pending again', () => {
  for (const status of REFERRAL_STATUSES) expect(TRANSITIONS[status]).not.toContain('pending')
  expect(TRANSITIONS.rejected).toEqual([])
})
