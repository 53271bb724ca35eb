import { expect } from 'vitest'
import { qualifyBuyer } from '../src/modules/loyalty/referrals/qualify-referral.ts'
import { rejectRefundedReferral, rewardReferralsSchedule } from '../src/modules/loyalty/referrals/reward-referral.ts'
import { ADDRESS, openCheckoutShop } from './checkout-shop.ts'
import { getOrder, systemCtx } from './placed-order.ts'
import { addCustomer } from './sample-customers.ts'
import { createProgram } from './sample-points.ts'

const DAY_MS = 86_400_000

export const REFERRAL = {
  active: true,
  referrerPoints: 500,
  refereePoints: 200,
  minOrderAmount: null,
  url: 'https://shop.example.com/?ref={code}',
}

interface Purchase {
  email?: string
  line1?: string
  quantity?: number
  paymentMethod?: string
}

/** A shop with referrals and one customer who refers others: Ada, who lives at Stephansplatz 1 and pays with Visa. */
export async function openReferralShop(referral: object = {}, program: object = {}) {
  const shop = await openCheckoutShop({ isolated: true })
  const { api, storefront } = shop
  await createProgram(shop, { ...program, referral: { ...REFERRAL, ...referral } })
  const ada = await addCustomer(shop, {
    emails: [{ address: 'ada@example.com' }],
    addresses: [{ address: ADDRESS }],
    phones: [{ number: '+431111111', verified: true }],
  })
  const { status, body } = await api.post('/v1/loyalty/referral', { customerId: ada })
  expect([status, body.error]).toEqual([200, undefined])
  const get = async (id: string) => (await api.get(`/v1/loyalty/referrals/${id}`)).body
  return {
    ...shop,
    ada,
    code: body.code as string,
    get,
    /** By default Grace, who has nothing in common with Ada. */
    attribute: async (input: object = { email: 'grace@example.com' }) => {
      const response = await api.post('/v1/loyalty/referral/attribution', { code: body.code, ...input })
      expect([response.status, response.body.error]).toEqual([201, undefined])
      return response.body
    },
    buy: async ({ email = 'grace@example.com', line1 = 'Ring 2', quantity = 1, paymentMethod }: Purchase = {}) => {
      const items = [{ variantId: shop.mug, quantity }]
      const shippingAddress = { ...ADDRESS, line1 }
      const cart = await storefront.post('/v1/carts', { items, email, shippingAddress, shipping: { service: 'post' } })
      const method = paymentMethod ?? 'pm_card_mastercard'
      const paid = await storefront.post('/v1/checkout/card', { cartId: cart.body.id, paymentMethod: method })
      expect([paid.status, paid.body.error]).toEqual([201, undefined])
      const order = await getOrder(shop, paid.body.order.id)
      await qualifyBuyer(systemCtx(shop), order.id)
      return order
    },
    refund: async (orderId: string, refund: object) => {
      expect((await api.post(`/v1/orders/${orderId}/refunds`, refund)).status).toBe(201)
      await rejectRefundedReferral(systemCtx(shop), orderId)
    },
    /** Runs the schedule that many days from now. */
    passDays: (days: number) =>
      rewardReferralsSchedule.run({ ...shop.server.system, now: new Date(Date.now() + days * DAY_MS) }),
    balance: async (customerId: string) =>
      (await api.get(`/v1/loyalty/balance?customerId=${customerId}`)).body.available as number,
    /** The types of all events about referrals, oldest first. */
    events: async () => {
      const { data } = (await api.get('/v1/events?limit=100')).body
      return data
        .map(({ type }: { type: string }) => type)
        .filter((type: string) => type.startsWith('referral.'))
        .toReversed()
    },
  }
}
