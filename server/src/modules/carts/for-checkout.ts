import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { Priced } from '../pricing/priced.ts'
import { cartToBuy } from './carts.ts'
import { EMPTY, type StoredLine } from './contents.ts'
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

/** What a read of the cart would show now: without what comes with the order, and before a tax engine is asked. */
export const withoutOrder = (ctx: Ctx, { cart, row }: ReadyCart): Priced =>
  price(setStage(ctx, cart.contents, row).input)

/**
 * Promotions that the checkout refused this customer. A visitor's cart does not count the uses of whoever owns the address, so this
 * is how the next read of the cart knows. The buyer has seen nothing of it yet: neither version nor shown totals change.
 */
export async function notePromotionsUsedUp(ctx: Ctx, { cart, stage }: ReadyCart, ids: readonly string[]) {
  const { customerKey } = stage.contents
  if (customerKey === null) return
  const { usedUp } = cart.contents
  const before = usedUp?.customerKey === customerKey ? usedUp.promotionIds : []
  const contents = { ...cart.contents, usedUp: { customerKey, promotionIds: [...new Set([...before, ...ids])] } }
  await queries.writeUsedUp(ctx, { id: cart.id, version: cart.version, contents })
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
