import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { codeHash } from '../gift-cards/gift-cards.ts'
import type { RejectedPromotion } from '../pricing/priced.ts'
import { codeOf } from '../promotions/code-text.ts'
import type { Contents } from './contents.ts'
import { addCodes, withoutCode, withoutGiftCard } from './edits.ts'
import type { Loaded } from './offers.ts'

/** Codes as they came, each as what it may be: of a promotion, and of a gift card. Both are looked for, so both take the same time. */
export interface GivenCodes {
  codes: string[]
  cardHashes: Buffer[]
}

export const NO_CODES: GivenCodes = { codes: [], cardHashes: [] }

/** In place of what can't be a gift card's code, so that every place has one; no card has it. */
const NO_CARD = Buffer.alloc(32)

export const readCodes = (ctx: Ctx, texts: readonly string[]): GivenCodes => ({
  codes: texts.map(codeOf),
  cardHashes: texts.map((text) => codeHash(ctx, text) ?? NO_CARD),
})

interface Sorted {
  promotions: string[]
  giftCardIds: string[]
  refused: RejectedPromotion[]
}

const mayBeCard = (hash: Buffer | undefined): boolean => hash?.equals(NO_CARD) === false

/** Which of them are what. */
function sortCodes({ codes, cardHashes }: GivenCodes, row: Loaded): Sorted {
  const known = new Set(row.codes.map(({ code }) => code))
  const sorted: Sorted = { promotions: [], giftCardIds: [], refused: [] }
  for (const [index, code] of codes.entries()) {
    const card = row.giftCards.find(({ place }) => place === index + 1)
    if (known.has(code)) sorted.promotions.push(code)
    else if (card?.isUsable && card.currency === row.currency) sorted.giftCardIds.push(card.id)
    else if (card) sorted.refused.push(cardRefusal(card, row.currency))
    else sorted.refused.push(unknown(shown(code, cardHashes[index])))
  }
  return sorted
}

/** What looks like a gift card's code may be one, of another shop: it is money, and is not repeated. */
const shown = (code: string, cardHash: Buffer | undefined): string =>
  mayBeCard(cardHash) ? `…${code.slice(-4)}` : code

const unknown = (code: string): RejectedPromotion => ({
  promotionId: null,
  code,
  reason: 'not_found',
  message: `There is no code ${code}: check how it is written.`,
  unmet: [],
})

function cardRefusal({ last4, currency, isUsable }: Loaded['giftCards'][number], wanted: string): RejectedPromotion {
  const code = `…${last4}`
  if (!isUsable) {
    const message = `The gift card ${code} has ended.`
    return { promotionId: null, code, reason: 'expired', message, unmet: [] }
  }
  const unmet = [{ rule: 'currency', required: currency, actual: wanted, missing: null }]
  const message = `The gift card ${code} is in ${currency}, and this cart in ${wanted}.`
  return { promotionId: null, code, reason: 'currency_mismatch', message, unmet }
}

/** A code that stands for nothing is told once, and not kept. */
export function withCodes(contents: Contents, given: GivenCodes, row: Loaded): Contents {
  const { promotions, giftCardIds } = sortCodes(given, row)
  return addCodes(contents, promotions, giftCardIds)
}

/** Those that are told once and not kept: nobody knows them, or they are of gift cards that can't pay here. */
export const refusedCodes = (given: GivenCodes, row: Loaded): RejectedPromotion[] => [
  // However often and in whatever spelling one came.
  ...new Map(sortCodes(given, row).refused.map((one) => [one.message, one])).values(),
]

/** A gift card may be taken away by its code too, as it was given. */
export function withoutGiven(contents: Contents, { codes, cardHashes }: GivenCodes, row: Loaded): Contents {
  const [code = ''] = codes
  if (contents.codes.includes(code)) return withoutCode(contents, code)
  const card = row.giftCards.find(({ id, place }) => place === 1 && contents.giftCardIds.includes(id))
  if (!card) throw notFound('code in this cart', shown(code, cardHashes[0]))
  return withoutGiftCard(contents, card.id)
}

/**
 * Those that are not tried, where no gift card is looked for. What is said of one that may be a gift card's depends only on
 * its last four and on the cart, which shows those of its own cards: not on whether there is such a card.
 */
export function untriedCodes(
  { codes, cardHashes }: GivenCodes,
  row: Loaded,
  ownCards: readonly { last4: string }[],
): RejectedPromotion[] {
  const known = new Set(row.codes.map(({ code }) => code))
  return codes.flatMap((code, index) => {
    if (known.has(code) || codes.indexOf(code) < index) return []
    if (!mayBeCard(cardHashes[index])) return unknown(code)
    const last4 = code.slice(-4)
    const message = ownCards.some((card) => card.last4 === last4)
      ? `This cart has the gift card …${last4} already. Only codes of promotions are tried here.`
      : `There is no promotion with the code …${last4}: check how it is written. If it is of a gift card, add it to the cart.`
    return { ...unknown(`…${last4}`), message }
  })
}
