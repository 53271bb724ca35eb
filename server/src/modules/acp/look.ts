import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { readCart } from '../carts/carts.ts'
import type { Rates } from '../carts/rate-schemas.ts'
import { listRates } from '../carts/rates.ts'
import type { Cart } from '../carts/schemas.ts'
import { findCheckoutOf } from '../checkout/checkout.ts'
import { getOrder } from '../orders/orders.ts'
import { authenticationNeeds, getMerchant, type Merchant } from '../payments/merchant.ts'
import { listPublished } from '../policies/policies.ts'
import { couponsOf } from './coupons.ts'
import { failure, isShort, missingIn, newsOf, toRefusedCode, warning } from './messages.ts'
import * as queries from './queries.ts'
import type { SessionRow } from './rows.ts'
import type { AcpSession, Message, SessionStatus } from './shapes.ts'
import { ofCart, ofPlaced } from './shown.ts'
import { toAcpOrder } from './to-order.ts'
import { toSession, type View } from './to-session.ts'

export type Checkout = NonNullable<Awaited<ReturnType<typeof findCheckoutOf>>>

export async function findRow(ctx: Ctx, id: string): Promise<SessionRow> {
  const row = await queries.findSession(ctx, id)
  if (!row) throw notFound('checkout session', id)
  return row
}

/** What was just read need not be read again. */
export interface Known {
  cart?: Cart
  rates?: Rates['data']
}

/** The session as it is now: of the cart while it can be changed, of what was placed once it is being paid. */
export async function look(ctx: Ctx, row: SessionRow, known: Known = {}): Promise<AcpSession> {
  const [checkout, policies, merchant] = [
    await findCheckoutOf(ctx, row.cartId),
    await listPublished(ctx),
    await getMerchant(ctx),
  ]
  const shared = { row, merchant, policies }
  const view = checkout
    ? await viewOfCheckout(ctx, row, checkout, merchant)
    : await viewOfCart(ctx, row, known.cart ?? (await readCart(ctx, row.cartId)), known.rates)
  const coupons = row.data.hasDiscounts ? await couponsOf(ctx, view.shown) : new Map()
  return toSession(ctx, { ...shared, ...view, coupons })
}

type Part = Omit<View, 'row' | 'merchant' | 'policies' | 'coupons'>

async function viewOfCheckout(ctx: Ctx, row: SessionRow, checkout: Checkout, merchant: Merchant): Promise<Part> {
  const { number, orderId, payment, placed, expiresAt } = checkout
  const shown = ofPlaced(placed)
  const base = { shown, rates: [], refusedCodes: row.data.refusedCodes, expiresAt, authentication: null }
  if (number !== null) {
    const order = await toAcpOrder(ctx, await getOrder(ctx, orderId), row.id)
    return { ...base, status: 'completed', messages: [], expiresAt: null, continueUrl: null, order }
  }
  if (payment?.status !== 'needs_action') {
    const content = 'The payment is on its way: look at this session again, or wait for the event.'
    const message: Message = { type: 'info', content_type: 'plain', content }
    return { ...base, status: 'complete_in_progress', messages: [message], continueUrl: null, order: null }
  }
  const authentication = row.data.interventions.includes('3ds') ? authenticationNeeds(merchant, payment) : null
  const content = authentication
    ? 'The buyer’s bank requires authentication: authenticate the buyer, then complete with the result.'
    : `The buyer’s bank requires authentication: send the buyer to ${payment.actionUrl} to finish the payment.`
  return {
    ...base,
    status: authentication ? 'authentication_required' : 'requires_escalation',
    messages: [failure({ code: 'requires_3ds', content }, 'requires_buyer_input')],
    authentication,
    continueUrl: payment.actionUrl,
    order: null,
  }
}

async function viewOfCart(ctx: Ctx, row: SessionRow, cart: Cart, known: Known['rates']): Promise<Part> {
  const { notices } = row.data
  const isTold = ({ code, param }: Message) => notices.some((one) => one.code === code && one.param === param)
  const missing = missingIn(cart)
  const refusedCodes = refusedIn(row, cart)
  const messages = [
    ...notices,
    ...newsOf(cart),
    ...missing.filter((message) => !isTold(message)),
    ...refusedCodes.map(({ code, reason, message }) =>
      warning({ code: reason, content: message, param: `$.discounts.codes[?@=='${code.replaceAll(/['\\]/g, '')}']` }),
    ),
  ]
  const isStuck = missing.length > 0 || row.data.isShort || isShort(cart)
  const status: SessionStatus = isStuck ? 'not_ready_for_payment' : 'ready_for_payment'
  const isOpen = row.canceledAt === null
  return {
    shown: ofCart(cart, await shortOf(ctx, cart)),
    status: isOpen ? status : 'canceled',
    messages: isOpen ? messages : [{ type: 'info', content_type: 'plain', content: 'This session is canceled.' }],
    rates: isOpen ? (known ?? (await ratesFor(ctx, cart))) : [],
    refusedCodes,
    expiresAt: cart.expiresAt,
    authentication: null,
    continueUrl: null,
    order: null,
  }
}

/** What is sold on when it is out, and is: those that share a variant share its stock. */
async function shortOf(ctx: Ctx, { items }: Cart): Promise<ReadonlySet<string>> {
  const endless = items.filter(({ maxQuantity }) => maxQuantity === null)
  if (endless.length === 0) return new Set()
  const wantedOf = (id: string) =>
    endless.reduce((sum, { variantId, quantity }) => sum + (variantId === id ? quantity : 0), 0)
  const shelves = await queries.listSoldOn(ctx, [...new Set(endless.map(({ variantId }) => variantId))])
  return new Set(shelves.flatMap(({ variantId, available }) => (available < wantedOf(variantId) ? [variantId] : [])))
}

function refusedIn({ data }: SessionRow, { rejectedPromotions }: Cart): View['refusedCodes'] {
  const told = rejectedPromotions.filter(({ code }) => code !== null).map(toRefusedCode)
  return [...told, ...data.refusedCodes.filter(({ code }) => told.every((one) => one.code !== code))]
}

/** Each with a price that holds for a while. */
export async function ratesFor(ctx: Ctx, { id, items, shipping, shippingAddress }: Cart): Promise<Rates['data']> {
  if (items.length === 0 || !shipping.required || !shippingAddress) return []
  const { data } = await listRates(ctx, { cartId: id })
  return data.filter(({ type }) => type !== 'pickup')
}
