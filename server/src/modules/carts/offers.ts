import type { Ctx } from '../../ctx.ts'
import { AnsweredBefore, type StoredAnswer } from '../../kit/once.ts'
import type { Offer } from '../pricing/cart.ts'
import { recallFacts } from './facts.ts'
import * as queries from './load-queries.ts'
import { withOwnUses } from './own-uses.ts'
import type { CartRow, Facts, LoadedRow } from './rows.ts'
import { type Rules, readEarly, readKept, rulesOf } from './rules.ts'

/** A variant that can be bought now, in the cart's currency. */
export interface ShopOffer extends Offer {
  title: string
  handle: string
  options: Record<string, string>
  sku: string | null
  image: string | null
  /** Null: as many as are wanted. */
  available: number | null
  /** How many one order can contain; null: no limit. */
  maxPerOrder: number | null
}

/** All that a price depends on. */
export interface Loaded extends Pick<LoadedRow, 'cart' | 'currency' | 'codes' | 'giftCards' | 'points' | 'uses'> {
  offers: ReadonlyMap<string, ShopOffer>
  rules: Rules
}

/** A repeated request, with its cart as it is now. */
export class ReplayedCart extends AnsweredBefore {
  readonly cart: CartRow

  constructor(stored: StoredAnswer, cart: CartRow) {
    super(stored)
    this.cart = cart
  }
}

const NOTHING: queries.Question = {
  cartId: '',
  currency: null,
  variantIds: [],
  skus: [],
  codes: [],
  cardHashes: [],
  customerKey: null,
  pointsOf: null,
  wantsPoints: false,
}

/**
 * One statement, and one more for what this server does not know, or no longer, unless somebody has begun to read it before. What
 * that one finds may be newer than what the first has found; who buys is told a price again that is not the one they were shown.
 */
export async function load(ctx: Ctx, question: Partial<queries.Question>, early?: Promise<void>): Promise<Loaded> {
  const row = await queries.load(ctx, { ...NOTHING, ...question })
  if (row.answered) throw row.cart ? new ReplayedCart(row.answered, row.cart) : new AnsweredBefore(row.answered)
  let { known, unknown, rules } = recall(ctx, row)
  if (early && (!rules || unknown.length > 0)) {
    await early
    ;({ known, unknown, rules } = recall(ctx, row))
  }
  if (!rules || unknown.length > 0) {
    const missing = { variantIds: unknown, skus: [], cartId: '' }
    const read = await readKept(ctx, missing, rules ? undefined : row.pricingVersion)
    for (const { facts } of read.told) if (facts.variantId in row.offers) known.set(facts.variantId, facts)
    rules ??= read.rules
  }
  return withOwnUses({ ...row, offers: toOffers(ctx, row, known, await rules), rules: await rules }, row.heldPromotions)
}

const recall = (ctx: Ctx, { offers, pricingVersion }: LoadedRow) => ({
  ...recallFacts(offers),
  rules: rulesOf(ctx, pricingVersion),
})

/**
 * To change a cart takes three round trips at most, and a caller who had to be looked up has taken one: for them, what may be
 * missing is asked for beside the first statement, in case it is. Who does not need it does not wait for it.
 */
export function beginToRead(ctx: Ctx, question: Partial<queries.Question>): Promise<void> | undefined {
  return ctx.isLookedUp ? readEarly(ctx, { ...NOTHING, ...question }).catch(() => {}) : undefined
}

function toOffers(
  { publicUrl }: Ctx,
  row: LoadedRow,
  known: ReadonlyMap<string, Facts>,
  rules: Rules,
): Map<string, ShopOffer> {
  const offers = new Map<string, ShopOffer>()
  for (const [variantId, facts] of known) {
    const price = facts.prices[row.currency]
    // What has no price in the currency is not on sale in it.
    if (!price) continue
    const [unitPrice, compareAt] = price
    const image = facts.image?.startsWith('/') ? publicUrl + facts.image : facts.image
    const collectionIds = row.collections[facts.productId] ?? []
    const inStock = row.stock[variantId]
    // What a checkout of this cart holds is not sold out to this cart.
    const available = inStock === undefined ? null : inStock + (row.held[variantId] ?? 0)
    const maxPerOrder = facts.maxQuantityPerOrder ?? rules.maxQuantityPerOrder
    offers.set(variantId, { ...facts, image, unitPrice, compareAt, collectionIds, available, maxPerOrder })
  }
  return offers
}

export const priceIn =
  ({ offers }: Pick<Loaded, 'offers'>) =>
  (variantId: string): number =>
    offers.get(variantId)?.unitPrice ?? 0
