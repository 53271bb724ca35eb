import { invalidRequest } from '../../kit/errors.ts'
import { cartToSee } from './carts.ts'
import { type Contents, EMPTY } from './contents.ts'
import type { Loaded } from './offers.ts'

/** What is in the cart that a question is about, if it is about one: the same that GET shows, in no other currency than its own. */
export function askedContents({ cart }: Loaded, asked: { cartId?: string; currency?: string }): Contents {
  const { cartId, currency } = asked
  if (cartId === undefined) return EMPTY
  const found = cartToSee(cart, cartId)
  if (currency !== undefined && currency !== found.currency) {
    const message = `This cart is in ${found.currency}: leave the currency out, or name items in place of the cart.`
    throw invalidRequest(message, [{ path: '/currency', message: `is ${found.currency} in this cart` }])
  }
  return found.contents
}
