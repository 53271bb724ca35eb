import type { Ctx } from '../../ctx.ts'
import { applyBuyerDetails } from './buyer-details.ts'
import { addToCart, editCart } from './carts.ts'
import { type CartContents, EMPTY_CONTENTS } from './contents.ts'
import { applyCodes, NO_CODES, parseCodes } from './discounts/codes.ts'
import type { CartContext } from './loading/load-cart.ts'
import type { CartChanges, ItemInput } from './request-schemas.ts'
import { resolveAdditions, toVariantLookup } from './resolve-items.ts'
import type { Cart } from './schemas.ts'

export interface CartReplacement {
  buyerDetails: CartChanges
  /** Replaces all items. */
  items?: readonly ItemInput[] | undefined
  /** Replaces all codes. */
  codes?: readonly string[] | undefined
}

/** For callers that send the complete state each time: the given fields replace the old ones atomically. */
export function replaceCart(ctx: Ctx, id: string, { buyerDetails, items, codes }: CartReplacement): Promise<Cart> {
  const submitted = codes ? parseCodes(ctx, codes) : NO_CODES
  const { customerKey } = applyBuyerDetails(ctx, EMPTY_CONTENTS, buyerDetails)
  const apply = (contents: CartContents, context: CartContext) => {
    const filled = items ? replaceItems(contents, items, context) : contents
    const emptied = codes ? { ...filled, codes: [], giftCardIds: [] } : filled
    return applyCodes(applyBuyerDetails(ctx, emptied, buyerDetails), submitted, context)
  }
  return editCart(ctx, id, { lookup: { customerKey, ...toVariantLookup(items ?? []), ...submitted }, submitted, apply })
}

/** An item that remains keeps its id. */
function replaceItems(contents: CartContents, items: readonly ItemInput[], context: CartContext): CartContents {
  const lineItemIds = new Map(contents.items.map(({ variantId, id }) => [variantId, id]))
  const fresh = addToCart({ ...contents, items: [] }, resolveAdditions(items, context), context, {
    items,
    isList: true,
  })
  return { ...fresh, items: fresh.items.map((item) => ({ ...item, id: lineItemIds.get(item.variantId) ?? item.id })) }
}
