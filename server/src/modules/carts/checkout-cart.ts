import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { TaxRequest } from '../../ports/tax-engine.ts'
import type { PricingResult } from '../pricing/pricing-result.ts'
import { findTaxDestination } from '../pricing/taxes.ts'
import { loadEngineAccess } from '../taxes/engine.ts'
import { applyBuyerDetails } from './buyer-details.ts'
import { calculatePrices } from './calculate-prices.ts'
import { assertCartOpen } from './carts.ts'
import { EMPTY_CONTENTS, type StoredLineItem } from './contents.ts'
import { type CartContext, loadCart } from './loading/load-cart.ts'
import type { CartRow } from './loading/rows.ts'
import * as queries from './queries.ts'
import type { CartChanges } from './request-schemas.ts'
import { type ResolvedCart, resolveCart } from './resolve-cart.ts'

/** A cart ready to be bought: current prices and stock, and the buyer details sent with the order. */
export interface CheckoutCart extends TaxableCart {
  cart: CartRow
  context: CartContext
}

/**
 * Runs one statement, plus one for rules or variants that changed or aren't cached. Throws 409 `cart_completed` for an
 * ordered cart.
 */
export async function loadCheckoutCart(ctx: Ctx, cartId: string, buyerDetails: CartChanges): Promise<CheckoutCart> {
  // Uses are counted for the customer in the request, who is not stored yet.
  const { customerKey } = applyBuyerDetails(ctx, EMPTY_CONTENTS, buyerDetails)
  const context = await loadCart(ctx, { cartId, customerKey })
  const cart = assertCartOpen(context.cart, cartId)
  const resolved = resolveCart(ctx, applyBuyerDetails(ctx, cart.contents, buyerDetails), context)
  const checkoutCart: CheckoutCart = { cart, context, resolved, priced: calculatePrices(resolved.input) }
  return context.rules.hasTaxEngine ? applyTaxEngine(ctx, checkoutCart) : checkoutCart
}

/**
 * The prices a read of the cart would show now: without details sent with the order, and before calling a tax engine.
 */
export const priceStoredCart = (ctx: Ctx, { cart, context }: CheckoutCart): PricingResult =>
  calculatePrices(resolveCart(ctx, cart.contents, context).input)

/**
 * Stores promotions that the checkout rejected for this customer. A visitor's cart doesn't count the uses of the
 * email address's owner, so the next read needs this. The buyer has not seen it yet: neither version nor displayed
 * totals change.
 */
export async function recordUsedUpPromotions(ctx: Ctx, { cart, resolved }: CheckoutCart, ids: readonly string[]) {
  const { customerKey } = resolved.contents
  if (customerKey === null) return
  const { usedUp } = cart.contents
  const earlier = usedUp?.customerKey === customerKey ? usedUp.promotionIds : []
  const contents = { ...cart.contents, usedUp: { customerKey, promotionIds: [...new Set([...earlier, ...ids])] } }
  await queries.saveUsedUpPromotions(ctx, { id: cart.id, version: cart.version, contents })
}

export interface OrderedCart extends queries.CartCompletion {
  /** Version of the cart that the order was made from; undefined in checkouts created before it was recorded. */
  version: number | undefined
  items: StoredLineItem[]
}

/**
 * Turns the cart into the order. Returns whether it was still open or had already become this order. Completing and
 * ending a checkout both take this lock first, so that only one of them succeeds.
 */
export async function finishCart(ctx: Ctx, cartId: string, ordered: OrderedCart): Promise<'done' | 'before'> {
  const finished = await queries.finishCart(ctx, cartId, ordered)
  if (finished) {
    if (ordered.version !== undefined && finished.version !== ordered.version) {
      await queries.replaceLineItems(ctx, cartId, ordered.items)
    }
    return 'done'
  }
  const other = await queries.findOrderId(ctx, cartId)
  if (other?.orderId === ordered.orderId) return 'before'
  throw new AppError('cart_completed', 'This cart is already another order.', {
    fields: { orderId: other?.orderId ?? null },
  })
}

/** Until the transaction ends, no other request can complete or end a checkout of this cart. */
export const lockCart = (ctx: Ctx, cartId: string): Promise<number> => queries.lockCart(ctx, cartId)

export interface TaxableCart {
  resolved: ResolvedCart
  priced: PricingResult
  /** The cart's total before calling the engine; the engine's taxes may change it. */
  estimate?: number
}

/** If the tax engine fails or returns an invalid response, the shop's own tax regions apply. */
export async function applyTaxEngine<Ready extends TaxableCart>(ctx: Ctx, cart: Ready): Promise<Ready> {
  const request = toTaxRequest(cart)
  const engine = request && (await loadEngineAccess(ctx))
  if (!engine) return cart
  try {
    const taxBreakdown = await ctx.external.taxEngineAt(engine).calculate(request, ctx.signal)
    const priced = calculatePrices({ ...cart.resolved.input, taxBreakdown })
    return { ...cart, priced, estimate: cart.priced.totals.total }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the tax engine did not respond; using the tax regions')
    return cart
  }
}

function toTaxRequest({ resolved: { input }, priced }: TaxableCart): TaxRequest | undefined {
  const { country, region, postalCode } = findTaxDestination(input, priced.shipping)
  if (country === null || input.buyer.isTaxExempt || input.lines.length === 0) return undefined
  const classes = new Map(input.lines.map(({ id, taxClass, giftCard }) => [id, giftCard ? 'none' : taxClass]))
  return {
    currency: input.currency,
    pricesIncludeTax: input.taxes.pricesIncludeTax,
    to: { country, region, postalCode },
    items: priced.lines.flatMap(({ id, variantId, quantity, subtotal, discount, giftPromotionId }) =>
      giftPromotionId === null
        ? [{ id, variantId, taxClass: classes.get(id) ?? 'standard', quantity, amount: subtotal - discount }]
        : [],
    ),
    shipping: priced.shipping.amount - priced.shipping.discount,
  }
}
