import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { Priced } from '../pricing/priced.ts'
import { cartToBuy, change } from './carts.ts'
import { type Contents, EMPTY, type StoredLine } from './contents.ts'
import { type Loaded, load } from './offers.ts'
import { price } from './price.ts'
import * as queries from './queries.ts'
import type { CartChanges } from './request-schemas.ts'
import type { CartRow } from './rows.ts'
import { withSaid } from './said.ts'
import { setStage } from './stage.ts'
import { type Told, withToldTaxes } from './told-taxes.ts'

/** A cart as it is to be bought: with today's prices, what is left, and what the buyer has said with the order. */
export interface ReadyCart extends Told {
  cart: CartRow
  row: Loaded
}

/** One statement, and one more for rules or offers that have changed or are new to this server. 409 `cart_finished` for one that was bought. */
export async function readyCart(ctx: Ctx, cartId: string, said: CartChanges): Promise<ReadyCart> {
  // Uses are counted by the new address, which the database does not know yet.
  const { customerKey } = withSaid(ctx, EMPTY, said)
  const row = await load(ctx, { cartId, customerKey })
  const cart = cartToBuy(row.cart, cartId)
  const stage = setStage(ctx, withSaid(ctx, cart.contents, said), row)
  const ready = { cart, row, stage, priced: price(stage.input) }
  return row.rules.hasTaxEngine ? withToldTaxes(ctx, ready) : ready
}

/** What it costs today if it is shipped to where, and as, the cart has it. */
export function asShown(ctx: Ctx, { cart, row, stage }: ReadyCart): Priced {
  const { country, shippingAddress, billingAddress, shipping } = cart.contents
  const shown = { ...stage.contents, country, shippingAddress, billingAddress, shipping }
  return price(setStage(ctx, shown, row).input)
}

/** Writes into the cart what the buyer has said and was told just now: what is gone, and what costs something else. */
export function acceptChanges(ctx: Ctx, cartId: string, said: CartChanges) {
  const { customerKey } = withSaid(ctx, EMPTY, said)
  return change(ctx, cartId, { look: { customerKey }, make: (contents) => withSaid(ctx, contents, said) })
}

/**
 * Promotions that the checkout refused this buyer: from now on the cart is reckoned without them. Who they are is written with it,
 * since it may have come with the request: to somebody else they may not be refused.
 */
export const withoutPromotions = (ctx: Ctx, { cart, stage }: ReadyCart, ids: readonly string[]) => {
  const { email, customer, customerKey } = stage.contents
  const make = (contents: Contents) => {
    const usedUp = [...new Set([...(contents.usedUp ?? []), ...ids])]
    return { ...contents, email, customer, customerKey, usedUp }
  }
  return change(ctx, cart.id, { look: { customerKey }, make })
}

export interface Bought extends queries.Finished {
  /** Of the cart of which the order was made; checkouts from before it was noted do not know it. */
  version: number | undefined
  lines: StoredLine[]
}

/**
 * The cart becomes the order, and shows what was ordered. Says whether it was still open, or has become this very order before.
 * Whoever completes or ends a checkout takes this lock first, so that of two only one does.
 */
export async function finishCart(ctx: Ctx, cartId: string, bought: Bought): Promise<'done' | 'before'> {
  const finished = await queries.finishCart(ctx, cartId, bought)
  if (finished) {
    if (bought.version !== undefined && finished.version !== bought.version) {
      await queries.setLines(ctx, cartId, bought.lines)
    }
    return 'done'
  }
  const other = await queries.findOrderOf(ctx, cartId)
  if (other?.orderId === bought.orderId) return 'before'
  throw new AppError('cart_finished', `This cart has become another order, ${other?.orderId ?? 'which is gone'}.`)
}

/** Until the transaction ends nobody completes or ends a checkout of this cart. */
export const lockCart = (ctx: Ctx, cartId: string): Promise<number> => queries.lockCart(ctx, cartId)
