import { expect, it } from 'vitest'
import { checkOut, createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { recordQueries } from '../../../test/query-recorder.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { issueCard } from '../../../test/sample-gift-cards.ts'
import { createProgram, grantPoints } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion } from '../../../test/sample-promotions.ts'

const isBracket = ({ text }: { text: string }) => /^(begin|commit)/.test(text)

it('an order from an existing cart takes at most 12 statements and two transactions', async () => {
  const shop = await openCheckoutShop({ isolated: true })
  const { queries, clear } = recordQueries(shop.server.db)
  const count = async (cart: { id: string }) => {
    clear()
    expect((await checkOut(shop, cart.id)).status).toBe(201)
    return [queries().filter((one) => !isBracket(one)).length, queries().filter(isBracket).length]
  }
  // The first one also reads the shop's rules.
  await count(await createReadyCart(shop))
  expect(await count(await createReadyCart(shop))).toEqual([9, 4])

  const promotion = await addPromotion(shop.api, { usageLimitPerCustomer: 100 })
  await addCodes(shop.api, promotion.id, { codes: ['TEN'], usageLimit: 100 })
  await createProgram(shop)
  const ada = await addCustomer(shop)
  await grantPoints(shop, ada, 10_000)
  await shop.api.post(`/v1/customers/${ada}/store-credit`, { amount: eur(10_000), reason: 'A gift' })
  const countOrder = async (...tenders: ('code' | 'card' | 'points' | 'credit')[]) => {
    const codes = tenders.includes('code') ? ['TEN'] : []
    if (tenders.includes('card')) codes.push((await issueCard(shop, 1000)).code)
    const cart = await createReadyCart(shop, { codes })
    if (tenders.includes('points')) {
      const path = `/v1/carts/${cart.id}`
      const { body } = await shop.api.patch(path, { customer: { id: ada }, points: { requested: 100 } })
      expect(body.totals).toMatchObject({ points: { amount: 100 }, due: expect.anything() })
    }
    if (tenders.includes('credit')) {
      const path = `/v1/carts/${cart.id}`
      const { body } = await shop.api.patch(path, { customer: { id: ada }, storeCredit: { requested: eur(100) } })
      expect(body.totals).toMatchObject({ storeCredit: eur(100), due: expect.anything() })
    }
    return count(cart)
  }
  await countOrder()
  expect(await countOrder('code')).toEqual([10, 4])
  expect(await countOrder('card')).toEqual([11, 4])
  expect(await countOrder('points')).toEqual([11, 4])
  expect(await countOrder('code', 'card')).toEqual([12, 4])
  expect(await countOrder('code', 'points')).toEqual([12, 4])
  expect(await countOrder('card', 'points')).toEqual([11, 4])
  expect(await countOrder('code', 'card', 'points')).toEqual([12, 4])
  expect(await countOrder('credit')).toEqual([11, 4])
  expect(await countOrder('code', 'card', 'points', 'credit')).toEqual([12, 4])
})
