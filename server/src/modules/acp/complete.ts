import type { Ctx } from '../../ctx.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { paymentReturnUrl } from '../buyer-pages/links.ts'
import { readCart } from '../carts/carts.ts'
import type { Cart } from '../carts/schemas.ts'
import { cancelCheckout, confirmCheckout, findCheckoutOf, payByCard } from '../checkout/checkout.ts'
import { authenticationNeeds, getMerchant } from '../payments/merchant.ts'
import { changeSession } from './change-session.ts'
import { AcpRefusal } from './errors.ts'
import { addressOf, attributesOf, authenticationOf, buyerOf, contactOf, tokenOf } from './from-request.ts'
import { type Checkout, findRow, look } from './look.ts'
import { isShort, ofRefusal } from './messages.ts'
import * as queries from './queries.ts'
import type { SessionData, SessionRow } from './rows.ts'
import type { CompleteRequest } from './schemas.ts'
import { refuseClosed } from './sessions.ts'
import type { AcpSession, Message } from './shapes.ts'

/** Buys it for what the agent was last shown. What keeps it from being bought is told in the session. */
export async function completeSession(
  ctx: Ctx,
  id: string,
  wanted: CompleteRequest,
  request: string | null,
): Promise<AcpSession> {
  assertNoCardNumbers(ctx, { buyer: wanted.buyer, fulfillment_details: wanted.fulfillment_details })
  const row = await findRow(ctx, id)
  const before = await findCheckoutOf(ctx, row.cartId)
  if (!isRetry(row, before, request)) refuseClosed(row, before?.number)
  if (row.data.isShort) return look(ctx, row)
  const said = (data: SessionData) => withSaid(data, wanted, request)
  try {
    await pay(ctx, row, wanted, { before, request, said })
    return look(ctx, await changeSession(ctx, id, ({ data }) => said(data)))
  } catch (error) {
    const notices = error instanceof AppError ? businessOf(error) : undefined
    if (!notices) throw error
    return look(ctx, await noteRefusal(ctx, { ...row, data: said(row.data) }, error as AppError, { notices, said }))
  }
}

const withSaid = (data: SessionData, wanted: CompleteRequest, request: string | null): SessionData => ({
  ...data,
  buyer: wanted.buyer ? buyerOf(wanted.buyer) : data.buyer,
  contact: wanted.fulfillment_details ? contactOf(wanted.fulfillment_details) : data.contact,
  attributes: attributesOf(wanted, data.attributes),
  notices: [],
  completedBy: request,
})

const isRetry = ({ data }: SessionRow, before: Checkout | undefined, request: string | null): boolean =>
  request !== null && (before?.request === request || data.completedBy === request)

/** Of two who complete at once the second is told how it stands. */
const STANDS = ['checkout_in_progress', 'cart_finished']

const businessOf = (error: AppError): Message[] | undefined => (STANDS.includes(error.code) ? [] : ofRefusal(error))

interface Attempt {
  before: Checkout | undefined
  request: string | null
  said: (data: SessionData) => SessionData
}

async function pay(ctx: Ctx, row: SessionRow, wanted: CompleteRequest, attempt: Attempt): Promise<void> {
  const { before, request, said } = attempt
  const waiting = before?.status === 'active' && before.payment?.status === 'needs_action' ? before : undefined
  const paymentMethod = tokenOf(wanted)
  if (waiting && (request === null || before?.request !== request)) {
    await changeSession(ctx, row.id, ({ data }) => said(data))
    return answerBank(ctx, row, waiting, wanted)
  }
  if (before && before.number !== null) return
  const { billing_address: billing } = wanted.payment_data
  const { currency, shippingAddress } = await readCart(ctx, row.cartId)
  refuseMoved(wanted, shippingAddress)
  const receiver = receiverOf(wanted)
  const cart = {
    ...(wanted.buyer && { email: wanted.buyer.email }),
    ...(billing && { billingAddress: addressOf(billing) }),
    ...(wanted.order_notes !== undefined && { note: wanted.order_notes.trim() || null }),
    ...(shippingAddress && receiver && { shippingAddress: { ...shippingAddress, ...receiver } }),
    attributes: said(row.data).attributes,
  }
  const result = wanted.authentication_result
  await payByCard(ctx, {
    cartId: row.cartId,
    said: cart,
    expectedTotal: { amount: row.data.shown, currency },
    paymentMethod,
    capture: 'now',
    returnUrl: paymentReturnUrl(ctx),
    ...(result && { authentication: authenticationOf(result) }),
    request,
    by: { kind: 'acp', source: 'agent' },
    // A session that is canceled at the same moment must not be bought after the agent was told that it is canceled.
    stillWanted: async () => refuseClosed(await findRow(ctx, row.id), null),
  })
}

/** Shipping and taxes were reckoned for a place: another needs an update first, so that the buyer sees what it costs there. */
function refuseMoved({ fulfillment_details: details }: CompleteRequest, known: Cart['shippingAddress']): void {
  if (!details?.address) return
  const { name: _, phone: __, ...place } = addressOf(details.address)
  const isSame = Object.entries(place).every(([field, value]) => known?.[field as keyof typeof place] === value)
  if (isSame) return
  const message =
    'The address can’t be changed while it is being paid: update the session, show the new total, complete.'
  throw new AcpRefusal('conflict', message, { code: 'conflict', param: '$.fulfillment_details.address' })
}

/** Who is at the door of the same place: that costs nothing, so it may change to the last. */
function receiverOf({ fulfillment_details: details }: CompleteRequest): { name?: string; phone?: string } | undefined {
  const name = details?.address?.name?.trim() || details?.name?.trim()
  const phone = details?.phone_number?.trim()
  return name || phone ? { ...(name && { name }), ...(phone && { phone }) } : undefined
}

/** The buyer was asked, by the agent or on the bank's page. */
async function answerBank(ctx: Ctx, row: SessionRow, waiting: Checkout, wanted: CompleteRequest): Promise<void> {
  if (!wanted.authentication_result) {
    const { payment } = waiting
    const isAgents = row.data.interventions.includes('3ds')
    if (!isAgents || !payment || !authenticationNeeds(await getMerchant(ctx), payment)) {
      await confirmCheckout(ctx, waiting.id, {})
      return
    }
    const message = 'The buyer’s bank requires authentication: send the authentication_result.'
    throw new AcpRefusal('invalid_request', message, { code: 'requires_3ds', param: '$.authentication_result' })
  }
  const authentication = authenticationOf(wanted.authentication_result)
  const paymentMethod = tokenOf(wanted)
  if (paymentMethod === undefined) {
    throw invalidRequest('Say how it is paid.', [{ path: '/paymentMethod', message: 'is needed: something is due' }])
  }
  await confirmCheckout(ctx, waiting.id, { paymentMethod, authentication, returnUrl: paymentReturnUrl(ctx) })
}

/** What the agent agreed to stays: only a read or an update of the session accepts another total. */
async function noteRefusal(
  ctx: Ctx,
  row: SessionRow,
  { code, details }: AppError,
  { notices, said }: { notices: Message[] } & Pick<Attempt, 'said'>,
): Promise<SessionRow> {
  const isOpen = (await findCheckoutOf(ctx, row.cartId)) === undefined
  if (!isOpen) return row
  return changeSession(ctx, row.id, async ({ data }) => {
    const cart = await readCart(ctx, row.cartId)
    const shortNow = code === 'out_of_stock' || code === 'insufficient_stock' || isShort(cart)
    const actual = details?.find(({ path }) => path === '/expectedTotal')?.actual
    const refusedTotal = actual === cart.totals.total.amount ? undefined : actual
    return { ...said(data), notices, isShort: data.isShort || shortNow, refusedTotal }
  })
}

/** Nothing is held any more, and nobody can pay. 405 for what is over already, as the protocol says. */
export async function cancelSession(ctx: Ctx, id: string): Promise<AcpSession> {
  const row = await findRow(ctx, id)
  const checkout = await findCheckoutOf(ctx, row.cartId)
  if (row.canceledAt !== null || (checkout && checkout.number !== null)) throw notCancelable(row)
  // First: whoever is about to pay looks at this once everything is held.
  const canceled = await queries.markCanceled(ctx, id, ctx.now)
  const active = await findCheckoutOf(ctx, row.cartId)
  try {
    if (active && (await becameOrder(ctx, active))) throw notCancelable(row)
  } catch (error) {
    // It may still be paid for: nobody was told that it is canceled, and it can be asked for again.
    await queries.markCanceled(ctx, id, null)
    throw error
  }
  return look(ctx, canceled)
}

async function becameOrder(ctx: Ctx, { id }: Checkout): Promise<boolean> {
  try {
    await cancelCheckout(ctx, id)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'checkout_ended') return true
    throw error
  }
}

function notCancelable({ canceledAt }: SessionRow): AcpRefusal {
  const state = canceledAt === null ? 'completed' : 'canceled'
  const message = `This session is ${state}: there is nothing left to cancel.`
  return new AcpRefusal('method_not_allowed', message, { code: `session_${state}` })
}
