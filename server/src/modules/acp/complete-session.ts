import type { Ctx } from '../../ctx.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { paymentReturnUrl } from '../buyer-pages/buyer-pages.ts'
import { readCart } from '../carts/carts.ts'
import type { Cart } from '../carts/schemas.ts'
import { cancelCheckout, confirmCheckout, findCheckoutByCart, payByCard } from '../checkout/checkout.ts'
import { authenticationRequirements, getMerchant } from '../payments/merchant/merchant.ts'
import { buildSession, type Checkout, getSessionRow } from './build-session.ts'
import { changeSession } from './change-session.ts'
import { AcpRequestError } from './errors.ts'
import { hasStockWarnings, toBusinessMessages } from './messages.ts'
import {
  parseAddress,
  parseAttributes,
  parseAuthentication,
  parseBuyer,
  parseContact,
  parsePaymentToken,
} from './parse-request.ts'
import type { AcpSession, Message } from './protocol.ts'
import * as queries from './queries.ts'
import type { CompleteRequest } from './schemas.ts'
import type { SessionData, SessionRow } from './session-row.ts'
import { assertOpen } from './sessions.ts'

/**
 * Buys the session for the total the agent was last shown. Whatever prevents the purchase is reported in the session's
 * messages.
 */
export async function completeSession(
  ctx: Ctx,
  id: string,
  input: CompleteRequest,
  request: string | null,
): Promise<AcpSession> {
  assertNoCardNumbers(ctx, { buyer: input.buyer, fulfillment_details: input.fulfillment_details })
  const row = await getSessionRow(ctx, id)
  const checkout = await findCheckoutByCart(ctx, row.cartId)
  if (!isRetry(row, checkout, request)) assertOpen(row, checkout?.number)
  if (row.data.hasStockProblems) return buildSession(ctx, row)
  const applyDetails = (data: SessionData) => applyCompletion(data, input, request)
  try {
    await paySession(ctx, row, input, { checkout, request, applyDetails })
    return buildSession(ctx, await changeSession(ctx, id, ({ data }) => applyDetails(data)))
  } catch (error) {
    const notices = error instanceof AppError ? toNotices(error) : undefined
    if (!notices) throw error
    return buildSession(
      ctx,
      await recordRejection(ctx, { ...row, data: applyDetails(row.data) }, error as AppError, {
        notices,
        applyDetails,
      }),
    )
  }
}

const applyCompletion = (data: SessionData, input: CompleteRequest, request: string | null): SessionData => ({
  ...data,
  buyer: input.buyer ? parseBuyer(input.buyer) : data.buyer,
  contact: input.fulfillment_details ? parseContact(input.fulfillment_details) : data.contact,
  attributes: parseAttributes(input, data.attributes),
  notices: [],
  completionRequest: request,
})

const isRetry = ({ data }: SessionRow, checkout: Checkout | undefined, request: string | null): boolean =>
  request !== null && (checkout?.requestKey === request || data.completionRequest === request)

/** The second of two concurrent completions gets the current session instead of an error. */
const IN_PROGRESS_CODES = ['checkout_in_progress', 'cart_completed']

const toNotices = (error: AppError): Message[] | undefined =>
  IN_PROGRESS_CODES.includes(error.code) ? [] : toBusinessMessages(error)

interface CompletionAttempt {
  checkout: Checkout | undefined
  request: string | null
  applyDetails: (data: SessionData) => SessionData
}

async function paySession(
  ctx: Ctx,
  row: SessionRow,
  input: CompleteRequest,
  attempt: CompletionAttempt,
): Promise<void> {
  const { checkout, request, applyDetails } = attempt
  const pendingCheckout =
    checkout?.status === 'active' && checkout.payment?.status === 'requires_action' ? checkout : undefined
  const paymentMethod = parsePaymentToken(input)
  if (pendingCheckout && (request === null || checkout?.requestKey !== request)) {
    await changeSession(ctx, row.id, ({ data }) => applyDetails(data))
    return continueAuthentication(ctx, row, pendingCheckout, input)
  }
  if (checkout && checkout.number !== null) return
  const { billing_address: billing } = input.payment_data
  const { currency, shippingAddress } = await readCart(ctx, row.cartId)
  assertSameAddress(input, shippingAddress)
  const recipient = recipientOf(input)
  const cart = {
    ...(input.buyer && { email: input.buyer.email }),
    ...(billing && { billingAddress: parseAddress(billing) }),
    ...(input.order_notes !== undefined && { note: input.order_notes.trim() || null }),
    ...(shippingAddress && recipient && { shippingAddress: { ...shippingAddress, ...recipient } }),
    attributes: applyDetails(row.data).attributes,
  }
  const result = input.authentication_result
  await payByCard(ctx, {
    cartId: row.cartId,
    buyerDetails: cart,
    expectedTotal: { amount: row.data.shownTotal, currency },
    paymentMethod,
    captureMethod: 'automatic',
    returnUrl: paymentReturnUrl(ctx),
    ...(result && { authentication: parseAuthentication(result) }),
    requestKey: request,
    origin: { kind: 'acp', source: 'agent' },
    // A session canceled at the same moment must not be charged after the agent received the cancellation.
    beforeCharge: async () => assertOpen(await getSessionRow(ctx, row.id), null),
  })
}

/** Shipping and taxes depend on the address: a new one needs an update first, so that the buyer sees its price. */
function assertSameAddress({ fulfillment_details: details }: CompleteRequest, current: Cart['shippingAddress']): void {
  if (!details?.address) return
  const { name: _, phone: __, ...address } = parseAddress(details.address)
  const isSame = Object.entries(address).every(([field, value]) => current?.[field as keyof typeof address] === value)
  if (isSame) return
  const message = 'The address can’t change on completion. Update the session, show the new total, then complete it.'
  throw new AcpRequestError('conflict', message, { code: 'conflict', param: '$.fulfillment_details.address' })
}

/** The recipient at the same address doesn't affect the price, so it may change until the end. */
function recipientOf({ fulfillment_details: details }: CompleteRequest): { name?: string; phone?: string } | undefined {
  const name = details?.address?.name?.trim() || details?.name?.trim()
  const phone = details?.phone_number?.trim()
  return name || phone ? { ...(name && { name }), ...(phone && { phone }) } : undefined
}

/** Continues after the buyer was authenticated, by the agent or on the bank's page. */
async function continueAuthentication(
  ctx: Ctx,
  row: SessionRow,
  pendingCheckout: Checkout,
  input: CompleteRequest,
): Promise<void> {
  if (!input.authentication_result) {
    const { payment } = pendingCheckout
    const isAgentAuthenticated = row.data.interventions.includes('3ds')
    if (!isAgentAuthenticated || !payment || !authenticationRequirements(await getMerchant(ctx), payment)) {
      await confirmCheckout(ctx, pendingCheckout.id, {})
      return
    }
    const message = 'The buyer’s bank requires authentication. Send the authentication_result.'
    throw new AcpRequestError('invalid_request', message, { code: 'requires_3ds', param: '$.authentication_result' })
  }
  const authentication = parseAuthentication(input.authentication_result)
  const paymentMethod = parsePaymentToken(input)
  if (paymentMethod === undefined) {
    throw invalidRequest('A payment method is required.', [
      { path: '/paymentMethod', message: 'is required because an amount is due' },
    ])
  }
  await confirmCheckout(ctx, pendingCheckout.id, { paymentMethod, authentication, returnUrl: paymentReturnUrl(ctx) })
}

/** The total the agent agreed to stays: only a read or an update of the session accepts another one. */
async function recordRejection(
  ctx: Ctx,
  row: SessionRow,
  { code, details }: AppError,
  { notices, applyDetails }: { notices: Message[] } & Pick<CompletionAttempt, 'applyDetails'>,
): Promise<SessionRow> {
  const isOpen = (await findCheckoutByCart(ctx, row.cartId)) === undefined
  if (!isOpen) return row
  return changeSession(ctx, row.id, async ({ data }) => {
    const cart = await readCart(ctx, row.cartId)
    const hasNewStockProblems = code === 'out_of_stock' || code === 'insufficient_stock' || hasStockWarnings(cart)
    const actual = details?.find(({ path }) => path === '/expectedTotal')?.amount?.amount
    const rejectedTotal = actual === cart.totals.total.amount ? undefined : actual
    return {
      ...applyDetails(data),
      notices,
      hasStockProblems: data.hasStockProblems || hasNewStockProblems,
      rejectedTotal,
    }
  })
}

/** Releases all holds and prevents payment. A completed or canceled session returns 405, as the protocol requires. */
export async function cancelSession(ctx: Ctx, id: string): Promise<AcpSession> {
  const row = await getSessionRow(ctx, id)
  const checkout = await findCheckoutByCart(ctx, row.cartId)
  if (row.canceledAt !== null || (checkout && checkout.number !== null)) throw notCancelable(row)
  // Mark it first: `beforeCharge` checks the mark once everything is held.
  const canceled = await queries.markCanceled(ctx, id, ctx.now)
  const active = await findCheckoutByCart(ctx, row.cartId)
  try {
    if (active && (await hasBecomeOrder(ctx, active))) throw notCancelable(row)
  } catch (error) {
    // It may still be paid: no agent received a cancellation, and a retry is possible.
    await queries.markCanceled(ctx, id, null)
    throw error
  }
  return buildSession(ctx, canceled)
}

async function hasBecomeOrder(ctx: Ctx, { id }: Checkout): Promise<boolean> {
  try {
    await cancelCheckout(ctx, id)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'checkout_ended') return true
    throw error
  }
}

function notCancelable({ canceledAt }: SessionRow): AcpRequestError {
  const state = canceledAt === null ? 'completed' : 'canceled'
  const message = `This session is already ${state} and can’t be canceled.`
  return new AcpRequestError('method_not_allowed', message, { code: `session_${state}` })
}
