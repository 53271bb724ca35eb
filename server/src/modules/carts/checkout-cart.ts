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

/** A cart as it is to be bought: with today's prices, what is left, and what the buyer has said with the order. */
export interface CheckoutCart extends TaxableCart {
  cart: CartRow
  context: CartContext
}

/** One statement, and one more for rules or offers that have changed or are new to this server. 409 `cart_finished` for one that was bought. */
export async function loadCheckoutCart(ctx: Ctx, cartId: string, buyerDetails: CartChanges): Promise<CheckoutCart> {
  // Uses are counted by the new address, which the database does not know yet.
  const { customerKey } = applyBuyerDetails(ctx, EMPTY_CONTENTS, buyerDetails)
  const context = await loadCart(ctx, { cartId, customerKey })
  const cart = assertCartOpen(context.cart, cartId)
  const resolved = resolveCart(ctx, applyBuyerDetails(ctx, cart.contents, buyerDetails), context)
  const checkoutCart: CheckoutCart = { cart, context, resolved, priced: calculatePrices(resolved.input) }
  return context.rules.hasTaxEngine ? applyTaxEngine(ctx, checkoutCart) : checkoutCart
}

/** What a read of the cart would show now: without what comes with the order, and before a tax engine is asked. */
export const priceStoredCart = (ctx: Ctx, { cart, context }: CheckoutCart): PricingResult =>
  calculatePrices(resolveCart(ctx, cart.contents, context).input)

/**
 * Promotions that the checkout refused this customer. A visitor's cart does not count the uses of whoever owns the address, so this
 * is how the next read of the cart knows. The buyer has seen nothing of it yet: neither version nor shown totals change.
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
  /** Of the cart of which the order was made; checkouts from before it was noted do not know it. */
  version: number | undefined
  lines: StoredLineItem[]
}

/**
 * The cart becomes the order, and shows what was ordered. Says whether it was still open, or has become this very order before.
 * Whoever completes or ends a checkout takes this lock first, so that of two only one does.
 */
export async function finishCart(ctx: Ctx, cartId: string, ordered: OrderedCart): Promise<'done' | 'before'> {
  const finished = await queries.finishCart(ctx, cartId, ordered)
  if (finished) {
    if (ordered.version !== undefined && finished.version !== ordered.version) {
      await queries.replaceLineItems(ctx, cartId, ordered.lines)
    }
    return 'done'
  }
  const other = await queries.findOrderId(ctx, cartId)
  if (other?.orderId === ordered.orderId) return 'before'
  throw new AppError('cart_finished', `This cart has become another order, ${other?.orderId ?? 'which is gone'}.`)
}

/** Until the transaction ends nobody completes or ends a checkout of this cart. */
export const lockCart = (ctx: Ctx, cartId: string): Promise<number> => queries.lockCart(ctx, cartId)

export interface TaxableCart {
  resolved: ResolvedCart
  priced: PricingResult
  /** What the cart has said; the engine may have said something else. */
  estimate?: number
}

/** As the shop's tax engine says. One that does not answer, or badly, changes nothing: then the shop's own regions count. */
export async function applyTaxEngine<Ready extends TaxableCart>(ctx: Ctx, cart: Ready): Promise<Ready> {
  const request = toTaxRequest(cart)
  const engine = request && (await loadEngineAccess(ctx))
  if (!engine) return cart
  try {
    const taxBreakdown = await ctx.external.taxEngineAt(engine).calculate(request, ctx.signal)
    const priced = calculatePrices({ ...cart.resolved.input, taxBreakdown })
    return { ...cart, priced, estimate: cart.priced.totals.total }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the tax engine did not answer')
    return cart
  }
}

function toTaxRequest({ resolved: { input }, priced }: TaxableCart): TaxRequest | undefined {
  const { country, region, postcode } = findTaxDestination(input, priced.shipping)
  if (country === null || input.buyer.isTaxExempt || input.lines.length === 0) return undefined
  const classes = new Map(input.lines.map(({ id, taxClass, isGiftCard }) => [id, isGiftCard ? 'none' : taxClass]))
  return {
    currency: input.currency,
    pricesIncludeTax: input.taxes.pricesIncludeTax,
    to: { country, region, postcode },
    lines: priced.lines.flatMap(({ id, variantId, quantity, subtotal, discount, giftOf }) =>
      giftOf === null
        ? [{ id, variantId, taxClass: classes.get(id) ?? 'standard', quantity, amount: subtotal - discount }]
        : [],
    ),
    shipping: priced.shipping.amount - priced.shipping.discount,
  }
}
