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
  /** In place of all that is in it. */
  items?: readonly ItemInput[] | undefined
  /** In place of all that were given. */
  codes?: readonly string[] | undefined
}

/** For callers who say each time all that they want: what they name replaces what was there, at once or not at all. */
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

/** A line that stays keeps its name. */
function replaceItems(contents: CartContents, items: readonly ItemInput[], context: CartContext): CartContents {
  const lineItemIds = new Map(contents.lines.map(({ variantId, id }) => [variantId, id]))
  const fresh = addToCart({ ...contents, lines: [] }, resolveAdditions(items, context), context, {
    items,
    isList: true,
  })
  return { ...fresh, lines: fresh.lines.map((line) => ({ ...line, id: lineItemIds.get(line.variantId) ?? line.id })) }
}
