import type { Ctx } from '../../ctx.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newToken } from '../../kit/one-time-token.ts'
import { outsideUrlFault } from '../../kit/public-address.ts'
import { open, seal } from '../../kit/sealed.ts'
import { getOrder } from '../orders/orders.ts'
import * as sessions from './queries.ts'
import { type EventType, toWebhookEvent } from './webhook-event.ts'
import * as queries from './webhook-queries.ts'
import type { AgentWebhook, AgentWebhookDraft, AgentWebhookWithSecret } from './webhook-schemas.ts'

/** Every time with a new secret: who changes the address does not hand the old one's secret to the new. */
export async function putWebhook(ctx: Ctx, { url }: AgentWebhookDraft): Promise<AgentWebhookWithSecret> {
  const fault = outsideUrlFault(url, { allowHttp: ctx.mode === 'test' })
  if (fault) throw invalidRequest('The address is not valid.', [{ path: '/url', message: fault }])
  const secret = newToken()
  const sealed = seal(secret, ctx.secretFor('agent-webhooks'), ownerOf(ctx))
  return { ...(await queries.upsertWebhook(ctx, url, sealed)), secret }
}

export async function getWebhook(ctx: Ctx): Promise<AgentWebhook> {
  const webhook = await queries.findWebhook(ctx)
  if (!webhook) throw noWebhook()
  return webhook
}

export async function deleteWebhook(ctx: Ctx): Promise<void> {
  if ((await queries.deleteWebhook(ctx)) === 0) throw noWebhook()
}

const noWebhook = () => new AppError('not_found', 'No agent is told of orders: say where to with PUT.')
const ownerOf = (ctx: Ctx) => `agent_webhooks ${ctx.environmentId}`

/** Tells the agent of an order that it has made. What other ways of buying made is nothing to it. */
export async function tellAgent(
  ctx: Ctx,
  type: EventType,
  { orderId, eventId }: { orderId: string; eventId: string },
): Promise<void> {
  const webhook = await queries.findSealed(ctx)
  if (!webhook) return
  const order = await getOrder(ctx, orderId)
  const session = order.cartId === null ? undefined : await sessions.findSessionOfCart(ctx, order.cartId)
  if (order.source !== 'agent' || !session) return
  const secret = open(webhook.sealedSecret, ctx.secretFor('agent-webhooks'), ownerOf(ctx))
  const agent = ctx.outside.agentAt({ url: webhook.url, secret, allowHttp: ctx.mode === 'test' })
  const { event, signature } = await toWebhookEvent(ctx, type, order, session)
  await agent.tell(event, { requestId: eventId, signature }, ctx.signal)
}
