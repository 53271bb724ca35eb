import type { Ctx } from '../../../ctx.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { IdempotentReplay, type StoredResponse } from '../../../kit/idempotency.ts'
import type { Image } from '../../files/schemas.ts'
import { canAccessCart, signedInKeyOf } from '../cart-owner.ts'
import { type CartContents, EMPTY_CONTENTS } from '../contents.ts'
import type { VariantOffer } from '../schemas.ts'
import * as queries from './cart-queries.ts'
import {
  getCachedRules,
  getCachedVariants,
  type PricingRules,
  prefetchPricing,
  refreshPricingCache,
} from './pricing-cache.ts'
import type { CartContextRow, CartRow, VariantData } from './rows.ts'

/** Everything a price depends on. */
export interface CartContext
  extends Pick<
    CartContextRow,
    'cart' | 'currency' | 'codes' | 'giftCards' | 'points' | 'storeCredit' | 'customers' | 'uses'
  > {
  offers: ReadonlyMap<string, VariantOffer>
  rules: PricingRules
}

/** A repeated request, with its cart's current state. */
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
  customerId: null,
  pointsCustomerId: null,
  wantsPoints: false,
}

/**
 * Runs one statement, plus one for data this server hasn't cached, unless a prefetch already started. The second may
 * see newer data than the first; checkout shows the buyer any price that differs from the displayed one.
 */
export async function loadCart(
  ctx: Ctx,
  lookup: Partial<queries.CartLookup>,
  prefetch?: Promise<void>,
): Promise<CartContext> {
  const row = hideForeignCart(ctx, await queries.loadCart(ctx, toFullLookup(ctx, lookup)))
  if (row.answered) throw row.cart ? new ReplayedCart(row.answered, row.cart) : new IdempotentReplay(row.answered)
  let { cached, uncached, rules } = readCaches(ctx, row)
  if (prefetch && (!rules || uncached.length > 0)) {
    await prefetch
    ;({ cached, uncached, rules } = readCaches(ctx, row))
  }
  if (!rules || uncached.length > 0) {
    const missing = { variantIds: uncached, skus: [], cartId: '' }
    const read = await refreshPricingCache(ctx, missing, rules ? undefined : row.pricingVersion)
    for (const { data: variant } of read.variants)
      if (variant.variantId in row.offers) cached.set(variant.variantId, variant)
    rules ??= read.rules
  }
  return excludeOwnReservations(
    { ...row, offers: toOffers(ctx, row, cached, await rules), rules: await rules },
    row.heldPromotions,
  )
}

/** A cart that the request must not see does not exist for it. */
const hideForeignCart = (ctx: Ctx, row: CartContextRow): CartContextRow =>
  row.cart && !canAccessCart(ctx, row.cart.contents) ? { ...row, cart: null } : row

/** Prices depend on the signed-in customer even before the cart is theirs. */
function toFullLookup(ctx: Ctx, lookup: Partial<queries.CartLookup>): queries.CartLookup {
  const full = { ...EMPTY_LOOKUP, ...lookup }
  if (!ctx.customer) return full
  return {
    ...full,
    customerId: full.customerId ?? ctx.customer.id,
    customerKey: full.customerKey ?? signedInKeyOf(ctx),
  }
}

const readCaches = (ctx: Ctx, { offers, pricingVersion }: CartContextRow) => ({
  ...getCachedVariants(ctx, offers),
  rules: getCachedRules(ctx, pricingVersion),
})

/**
 * A cart change takes at most three round trips, and looking up the caller takes one. For such callers, possibly
 * missing data is prefetched in parallel with the first statement. Requests that don't need it don't wait.
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
    // A variant without a price in the currency is not for sale in it.
    if (!price) continue
    const [unitPrice, compareAt] = price
    const image = variant.image && withPublicUrl(variant.image, publicUrl)
    const collectionIds = row.collections[variant.productId] ?? []
    const inStock = row.stock[variantId]
    // Stock held by this cart's own checkout is available to this cart.
    const available = inStock === undefined ? null : inStock + (row.held[variantId] ?? 0)
    const maxPerOrder = variant.maxQuantityPerOrder ?? rules.maxQuantityPerOrder
    offers.set(variantId, { ...variant, image, unitPrice, compareAt, collectionIds, available, maxPerOrder })
  }
  return offers
}

/** Uploaded files are stored without the host. */
const withPublicUrl = (image: Image, publicUrl: string): Image =>
  image.url.startsWith('/') ? { ...image, url: publicUrl + image.url } : image

export const unitPriceIn =
  ({ offers }: Pick<CartContext, 'offers'>) =>
  (variantId: string): number =>
    offers.get(variantId)?.unitPrice ?? 0

type UsageCounts = Pick<CartContextRow, 'codes' | 'uses'> & { rules: PricingRules }

/** Uses reserved by this cart's own checkout don't count against it: its next checkout takes them over. */
export function excludeOwnReservations<Row extends UsageCounts>(
  row: Row,
  reserved: CartContextRow['heldPromotions'],
): Row {
  if (reserved.length === 0) return row
  const isReserved = (promotionId: string) => reserved.some((one) => one.promotionId === promotionId)
  const restore = <Rule extends { id: string }>(promotion: Rule): Rule =>
    isReserved(promotion.id) ? { ...promotion, exhausted: false } : promotion
  return {
    ...row,
    codes: row.codes.map((entry) => ({
      ...entry,
      exhausted: entry.exhausted && !reserved.some(({ code }) => code === entry.code),
      promotion: restore(entry.promotion),
    })),
    uses: row.uses.map((one) => {
      const own = reserved.filter((use) => use.promotionId === one.promotionId && use.customerKey === one.customerKey)
      return { ...one, uses: one.uses - own.length }
    }),
    rules: { ...row.rules, automatic: row.rules.automatic.map(restore) },
  }
}

/**
 * Returns the contents of the referenced cart, if any: the same that GET shows, and only in the cart's own currency.
 */
export function getReferencedContents(
  { cart }: CartContext,
  reference: { cartId?: string; currency?: string },
): CartContents {
  const { cartId, currency } = reference
  if (cartId === undefined) return EMPTY_CONTENTS
  const row = assertCartExists(cart, cartId)
  if (currency !== undefined && currency !== row.currency) {
    const message = `This cart is in ${row.currency}. Omit currency, or send items instead of cartId.`
    throw invalidRequest(message, [{ path: '/currency', message: `must be ${row.currency}, the cart’s currency` }])
  }
  return row.contents
}

export function assertCartExists(cart: CartRow | null, id: string): CartRow {
  if (!cart || cart.status === 'expired') throw notFound('cart', id)
  return cart
}

export function assertCartOpen(row: CartRow | null, id: string): CartRow {
  const cart = assertCartExists(row, id)
  if (cart.status === 'completed') {
    throw new AppError('cart_completed', 'This cart is already an order. Create a new cart.', {
      fields: { orderId: cart.orderId },
    })
  }
  return cart
}
