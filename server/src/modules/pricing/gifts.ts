import type { GiftOffer, Line } from './cart.ts'
import type { Benefit, Promotion } from './rules.ts'

export type Gift = Extract<Benefit, { kind: 'gift' }>

/** A line in the cart that nobody put there. */
export interface GiftLine extends Line {
  giftOf: string
}

/** As many as there are beside those the buyer takes anyway and those given already; null if there are none. */
export function giftLineOf(
  { id, benefit }: Promotion & { benefit: Gift },
  offers: ReadonlyMap<string, GiftOffer>,
  taken: readonly Line[],
): GiftLine | null {
  const offer = offers.get(benefit.variantId)
  if (!offer || offer.isGiftCard) return null
  let left = benefit.quantity
  if (offer.available !== null) {
    let available = offer.available
    for (const line of taken) if (line.variantId === benefit.variantId) available -= line.quantity
    left = Math.min(left, available)
  }
  if (left < 1) return null
  const { available: _available, ...rest } = offer
  return { ...rest, id: `gift_${id}`, quantity: left, giftOf: id }
}
