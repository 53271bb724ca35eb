import type { Ctx } from '../../../ctx.ts'
import { IdempotentReplay, type StoredResponse } from '../../../kit/idempotency.ts'
import type { Offer } from '../../pricing/pricing-input.ts'
import * as queries from './cart-queries.ts'
import { getCachedRules, type PricingRules, prefetchPricing, refreshPricingCache } from './pricing-cache.ts'
import type { CartContextRow, CartRow, VariantData } from './rows.ts'
import { getCachedVariants } from './variant-cache.ts'

/** A variant that can be bought now, in the cart's currency. */
export interface VariantOffer extends Offer {
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
export interface CartContext
  extends Pick<CartContextRow, 'cart' | 'currency' | 'codes' | 'giftCards' | 'points' | 'uses'> {
  offers: ReadonlyMap<string, VariantOffer>
  rules: PricingRules
}

/** A repeated request, with its cart as it is now. */
export class ReplayedCart extends IdempotentReplay {
  readonly cart: CartRow

  constructor(stored: StoredResponse, cart: CartRow) {
    super(stored)
    this.cart = cart
  }
}

const EMPTY_LOOKUP: queries.CartLookup = {
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
export async function loadCart(
  ctx: Ctx,
  lookup: Partial<queries.CartLookup>,
  prefetch?: Promise<void>,
): Promise<CartContext> {
  const row = await queries.loadCart(ctx, { ...EMPTY_LOOKUP, ...lookup })
  if (row.answered) throw row.cart ? new ReplayedCart(row.answered, row.cart) : new IdempotentReplay(row.answered)
  let { cached, uncached, rules } = readCaches(ctx, row)
  if (prefetch && (!rules || uncached.length > 0)) {
    await prefetch
    ;({ cached, uncached, rules } = readCaches(ctx, row))
  }
  if (!rules || uncached.length > 0) {
    const missing = { variantIds: uncached, skus: [], cartId: '' }
    const read = await refreshPricingCache(ctx, missing, rules ? undefined : row.pricingVersion)
    for (const { facts: variant } of read.variants)
      if (variant.variantId in row.offers) cached.set(variant.variantId, variant)
    rules ??= read.rules
  }
  return excludeOwnReservations(
    { ...row, offers: toOffers(ctx, row, cached, await rules), rules: await rules },
    row.heldPromotions,
  )
}

const readCaches = (ctx: Ctx, { offers, pricingVersion }: CartContextRow) => ({
  ...getCachedVariants(offers),
  rules: getCachedRules(ctx, pricingVersion),
})

/**
 * To change a cart takes three round trips at most, and a caller who had to be looked up has taken one: for them, what may be
 * missing is asked for beside the first statement, in case it is. Who does not need it does not wait for it.
 */
export function startPrefetch(ctx: Ctx, lookup: Partial<queries.CartLookup>): Promise<void> | undefined {
  return ctx.wasCallerQueried ? prefetchPricing(ctx, { ...EMPTY_LOOKUP, ...lookup }).catch(() => {}) : undefined
}

function toOffers(
  { publicUrl }: Ctx,
  row: CartContextRow,
  cached: ReadonlyMap<string, VariantData>,
  rules: PricingRules,
): Map<string, VariantOffer> {
  const offers = new Map<string, VariantOffer>()
  for (const [variantId, variant] of cached) {
    const price = variant.prices[row.currency]
    // What has no price in the currency is not on sale in it.
    if (!price) continue
    const [unitPrice, compareAt] = price
    const image = variant.image?.startsWith('/') ? publicUrl + variant.image : variant.image
    const collectionIds = row.collections[variant.productId] ?? []
    const inStock = row.stock[variantId]
    // What a checkout of this cart holds is not sold out to this cart.
    const available = inStock === undefined ? null : inStock + (row.held[variantId] ?? 0)
    const maxPerOrder = variant.maxQuantityPerOrder ?? rules.maxQuantityPerOrder
    offers.set(variantId, { ...variant, image, unitPrice, compareAt, collectionIds, available, maxPerOrder })
  }
  return offers
}

export const unitPriceIn =
  ({ offers }: Pick<CartContext, 'offers'>) =>
  (variantId: string): number =>
    offers.get(variantId)?.unitPrice ?? 0

type UsageCounts = Pick<CartContextRow, 'codes' | 'uses'> & { rules: PricingRules }

/** What a checkout of this cart has reserved is not used up to this cart: who buys it again gets what the other gives back. */
export function excludeOwnReservations<Row extends UsageCounts>(
  row: Row,
  reserved: CartContextRow['heldPromotions'],
): Row {
  if (reserved.length === 0) return row
  const isReserved = (promotionId: string) => reserved.some((one) => one.promotionId === promotionId)
  const restore = <Rule extends { id: string }>(promotion: Rule): Rule =>
    isReserved(promotion.id) ? { ...promotion, isExhausted: false } : promotion
  return {
    ...row,
    codes: row.codes.map((entry) => ({
      ...entry,
      isExhausted: entry.isExhausted && !reserved.some(({ code }) => code === entry.code),
      promotion: restore(entry.promotion),
    })),
    uses: row.uses.map((one) => {
      const own = reserved.filter((use) => use.promotionId === one.promotionId && use.customerKey === one.customerKey)
      return { ...one, uses: one.uses - own.length }
    }),
    rules: { ...row.rules, automatic: row.rules.automatic.map(restore) },
  }
}
