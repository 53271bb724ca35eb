import { type Ctx, transaction } from '../../ctx.ts'
import type { EventData } from '../../events/event-schemas.ts'
import { formatMoney } from '../../kit/money.ts'
import type { TrackingStatus } from '../orders/fulfillments/schemas.ts'
import { addNote } from '../tickets/messages/messages.ts'
import type { TicketPriority } from '../tickets/schemas.ts'
import { claimTicketNumber, createTicket, getTicket, resolveTicketId, updateTicket } from '../tickets/tickets.ts'
import * as queries from './queries.ts'

interface Alert {
  kind: queries.AlertKind
  /** Of the dispute, the warning, the refund or the shipment: each has one ticket. */
  ref: string
  orderId: `ord_${string}`
  /** The order's number is added. */
  subject: string
  text: string
  priority: TicketPriority
  /** When the ticket is due; null if nothing is expected anymore. Omitted: no change. */
  dueAt?: string | null | undefined
  tag: string
}

/** Later, the evidence is sent, and the shop waits for the bank. */
const AWAITING_RESPONSE = ['needs_response', 'warning_needs_response']
const CLOSED_STATUSES = ['won', 'lost', 'warning_closed', 'prevented']

/** The bank decides against the shop unless it responds in time. */
export function alertDispute(ctx: Ctx, eventId: string, dispute: EventData<'payment.disputed'>): Promise<void> {
  const { disputeId, orderId, status, amount, evidenceDueBy } = dispute
  const isClosed = CLOSED_STATUSES.includes(status)
  const dueBy = evidenceDueBy && !isClosed ? formatTime(evidenceDueBy) : undefined
  const about = amount ? `${formatMoney(amount)} of this order are disputed` : 'The payment of this order is disputed'
  return openAlert(ctx, eventId, {
    kind: 'dispute',
    ref: disputeId,
    orderId,
    subject: isClosed ? `Dispute closed (${toWords(status)})` : `Dispute${dueBy ? `, respond by ${dueBy}` : ''}`,
    text: [
      `${about}. Status: ${toWords(status)}.`,
      ...(dueBy ? [`Send your evidence in the Stripe Dashboard by ${dueBy}; later it does not count.`] : []),
      `Dispute: ${disputeId}`,
    ].join('\n'),
    priority: isClosed ? 'normal' : 'urgent',
    dueAt: AWAITING_RESPONSE.includes(status) ? (evidenceDueBy ?? null) : null,
    tag: 'dispute',
  })
}

/** There is still time to refund the payment, or not to ship. */
export const alertFraudWarning = (
  ctx: Ctx,
  eventId: string,
  { orderId, warningId }: EventData<'payment.fraud_warning'>,
): Promise<void> =>
  openAlert(ctx, eventId, {
    kind: 'fraud_warning',
    ref: warningId,
    orderId,
    subject: 'Fraud warning from the bank',
    text: [
      'The bank of the card reports that this payment may be fraudulent. A dispute is likely.',
      'Check the order before you ship it. A full refund usually prevents the dispute.',
      `Warning: ${warningId}`,
    ].join('\n'),
    priority: 'urgent',
    tag: 'fraud',
  })

/** The customer was told that the money comes back. */
export const alertFailedRefund = (
  ctx: Ctx,
  eventId: string,
  { orderId, refundId, amount, reason }: EventData<'order.refund_failed'>,
): Promise<void> =>
  openAlert(ctx, eventId, {
    kind: 'refund_failed',
    ref: refundId,
    orderId,
    subject: 'Refund failed',
    text: [
      `The refund of ${formatMoney(amount)} failed, so the customer has not received it.${reason ? ` ${reason}` : ''}`,
      'Refund the order again, or agree on another way with the customer.',
    ].join('\n'),
    priority: 'high',
    tag: 'refund-failed',
  })

const SHIPMENT_PROBLEMS: Partial<Record<TrackingStatus, { subject: string; text: string }>> = {
  exception: { subject: 'Problem with a shipment', text: 'The carrier reports a problem.' },
  returning: { subject: 'Shipment on its way back', text: 'The carrier is returning it to you.' },
  returned: { subject: 'Shipment returned', text: 'The carrier has returned it to you.' },
}

/** Only if a connected carrier is set to. Later problems of the same shipment are notes. */
export async function alertShipment(
  ctx: Ctx,
  eventId: string,
  { orderId, fulfillmentId, trackingStatus }: EventData<'order.tracking_updated'>,
): Promise<void> {
  const problem = SHIPMENT_PROBLEMS[trackingStatus]
  const shipment = problem && (await queries.findWatchedShipment(ctx, orderId, fulfillmentId))
  if (!problem || !shipment) return
  const { carrier, number } = shipment
  await openAlert(ctx, eventId, {
    kind: 'shipment',
    ref: fulfillmentId,
    orderId,
    subject: problem.subject,
    text: [
      problem.text,
      `Shipment: ${[carrier, number].filter(Boolean).join(' ') || fulfillmentId}`,
      'Contact the carrier or the customer, and decide whether to send it again or to refund it.',
    ].join('\n'),
    priority: 'high',
    tag: 'shipment-problem',
  })
}

/** Opens the ticket, or adds a note to the one that there is. The same event again changes nothing. */
async function openAlert(ctx: Ctx, eventId: string, alert: Alert): Promise<void> {
  const { kind, ref, orderId, text, priority, tag, dueAt } = alert
  const existing = await queries.findAlert(ctx, kind, ref)
  if (existing) return addUpdate(ctx, existing, alert, eventId)
  const order = await queries.findOrder(ctx, orderId)
  if (!order) return
  const number = await claimTicketNumber(ctx)
  await transaction(ctx, async (ctx) => {
    const ticket = await createTicket(ctx, {
      number,
      subject: `Order #${order.number}: ${alert.subject}`,
      priority,
      ...(dueAt !== undefined && { dueAt }),
      tags: [tag],
      orderIds: [orderId],
      customerId: order.customerId,
      source: 'system',
      message: { kind: 'note', text, author: authorOf(kind), clientMessageId: eventId },
    })
    const isFirst = await queries.insertAlert(ctx, { kind, ref, orderId, ticketId: ticket.id, dueAt: dueAt ?? null })
    // Nothing is kept of this ticket: the next attempt adds a note to the other one.
    if (!isFirst) throw new Error(`Another job opened the ticket of ${kind} ${ref}`)
  })
}

const authorOf = (kind: queries.AlertKind) =>
  ({ type: 'system', id: null, name: kind === 'shipment' ? 'Shipping' : 'Payments', email: null }) as const

async function addUpdate(
  ctx: Ctx,
  { ticketId, dueAt: ownDueAt }: { ticketId: string; dueAt: string | null },
  alert: Alert,
  eventId: string,
): Promise<void> {
  const { kind, text, dueAt } = alert
  const currentId = await resolveTicketId(ctx, ticketId)
  await addNote(ctx, currentId, { text, clientMessageId: eventId }, { author: authorOf(kind) })
  if (dueAt === undefined || dueAt === ownDueAt) return
  await transaction(ctx, async (ctx) => {
    await queries.saveAlertDueAt(ctx, alert, dueAt)
    const { dueAt: ticketDueAt } = await getTicket(ctx, currentId)
    // Any other date is of another dispute in the same ticket, or of staff.
    const isOwn = ticketDueAt === ownDueAt
    if (!isOwn && (dueAt === null || (ticketDueAt !== null && ticketDueAt <= dueAt))) return
    const next = isOwn ? (await queries.findFirstDueAt(ctx, currentId)).dueAt : dueAt
    await updateTicket(ctx, currentId, { dueAt: next }, { source: 'system' })
  })
}

const toWords = (status: string) => status.replaceAll('_', ' ')

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const formatTime = (iso: string) => `${TIME.format(new Date(iso))} UTC`
