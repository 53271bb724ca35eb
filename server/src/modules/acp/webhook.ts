import type { Ctx } from '../../ctx.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { validateExternalUrl } from '../../kit/external-url.ts'
import { newToken } from '../../kit/one-time-token.ts'
import type { AgentDelivery } from '../../ports/agent.ts'
import { getOrder } from '../orders/orders.ts'
import { listRefunds } from '../orders/refunds/refunds.ts'
import type { Order } from '../orders/schemas.ts'
import type { AcpOrder } from './protocol.ts'
import * as queries from './queries.ts'
import type { SessionRow } from './session-row.ts'
import { toAcpOrder } from './to-order.ts'
import { isBefore, LATEST } from './versions.ts'
import type { AgentWebhook, AgentWebhookInput, AgentWebhookWithSecret } from './webhook-schemas.ts'

/** Creates a new secret every time: a new URL must not get the secret of the old one. */
export async function putWebhook(ctx: Ctx, { url }: AgentWebhookInput): Promise<AgentWebhookWithSecret> {
  const urlError = validateExternalUrl(url, { allowHttp: ctx.mode === 'test' })
  if (urlError) throw invalidRequest('The URL is not valid.', [{ path: '/url', message: urlError }])
  const secret = newToken()
  const sealed = encrypt(secret, ctx.secretFor('agent-webhooks'), sealContext(ctx))
  return { ...(await queries.upsertWebhook(ctx, url, sealed)), secret }
}

export async function getWebhook(ctx: Ctx): Promise<AgentWebhook> {
  const webhook = await queries.findWebhook(ctx)
  if (!webhook) throw webhookNotFound()
  return webhook
}

export async function deleteWebhook(ctx: Ctx): Promise<void> {
  if ((await queries.deleteWebhook(ctx)) === 0) throw webhookNotFound()
}

const webhookNotFound = () => new AppError('not_found', 'No agent webhook is set. Set it with PUT.')
const sealContext = (ctx: Ctx) => `agent_webhooks ${ctx.environmentId}`

/** Notifies the agent about its own orders. Orders from other channels are skipped. */
export async function notifyAgent(
  ctx: Ctx,
  type: EventType,
  { orderId, eventId }: { orderId: string; eventId: string },
): Promise<void> {
  const webhook = await queries.findWebhookSecret(ctx)
  if (!webhook) return
  const order = await getOrder(ctx, orderId)
  const session = order.cartId === null ? undefined : await queries.findSessionOfCart(ctx, order.cartId)
  if (order.source !== 'agent' || !session) return
  const secret = decrypt(webhook.sealedSecret, ctx.secretFor('agent-webhooks'), sealContext(ctx))
  const agent = ctx.external.agentAt({ url: webhook.url, secret, allowHttp: ctx.mode === 'test' })
  const { event, signature } = await toWebhookEvent(ctx, type, order, session)
  await agent.notify(event, { requestId: eventId, signature }, ctx.signal)
}

export type EventType = 'order_create' | 'order_update'

/** The event in the version that created the session, and how that version signs it. */
export async function toWebhookEvent(
  ctx: Ctx,
  type: EventType,
  order: Order,
  { id, data: { version = LATEST } }: SessionRow,
): Promise<{ event: object; signature: AgentDelivery['signature'] }> {
  const full = await toAcpOrder(ctx, order, id)
  if (!isBefore(version, '2026-04-17')) return { event: { type, data: full }, signature: 'timestamped' }
  const { checkout_session_id, permalink_url } = full
  const refunds = await listRefundEntries(ctx, order.id)
  const data = { type: 'order', checkout_session_id, permalink_url, status: eventStatus(full), refunds }
  return { event: { type, data }, signature: 'body' }
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
