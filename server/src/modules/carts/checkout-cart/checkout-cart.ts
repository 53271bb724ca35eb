import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import type { TaxRequest } from '../../../ports/tax-engine.ts'
import type { PricingResult } from '../../../pricing/pricing-result.ts'
import { findTaxDestination } from '../../../pricing/taxes.ts'
import { loadEngineAccess } from '../../taxes/taxes.ts'
import { applyBuyerDetails } from '../buyer-details.ts'
import { areSameTotals, computeTotals, type DisplayedTotals, EMPTY_CONTENTS, type StoredItem } from '../contents.ts'
import { assertCartOpen, type CartContext, loadCart } from '../loading/load-cart.ts'
import type { CartRow } from '../loading/rows.ts'
import { calculatePrices, type ResolvedCart, resolveCart } from '../resolve-cart.ts'
import type { CartChanges } from '../schemas.ts'
import * as queries from './queries.ts'

interface TaxableCart {
  resolved: ResolvedCart
  priced: PricingResult
  /** The cart's total before calling the engine; the engine's taxes may change it. */
  estimate?: number
}

/** A cart ready to be bought: current prices and stock, and the buyer details sent with the order. */
export interface CheckoutCart extends TaxableCart {
  cart: CartRow
  context: CartContext
}

/**
 * Runs one statement, plus one for rules or variants that changed or aren't cached. Throws 409 `cart_completed` for a
 * completed cart.
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

/** If the tax engine fails or returns an invalid response, the shop's own tax regions apply. */
async function applyTaxEngine<Ready extends TaxableCart>(ctx: Ctx, cart: Ready): Promise<Ready> {
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
  if (country === null || input.buyer.isTaxExempt || input.items.length === 0) return undefined
  const classes = new Map(input.items.map(({ id, taxClass, giftCard }) => [id, giftCard ? 'none' : taxClass]))
  return {
    currency: input.currency,
    pricesIncludeTax: input.taxes.pricesIncludeTax,
    to: { country, region, postalCode },
    items: priced.items.flatMap(({ id, variantId, quantity, subtotal, discount, giftPromotionId }) =>
      giftPromotionId === null
        ? [{ id, variantId, taxClass: classes.get(id) ?? 'standard', quantity, amount: subtotal - discount }]
        : [],
    ),
    shipping: priced.shipping.amount - priced.shipping.discount,
  }
}

/** What the order would cost, to compare with what the buyer saw. */
export const totalsOf = ({ priced }: CheckoutCart): DisplayedTotals => computeTotals(priced)

/** Whether the buyer saw what the order would cost. */
export const isDisplayed = (checkoutCart: CheckoutCart): boolean =>
  areSameTotals(checkoutCart.cart.contents.displayedTotals, totalsOf(checkoutCart))

/**
 * Whether the buyer saw what a read of the cart would show now: without details sent with the order, and before calling
 * a tax engine.
 */
export function isStoredCartDisplayed(ctx: Ctx, { cart, context }: CheckoutCart): boolean {
  const priced = calculatePrices(resolveCart(ctx, cart.contents, context).input)
  return areSameTotals(cart.contents.displayedTotals, computeTotals(priced))
}

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
  /** Version of the cart that the order was made from. */
  version: number
  items: StoredItem[]
}

/**
 * Turns the cart into the order. Returns whether it was still open or had already become this order. Completing and
 * ending a checkout both take this lock first, so that only one of them succeeds.
 */
export async function completeCart(
  ctx: Ctx,
  cartId: string,
  ordered: OrderedCart,
): Promise<'completed' | 'already_completed'> {
  const completed = await queries.completeCart(ctx, cartId, ordered)
  if (completed) {
    if (completed.version !== ordered.version) await queries.replaceItems(ctx, cartId, ordered.items)
    return 'completed'
  }
  const other = await queries.findOrderId(ctx, cartId)
  if (other?.orderId === ordered.orderId) return 'already_completed'
  throw new AppError('cart_completed', 'This cart is already another order.', {
    fields: { orderId: other?.orderId ?? null },
  })
}

/**
 * Returns false if the cart pays with other points, has become an order, or a checkout is in progress. The cart must be
 * locked.
 */
export const removePoints = async (ctx: Ctx, cartId: string, tender: queries.CartPoints): Promise<boolean> =>
  (await queries.removePoints(ctx, cartId, tender)) === 1

/** Until the transaction ends, no other request can complete or end a checkout of this cart. */
export const lockCart = (ctx: Ctx, cartId: string): Promise<number> => queries.lockCart(ctx, cartId)
