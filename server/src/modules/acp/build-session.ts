import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { readCart } from '../carts/carts.ts'
import type { Cart } from '../carts/schemas.ts'
import type { ShippingQuote } from '../carts/shipping-rates/schemas.ts'
import { listShippingRates } from '../carts/shipping-rates/shipping-rates.ts'
import { findCheckoutByCart } from '../checkout/checkout.ts'
import { getOrder } from '../orders/orders.ts'
import { authenticationRequirements, getMerchant, type Merchant } from '../payments/merchant/merchant.ts'
import { listPublishedPolicies } from '../policies/policies.ts'
import { loadCoupons } from './coupons.ts'
import {
  blockingMessages,
  errorMessage,
  hasStockWarnings,
  itemMessages,
  toRejectedCode,
  warningMessage,
} from './messages.ts'
import type { AcpSession, Message, SessionStatus } from './protocol.ts'
import * as queries from './queries.ts'
import type { SessionRow } from './session-row.ts'
import { viewCart, viewSnapshot } from './session-view.ts'
import { toAcpOrder } from './to-order.ts'
import { type SessionState, toSession } from './to-session.ts'

export type Checkout = NonNullable<Awaited<ReturnType<typeof findCheckoutByCart>>>

export async function getSessionRow(ctx: Ctx, id: string): Promise<SessionRow> {
  const row = await queries.findSession(ctx, id)
  if (!row) throw notFound('checkout session', id)
  return row
}

/** Passes on what the caller has just loaded. */
export interface LoadedCart {
  cart?: Cart
  rates?: ShippingQuote[]
}

/** The current session: from the cart while it can be changed, from the order snapshot once it is being paid. */
export async function buildSession(ctx: Ctx, row: SessionRow, loaded: LoadedCart = {}): Promise<AcpSession> {
  const [checkout, policies, merchant] = [
    await findCheckoutByCart(ctx, row.cartId),
    await listPublishedPolicies(ctx),
    await getMerchant(ctx),
  ]
  const shared = { row, merchant, policies }
  const state = checkout
    ? await checkoutState(ctx, row, checkout, merchant)
    : await cartState(ctx, row, loaded.cart ?? (await readCart(ctx, row.cartId)), loaded.rates)
  const coupons = row.data.hasDiscounts ? await loadCoupons(ctx, state.sessionView) : new Map()
  return toSession(ctx, { ...shared, ...state, coupons })
}

type PartialState = Omit<SessionState, 'row' | 'merchant' | 'policies' | 'coupons'>

async function checkoutState(ctx: Ctx, row: SessionRow, checkout: Checkout, merchant: Merchant): Promise<PartialState> {
  const { number, orderId, payment, snapshot, expiresAt } = checkout
  const sessionView = viewSnapshot(snapshot)
  const base = { sessionView, rates: [], rejectedCodes: row.data.rejectedCodes, expiresAt, authentication: null }
  if (number !== null) {
    const order = await toAcpOrder(ctx, await getOrder(ctx, orderId), row.id)
    return { ...base, status: 'completed', messages: [], expiresAt: null, continueUrl: null, order }
  }
  if (payment?.status !== 'requires_action') {
    const content = 'The payment is processing. Retrieve this session again, or wait for the webhook.'
    const message: Message = { type: 'info', content_type: 'plain', content }
    return { ...base, status: 'complete_in_progress', messages: [message], continueUrl: null, order: null }
  }
  const authentication = row.data.interventions.includes('3ds') ? authenticationRequirements(merchant, payment) : null
  const content = authentication
    ? 'The buyer’s bank requires authentication. Authenticate the buyer, then complete the session with the result.'
    : `The buyer’s bank requires authentication. Send the buyer to ${payment.actionUrl} to finish the payment.`
  return {
    ...base,
    status: authentication ? 'authentication_required' : 'requires_escalation',
    messages: [errorMessage({ code: 'requires_3ds', content }, 'requires_buyer_input')],
    authentication,
    continueUrl: payment.actionUrl,
    order: null,
  }
}

async function cartState(
  ctx: Ctx,
  row: SessionRow,
  cart: Cart,
  loadedRates: LoadedCart['rates'],
): Promise<PartialState> {
  const { notices } = row.data
  const isReported = ({ code, param }: Message) => notices.some((one) => one.code === code && one.param === param)
  const missing = blockingMessages(cart)
  const rejectedCodes = listRejectedCodes(row, cart)
  const messages = [
    ...notices,
    ...itemMessages(cart),
    ...missing.filter((message) => !isReported(message)),
    ...rejectedCodes.map(({ code, reason, message }) =>
      warningMessage({
        code: reason,
        content: message,
        param: `$.discounts.codes[?@=='${code.replaceAll(/['\\]/g, '')}']`,
      }),
    ),
  ]
  const isBlocked = missing.length > 0 || row.data.hasStockProblems || hasStockWarnings(cart)
  const status: SessionStatus = isBlocked ? 'not_ready_for_payment' : 'ready_for_payment'
  const isOpen = row.canceledAt === null
  return {
    sessionView: viewCart(cart, await findBackordered(ctx, cart)),
    status: isOpen ? status : 'canceled',
    messages: isOpen ? messages : [{ type: 'info', content_type: 'plain', content: 'This session is canceled.' }],
    rates: isOpen ? (loadedRates ?? (await listSessionRates(ctx, cart))) : [],
    rejectedCodes,
    expiresAt: cart.expiresAt,
    authentication: null,
    continueUrl: null,
    order: null,
  }
}

/** Backordered variants: sold beyond their stock. Items of the same variant share its stock. */
async function findBackordered(ctx: Ctx, { items }: Cart): Promise<ReadonlySet<string>> {
  const unlimited = items.filter(({ maxQuantity }) => maxQuantity === null)
  if (unlimited.length === 0) return new Set()
  const requestedQuantity = (id: string) =>
    unlimited.reduce((sum, { variantId, quantity }) => sum + (variantId === id ? quantity : 0), 0)
  const stock = await queries.listBackorderStock(ctx, [...new Set(unlimited.map(({ variantId }) => variantId))])
  return new Set(
    stock.flatMap(({ variantId, available }) => (available < requestedQuantity(variantId) ? [variantId] : [])),
  )
}

function listRejectedCodes({ data }: SessionRow, { rejectedPromotions }: Cart): SessionState['rejectedCodes'] {
  const rejected = rejectedPromotions.filter(({ code }) => code !== null).map(toRejectedCode)
  return [...rejected, ...data.rejectedCodes.filter(({ code }) => rejected.every((one) => one.code !== code))]
}

/** Each rate has a quote that holds for a while. */
export async function listSessionRates(
  ctx: Ctx,
  { id, items, shipping, shippingAddress }: Cart,
): Promise<ShippingQuote[]> {
  if (items.length === 0 || !shipping.required || !shippingAddress) return []
  const { data } = await listShippingRates(ctx, { cartId: id })
  return data.filter(({ type }) => type !== 'pickup')
}
