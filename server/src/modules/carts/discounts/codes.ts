import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import type { RejectedPromotion, UnmetRule } from '../../../pricing/pricing-result.ts'
import { hashValidCode } from '../../gift-cards/codes/codes.ts'
import { normalizeCode } from '../../promotions/codes/codes.ts'
import { addCodes, type CartContents, removeCode, removeGiftCard } from '../contents.ts'
import type { CartContext } from '../loading/load-cart.ts'

/**
 * Submitted codes, each as a possible promotion code and gift card code. Both are always looked up, so that both take
 * the same time.
 */
export interface SubmittedCodes {
  codes: string[]
  cardHashes: Buffer[]
}

export const NO_CODES: SubmittedCodes = { codes: [], cardHashes: [] }

/** Placeholder for codes that can't be a gift card, so that indexes line up; no card has this hash. */
const NO_GIFT_CARD = Buffer.alloc(32)

export const parseCodes = (ctx: Ctx, texts: readonly string[]): SubmittedCodes => ({
  codes: texts.map(normalizeCode),
  cardHashes: texts.map((text) => hashValidCode(ctx, text) ?? NO_GIFT_CARD),
})

interface ClassifiedCodes {
  promotions: string[]
  giftCardIds: string[]
  rejected: RejectedPromotion[]
}

const mayBeGiftCard = (hash: Buffer | undefined): boolean => hash?.equals(NO_GIFT_CARD) === false

/** Sorts codes into promotions, gift cards and rejected codes. */
function classifyCodes({ codes, cardHashes }: SubmittedCodes, context: CartContext): ClassifiedCodes {
  const promotionCodes = new Set(context.codes.map(({ code }) => code))
  const classified: ClassifiedCodes = { promotions: [], giftCardIds: [], rejected: [] }
  for (const [index, code] of codes.entries()) {
    const card = context.giftCards.find(({ place }) => place === index + 1)
    if (promotionCodes.has(code)) classified.promotions.push(code)
    else if (card?.isUsable && card.currency === context.currency) classified.giftCardIds.push(card.id)
    else if (card) classified.rejected.push(rejectGiftCard(card, context.currency))
    else classified.rejected.push(rejectUnknown(maskCode(code, cardHashes[index])))
  }
  return classified
}

/** A code that looks like a gift card may belong to another shop. It is money, so responses mask it. */
const maskCode = (code: string, cardHash: Buffer | undefined): string =>
  mayBeGiftCard(cardHash) ? `…${code.slice(-4)}` : code

const rejectUnknown = (code: string): RejectedPromotion => ({
  promotionId: null,
  code,
  reason: 'not_found',
  message: `No such code: ${code}. Check the spelling.`,
  unmet: [],
})

function rejectGiftCard(
  { last4, currency, isUsable }: CartContext['giftCards'][number],
  cartCurrency: string,
): RejectedPromotion {
  const code = `…${last4}`
  if (!isUsable) {
    const message = `The gift card ending in ${last4} is no longer valid.`
    return { promotionId: null, code, reason: 'expired', message, unmet: [] }
  }
  const unmet: UnmetRule[] = [{ rule: 'currency', required: currency, actual: cartCurrency, missing: null }]
  const message = `The gift card ending in ${last4} is in ${currency}, but this cart is in ${cartCurrency}.`
  return { promotionId: null, code, reason: 'currency_mismatch', message, unmet }
}

/** Unknown codes are reported once and not stored. */
export function applyCodes(contents: CartContents, submitted: SubmittedCodes, context: CartContext): CartContents {
  const { promotions, giftCardIds } = classifyCodes(submitted, context)
  return addCodes(contents, promotions, giftCardIds)
}

/** Codes that are reported once and not stored: unknown ones, and gift cards that can't pay here. */
export const listRejectedCodes = (submitted: SubmittedCodes, context: CartContext): RejectedPromotion[] => [
  // Deduplicated across repetitions and spellings.
  ...new Map(classifyCodes(submitted, context).rejected.map((one) => [one.message, one])).values(),
]

/** A gift card can also be removed by its code. */
export function removeSubmitted(
  contents: CartContents,
  { codes, cardHashes }: SubmittedCodes,
  context: CartContext,
): CartContents {
  const [code = ''] = codes
  if (contents.codes.includes(code)) return removeCode(contents, code)
  const card = context.giftCards.find(({ id, place }) => place === 1 && contents.giftCardIds.includes(id))
  if (!card) {
    const fields = { sentCode: maskCode(code, cardHashes[0]) }
    throw new AppError('not_found', 'No such code in this cart.', { fields })
  }
  return removeGiftCard(contents, card.id)
}

/**
 * Codes that are not tried, because this endpoint doesn't look up gift cards. The response for a possible gift card
 * depends only on its last four characters and the cart's own cards, never on whether the card exists.
 */
export function listUntriedCodes(
  { codes, cardHashes }: SubmittedCodes,
  context: CartContext,
  ownCards: readonly { last4: string }[],
): RejectedPromotion[] {
  const promotionCodes = new Set(context.codes.map(({ code }) => code))
  return codes.flatMap((code, index) => {
    if (promotionCodes.has(code) || codes.indexOf(code) < index) return []
    if (!mayBeGiftCard(cardHashes[index])) return rejectUnknown(code)
    const last4 = code.slice(-4)
    const message = ownCards.some((card) => card.last4 === last4)
      ? `The gift card ending in ${last4} is already in this cart. Only promotion codes can be validated here.`
      : `No such promotion code: …${last4}. Check the spelling. If it is a gift card, add it to the cart.`
    return { ...rejectUnknown(`…${last4}`), message }
  })
}
