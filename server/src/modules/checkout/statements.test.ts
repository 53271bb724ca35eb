import { expect, it } from 'vitest'
import { listenTo } from '../../../test/asked.ts'
import { buy, openCheckoutShop, readyCart } from '../../../test/checkout-shop.ts'
import { issue } from '../../../test/sample-gift-cards.ts'
import { addCodes, addPromotion } from '../../../test/sample-promotions.ts'

const isBracket = ({ text }: { text: string }) => /^(begin|commit)/.test(text)

it('an order from an existing cart takes at most 12 statements, and two transactions', async () => {
  const shop = await openCheckoutShop({ alone: true })
  const { heard, forget } = listenTo(shop.server.db.pool)
  const count = async (cart: { id: string }) => {
    forget()
    expect((await buy(shop, cart.id)).status).toBe(201)
    return [heard().filter((one) => !isBracket(one)).length, heard().filter(isBracket).length]
  }
  // The first reads the shop's rules.
  await count(await readyCart(shop))
  expect(await count(await readyCart(shop))).toEqual([9, 4])

  const { id } = await addPromotion(shop.api)
  await addCodes(shop.api, id, { codes: ['TEN'], usageLimit: 100 })
  const withCode = () => readyCart(shop, { codes: ['TEN'] })
  await count(await withCode())
  expect(await count(await withCode())).toEqual([12, 4])

  const card = await issue(shop, 1000)
  const withCard = await readyCart(shop, { codes: [card.code] })
  expect(await count(withCard)).toEqual([12, 4])
})
