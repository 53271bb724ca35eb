import { createHmac } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import type { EventType } from '../../events/event-schemas.ts'
import type { WebhookFormat, WebhookMessage } from '../../events/webhook-format.ts'
import { AppError } from '../../kit/errors.ts'
import { newToken } from '../../kit/one-time-token.ts'
import { getOrder } from '../orders/orders.ts'
import { listRefunds } from '../orders/refunds/refunds.ts'
import type { Order } from '../orders/schemas.ts'
import { deleteSingleEndpoint, findSingleEndpoint, putSingleEndpoint } from '../webhooks/webhooks.ts'
import type { AcpOrder } from './protocol.ts'
import * as queries from './queries.ts'
import type { SessionRow } from './session-row.ts'
import { toAcpOrder } from './to-order.ts'
import { isBefore, LATEST } from './versions.ts'
import type { AgentWebhook, AgentWebhookInput, AgentWebhookWithSecret } from './webhook-schemas.ts'

/** An environment has one agent webhook: a webhook endpoint of this kind. */
const KIND = 'acp'

const EVENTS: EventType[] = [
  'order.created',
  'order.updated',
  'order.canceled',
  'order.captured',
  'order.refunded',
  'order.refund_failed',
  'order.fulfilled',
  'order.fulfillment_updated',
  'order.fulfillment_canceled',
  'order.delivered',
  'order.payment_recorded',
  'order.exchanged',
  'order.return_requested',
  'order.return_approved',
  'order.return_rejected',
  'order.return_received',
  'order.return_closed',
  'payment.disputed',
]

/** Creates a new secret every time: a new URL must not get the secret of the old one. */
export async function putWebhook(ctx: Ctx, { url }: AgentWebhookInput): Promise<AgentWebhookWithSecret> {
  const secret = newToken()
  const { updatedAt } = await putSingleEndpoint(ctx, { kind: KIND, url, secret, events: EVENTS })
  return { url, updatedAt, secret }
}

export async function getWebhook(ctx: Ctx): Promise<AgentWebhook> {
  const endpoint = await findSingleEndpoint(ctx, KIND)
  if (!endpoint) throw webhookNotFound()
  return { url: endpoint.url, updatedAt: endpoint.updatedAt }
}

export async function deleteWebhook(ctx: Ctx): Promise<void> {
  if (!(await deleteSingleEndpoint(ctx, KIND))) throw webhookNotFound()
}

const webhookNotFound = () => new AppError('not_found', 'No agent webhook is set. Set it with PUT.')

/** Notifies the agent about its own orders, as they are by then. Orders from other channels are skipped. */
export const agentFormat: WebhookFormat = {
  kind: KIND,
  build: async (ctx, { id, type, data }) => {
    // A disputed payment may belong to no order of ours.
    const orderId = 'orderId' in data ? data.orderId : undefined
    if (!orderId) return undefined
    const order = await getOrder(ctx, orderId)
    const session = order.cartId === null ? undefined : await queries.findSessionOfCart(ctx, order.cartId)
    if (order.source !== 'agent' || !session) return undefined
    return toWebhookMessage(ctx, id, type === 'order.created' ? 'order_create' : 'order_update', order, session)
  },
}

/** The order in the version that created the session, signed as that version does. */
async function toWebhookMessage(
  ctx: Ctx,
  requestId: string,
  type: 'order_create' | 'order_update',
  order: Order,
  { id, data: { version = LATEST } }: SessionRow,
): Promise<WebhookMessage> {
  const full = await toAcpOrder(ctx, order, id)
  if (!isBefore(version, '2026-04-17')) {
    return signedMessage(requestId, { type, data: full }, (seconds, body, sign) => {
      return `t=${seconds},v1=${sign(`${seconds}.${body}`)}`
    })
  }
  const { checkout_session_id, permalink_url } = full
  const refunds = await listRefundEntries(ctx, order.id)
  const data = { type: 'order', checkout_session_id, permalink_url, status: eventStatus(full), refunds }
  return signedMessage(requestId, { type, data }, (_seconds, body, sign) => sign(body))
}

function signedMessage(
  requestId: string,
  event: object,
  toSignature: (seconds: number, body: string, sign: (text: string) => string) => string,
): WebhookMessage {
  const body = JSON.stringify(event)
  return {
    body,
    headers: ({ secrets: [secret], now }) => {
      const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
      return {
        'merchant-signature': toSignature(Math.floor(now.getTime() / 1000), body, sign),
        'request-id': requestId,
        timestamp: now.toISOString(),
      }
    },
  }
}

const EVENT_STATUSES: Record<string, string> = {
  created: 'created',
  confirmed: 'confirmed',
  // Only a part of it was sent.
  processing: 'confirmed',
  shipped: 'shipped',
  completed: 'fulfilled',
  canceled: 'canceled',
}

const eventStatus = ({ status }: AcpOrder): string => EVENT_STATUSES[status] ?? 'confirmed'

/** More than any order has. */
const limit = 1000

/**
 * All refunds so far, oldest first, by method: as store credit (including gift cards and points) or to the original payment.
 * Exchange credit isn't money, so it is left out.
 */
async function listRefundEntries(ctx: Ctx, orderId: string): Promise<object[]> {
  const { data: refunds } = await listRefunds(ctx, orderId, { limit })
  return refunds.toReversed().flatMap(({ tenders }) =>
    tenders
      .filter(({ status, method, amount }) => status === 'completed' && method !== 'order_credit' && amount.amount > 0)
      .map(({ method, amount }) => ({
        type: method === 'provider' || method === 'manual' ? 'original_payment' : 'store_credit',
        amount: amount.amount,
      })),
  )
}
