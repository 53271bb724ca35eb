import type { Ctx } from '../../ctx.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { type CartContents, type StoredItemChanges, updateItem } from './contents.ts'
import { editCart } from './edit-cart.ts'
import type { CartContext } from './loading/load-cart.ts'
import type { ItemChanges, NewItems } from './request-schemas.ts'
import { calculatePrices, resolveCart } from './resolve-cart.ts'
import {
  addToCart,
  assertNoCardNumbersIn,
  assertWithinOrderLimit,
  parseItems,
  resolveAdditions,
  toVariantLookup,
} from './resolve-items.ts'
import type { Cart } from './schemas.ts'

export function addItems(ctx: Ctx, id: string, body: NewItems, ifMatch?: string): Promise<Cart> {
  const requested = parseItems(body)
  const { items } = requested
  assertNoCardNumbersIn(ctx, requested)
  const apply = (contents: CartContents, context: CartContext) =>
    addToCart(contents, resolveAdditions(items, context, requested), context, requested)
  return editCart(ctx, id, { lookup: toVariantLookup(items), apply }, ifMatch)
}

export function setItem(ctx: Ctx, id: string, itemId: string, changes: ItemChanges, ifMatch?: string): Promise<Cart> {
  if (changes.quantity === undefined && changes.properties === undefined) {
    throw invalidRequest('Send quantity, properties or both.', [
      { path: '/quantity', message: 'is required unless properties is sent' },
    ])
  }
  assertNoCardNumbersIn(ctx, { items: [changes], isList: false })
  return editCart(ctx, id, { apply: editItem(ctx, itemId, changes) }, ifMatch)
}

export const removeItem = (ctx: Ctx, id: string, itemId: string, ifMatch?: string): Promise<Cart> =>
  editCart(ctx, id, { apply: editItem(ctx, itemId, { quantity: 0 }) }, ifMatch)

/** Gifts are calculated only if the request names an unknown item. */
export const editItem =
  (ctx: Ctx, itemId: string, changes: StoredItemChanges) => (contents: CartContents, context: CartContext) => {
    const updated = updateItem(contents, itemId, changes, () =>
      calculatePrices(resolveCart(ctx, contents, context).input).items.some(
        ({ id, giftPromotionId }) => giftPromotionId !== null && id === itemId,
      ),
    )
    const { variantId = '' } = contents.items.find(({ id }) => id === itemId) ?? {}
    // Reducing a quantity is always allowed.
    return (changes.quantity ?? 0) > 0
      ? assertWithinOrderLimit(updated, context, new Map([[variantId, '/quantity']]))
      : updated
  }
