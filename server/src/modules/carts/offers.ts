import type { Ctx } from '../../ctx.ts'
import type { Offer } from '../pricing/cart.ts'
import * as queries from './queries.ts'
import type { LoadedRow, OfferRow } from './rows.ts'

/** A variant that can be bought now, in the cart's currency. */
export interface ShopOffer extends Offer {
  title: string
  handle: string
  options: Record<string, string>
  sku: string | null
  image: string | null
  /** Null: as many as are wanted. */
  available: number | null
}

/** All that a price depends on but the shop's rules. */
export interface Loaded extends Omit<LoadedRow, 'offers'> {
  offers: ReadonlyMap<string, ShopOffer>
}

export async function load(ctx: Ctx, question: queries.Question): Promise<Loaded> {
  const row = await queries.load(ctx, question)
  const offers = new Map<string, ShopOffer>()
  for (const found of row.offers) {
    const offer = toOffer(ctx, found, row.currency)
    if (offer) offers.set(offer.variantId, offer)
  }
  return { ...row, offers }
}

/** What has no price in the currency is not on sale in it. The row is ours alone: it becomes the offer, without a copy. */
function toOffer(ctx: Ctx, { facts, collectionIds, available }: OfferRow, currency: string): ShopOffer | undefined {
  const price = facts.prices[currency]
  if (!price) return undefined
  const [unitPrice, compareAt] = price
  if (facts.image?.startsWith('/')) facts.image = ctx.publicUrl + facts.image
  return Object.assign(facts, { unitPrice, compareAt, collectionIds, available })
}

export const priceIn =
  ({ offers }: Pick<Loaded, 'offers'>) =>
  (variantId: string): number =>
    offers.get(variantId)?.unitPrice ?? 0
