import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { AppError, notFound, unavailable } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { claimOrderNumber, getOrder, isOrderNumberTaken } from '../orders/orders.ts'
import { refundOrder } from '../orders/refunds/refunds.ts'
import type { Ticket } from '../tickets/schemas.ts'
import { getTicket, recordTicketEvent, resolveTicketId, updateTicket } from '../tickets/tickets.ts'
import { executeAction } from './execute-action.ts'
import * as queries from './queries.ts'
import type { NewTicketAction, TicketAction, TicketActionsQuery } from './schemas.ts'

/**
 * Everything is written in one transaction: what the action does, the ticket's history and the link to the order. Only
 * the money of a refund moves afterwards; if that is interrupted, a job finishes it, as for any other refund.
 */
export async function performAction(
  ctx: Ctx,
  ticketId: string,
  input: NewTicketAction,
  requestKey: string | null,
): Promise<TicketAction> {
  const ticket = await getTicket(ctx, await resolveTicketId(ctx, ticketId))
  const earlier = requestKey === null ? undefined : await queries.findActionOfRequest(ctx, ticket.id, requestKey)
  const id = earlier?.id ?? (await writeAction(ctx, ticket, input, requestKey))
  const { type, orderId } = await getAction(ctx, id)
  if (type !== 'refund' || orderId === null || input.type !== 'refund') return getAction(ctx, id)
  const { status } = await refundOrder(ctx, orderId, input, refundKeyOf(id))
  if (status === 'failed' && !earlier) {
    await transaction(ctx, (ctx) => recordTicketEvent(ctx, ticket.id, failedEvent(id)))
  }
  return getAction(ctx, id)
}

const failedEvent = (actionId: string) => ({ type: 'action_failed', data: { actionId, action: 'refund' } })

/** The refund that the action started is found by it. */
const refundKeyOf = (actionId: string) => `ticket-action ${actionId}`

async function writeAction(
  ctx: Ctx,
  ticket: Ticket,
  input: NewTicketAction,
  requestKey: string | null,
): Promise<TicketAction['id']> {
  const orderNumber = input.type === 'exchange' ? await claimNumber(ctx, input.orderId) : undefined
  const id = newId('tac')
  try {
    return await transaction(ctx, async (ctx) => {
      const isNew = await queries.insertAction(ctx, { id, ticketId: ticket.id, type: input.type, requestKey })
      if (isNew === 0) return findPerformed(ctx, ticket.id, requestKey)
      const { orderId, details } = await executeAction(ctx, ticket, input, { orderNumber, refundKey: refundKeyOf(id) })
      await queries.updateAction(ctx, id, orderId, details)
      const { reason: _, ...facts } = details
      await recordTicketEvent(ctx, ticket.id, {
        type: 'action',
        data: { actionId: id, action: input.type, orderId, ...facts },
      })
      if (orderId !== null) await updateTicket(ctx, ticket.id, { addOrderIds: [orderId] })
      await emit(ctx, 'ticket.action_performed', {
        ticketId: ticket.id,
        actionId: id,
        action: input.type,
        ...(orderId !== null && { orderId }),
      })
      return id
    })
  } catch (error) {
    if (isOrderNumberTaken(error)) throw unavailable(error)
    throw error
  }
}

/** Outside the transaction, where it would block all buyers; and none for an order that does not exist. */
async function claimNumber(ctx: Ctx, orderId: string): Promise<number> {
  await getOrder(ctx, orderId)
  return claimOrderNumber(ctx)
}

async function findPerformed(ctx: Ctx, ticketId: string, requestKey: string | null): Promise<TicketAction['id']> {
  const performed = requestKey === null ? undefined : await queries.findActionOfRequest(ctx, ticketId, requestKey)
  if (!performed) throw new AppError('conflict', 'The same request is being performed. Try again in a moment.')
  return performed.id
}

export async function listActions(ctx: Ctx, ticketId: string, query: TicketActionsQuery): Promise<Page<TicketAction>> {
  await getTicket(ctx, ticketId)
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listActions(ctx, ticketId, page), page)
  return { data: data.map(toTicketAction), nextCursor }
}

async function getAction(ctx: Ctx, id: string): Promise<TicketAction> {
  const row = await queries.findAction(ctx, id)
  if (!row) throw notFound('action', id)
  return toTicketAction(row)
}

const toTicketAction = ({ details, actor, createdAt, ...action }: queries.ActionRow): TicketAction => ({
  ...action,
  customerId: details.customerId ?? null,
  amount: details.amount ?? null,
  points: details.points ?? null,
  percentage: details.percentage ?? null,
  reason: details.reason ?? null,
  refundId: details.refundId ?? null,
  returnId: details.returnId ?? null,
  newOrderId: details.newOrderId ?? null,
  emailId: details.emailId ?? null,
  promotionId: details.promotionId ?? null,
  code: details.code ?? null,
  actor,
  createdAt,
})
