import { invalidRequest, notFound } from '../../kit/errors.ts'
import { type CartContents, EMPTY_CONTENTS } from './contents.ts'
import type { CartContext } from './loading/load-cart.ts'
import type { CartRow } from './loading/rows.ts'

/**
 * Returns the contents of the referenced cart, if any: the same that GET shows, and only in the cart's own currency.
 */
export function getReferencedContents(
  { cart }: CartContext,
  reference: { cartId?: string; currency?: string },
): CartContents {
  const { cartId, currency } = reference
  if (cartId === undefined) return EMPTY_CONTENTS
  const row = assertCartExists(cart, cartId)
  if (currency !== undefined && currency !== row.currency) {
    const message = `This cart is in ${row.currency}. Omit currency, or send items instead of cartId.`
    throw invalidRequest(message, [{ path: '/currency', message: `must be ${row.currency}, the cart’s currency` }])
  }
  return row.contents
}

export function assertCartExists(cart: CartRow | null, id: string): CartRow {
  if (!cart || cart.status === 'expired') throw notFound('cart', id)
  return cart
}
