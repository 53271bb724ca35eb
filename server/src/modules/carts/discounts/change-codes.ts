import type { Ctx } from '../../../ctx.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import { type CartContents, removeGiftCard } from '../contents.ts'
import { editCart } from '../edit-cart.ts'
import type { CartContext } from '../loading/load-cart.ts'
import type { NewCodes } from '../request-schemas.ts'
import { validateExactlyOne } from '../resolve-items.ts'
import type { Cart } from '../schemas.ts'
import { applyCodes, parseCodes, removeSubmitted } from './codes.ts'

export function addPromotions(ctx: Ctx, id: string, { code, codes }: NewCodes, ifMatch?: string): Promise<Cart> {
  const errors = validateExactlyOne('/code', code, 'codes', codes)
  if (errors.length > 0) throw invalidRequest('Send either code or codes.', errors)
  const submitted = parseCodes(ctx, codes ?? [code ?? ''])
  return editCart(
    ctx,
    id,
    { lookup: submitted, submitted, apply: (contents, row) => applyCodes(contents, submitted, row) },
    ifMatch,
  )
}

/** Removes all of them unless the request names one. */
export function removePromotions(
  ctx: Ctx,
  id: string,
  { code, giftCardId }: { code?: string; giftCardId?: string },
  ifMatch?: string,
): Promise<Cart> {
  const submitted = parseCodes(ctx, code === undefined ? [] : [code])
  const apply = (contents: CartContents, context: CartContext) => {
    if (code === undefined && giftCardId === undefined) return { ...contents, codes: [], giftCardIds: [] }
    const remaining = code === undefined ? contents : removeSubmitted(contents, submitted, context)
    return giftCardId === undefined ? remaining : removeGiftCard(remaining, giftCardId)
  }
  return editCart(ctx, id, { lookup: { cardHashes: submitted.cardHashes }, apply }, ifMatch)
}
