import type { Ctx } from '../../ctx.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { money } from '../../kit/money.ts'
import { createEmail, getEmail, resendEmail } from '../emails/emails.ts'
import { adjustPoints } from '../loyalty/loyalty.ts'
import { createExchange } from '../orders/exchanges/exchanges.ts'
import { getOrder } from '../orders/orders.ts'
import { beginRefund } from '../orders/refunds/refunds.ts'
import { issueSingleUseCode } from '../promotions/single-use-codes/single-use-codes.ts'
import { adjustStoreCredit } from '../store-credit/store-credit.ts'
import type { Ticket } from '../tickets/schemas.ts'
import type { ActionDetails, NewTicketAction, TicketAction } from './schemas.ts'

/** Prepared before the transaction. */
interface Preparation {
  orderNumber: number | undefined
  refundKey: string
}

interface Outcome {
  orderId: TicketAction['orderId']
  details: ActionDetails
}

type InputOf<Type extends NewTicketAction['type']> = Extract<NewTicketAction, { type: Type }>

/** Calls the function of the API's own endpoint, which checks roles and limits. Call it inside a transaction. */
export function executeAction(
  ctx: Ctx,
  ticket: Ticket,
  input: NewTicketAction,
  { orderNumber, refundKey }: Preparation,
): Promise<Outcome> {
  switch (input.type) {
    case 'refund':
      return startRefund(ctx, input, refundKey)
    case 'resend':
      return resend(ctx, input)
    case 'exchange':
      return exchange(ctx, input, orderNumber)
    case 'goodwill_points':
      return givePoints(ctx, ticket, input)
    case 'store_credit':
      return giveStoreCredit(ctx, ticket, input)
    case 'discount_code':
      return giveDiscountCode(ctx, ticket, input)
  }
}

/** No money moves inside the transaction: the caller settles the refund afterwards. */
async function startRefund(
  ctx: Ctx,
  { type: _, orderId, ...refund }: InputOf<'refund'>,
  key: string,
): Promise<Outcome> {
  const { id: refundId, amount, currency } = await beginRefund(ctx, orderId, refund, key)
  const reason = refund.reason ?? null
  return { orderId, details: { refundId, amount: money(amount, currency), reason } }
}

async function resend(ctx: Ctx, { type: _, orderId, emailId, ...subject }: InputOf<'resend'>): Promise<Outcome> {
  const { kind, ...other } = subject
  if ((kind === undefined) === (emailId === undefined)) {
    throw invalidRequest('Send either kind or emailId.', [
      { path: '/kind', message: 'is required unless emailId is sent; send only one' },
    ])
  }
  const email = emailId ? await getEmailOf(ctx, orderId, emailId) : undefined
  // A new email is on its way already; sent again, it would arrive twice.
  const created = kind ? await createEmail(ctx, { kind, orderId, ...other }) : undefined
  const isNew = created?.status === 'queued' && created.attempts === 0
  const { id } = created && isNew ? created : await resendEmail(ctx, (email ?? created)?.id ?? '')
  return { orderId, details: { emailId: id } }
}

async function getEmailOf(ctx: Ctx, orderId: string, emailId: string) {
  await getOrder(ctx, orderId)
  const email = await getEmail(ctx, emailId)
  if (email.orderId !== orderId) throw notFound('email', emailId)
  return email
}

async function exchange(
  ctx: Ctx,
  { type: _, orderId, ...input }: InputOf<'exchange'>,
  orderNumber: number | undefined,
): Promise<Outcome> {
  if (orderNumber === undefined) throw new Error('An exchange needs an order number')
  const created = await createExchange(ctx, orderId, input, orderNumber)
  return {
    orderId,
    details: { returnId: created.return.id, newOrderId: created.order.id, amount: created.order.totals.total },
  }
}

async function givePoints(
  ctx: Ctx,
  ticket: Ticket,
  { points, reason, orderId }: InputOf<'goodwill_points'>,
): Promise<Outcome> {
  const customerId = customerOf(ticket)
  await assertOrder(ctx, orderId)
  await adjustPoints(ctx, customerId, { points, reason })
  return { orderId: orderId ?? null, details: { customerId, points, reason } }
}

async function giveStoreCredit(
  ctx: Ctx,
  ticket: Ticket,
  { amount, reason, orderId }: InputOf<'store_credit'>,
): Promise<Outcome> {
  const customerId = customerOf(ticket)
  await assertOrder(ctx, orderId)
  await adjustStoreCredit(ctx, customerId, { amount, reason })
  return { orderId: orderId ?? null, details: { customerId, amount, reason } }
}

async function giveDiscountCode(
  ctx: Ctx,
  { number }: Ticket,
  { percentage, amount, minimum, expiresAt, orderId }: InputOf<'discount_code'>,
): Promise<Outcome> {
  await assertOrder(ctx, orderId)
  const issued = await issueSingleUseCode(ctx, {
    title: `Ticket #${number}`,
    discount: toDiscount(percentage, amount),
    minimum: minimum ?? null,
    expiresAt: expiresAt ?? null,
  })
  const discount = { amount: amount ?? null, percentage: percentage ?? null }
  return { orderId: orderId ?? null, details: { ...issued, ...discount } }
}

function toDiscount(percentage: number | undefined, amount: InputOf<'discount_code'>['amount']) {
  if (percentage !== undefined && amount === undefined) return { percentage }
  if (amount !== undefined && percentage === undefined) return { amount }
  throw invalidRequest('Send either percentage or amount.', [
    { path: '/percentage', message: 'is required unless amount is sent; send only one' },
  ])
}

function customerOf({ id, customerId }: Ticket) {
  if (customerId !== null) return customerId
  throw new AppError('conflict', 'This ticket has no customer. Choose its customer first.', {
    fields: { ticketId: id },
  })
}

/** An order that the action is about, but does not change. */
async function assertOrder(ctx: Ctx, orderId: string | undefined): Promise<void> {
  if (orderId !== undefined) await getOrder(ctx, orderId)
}
