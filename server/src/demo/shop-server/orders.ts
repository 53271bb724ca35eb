import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { verifyUrlToken } from '../../kit/url-token.ts'
import { orderPagePurpose, orderPageToken } from '../../modules/buyer-pages/buyer-pages.ts'
import { confirmCheckout, findCheckoutByCart, getCheckout } from '../../modules/checkout/checkout.ts'
import { toCheckout } from '../../modules/checkout/checkout-response.ts'
import type { Checkout } from '../../modules/checkout/schemas.ts'
import { listFulfillments } from '../../modules/orders/fulfillments/fulfillments.ts'
import { getOrder } from '../../modules/orders/orders.ts'
import { countReturnableUnits, listReturns, requestReturn } from '../../modules/orders/returns/returns.ts'
import type { NewReturn } from '../../modules/orders/returns/schemas.ts'
import type { Order } from '../../modules/orders/schemas.ts'
import { listPublishedPolicies } from '../../modules/policies/policies.ts'
import type { DemoShop } from './demo-shop.ts'
import { pick } from './pick.ts'

const routeOptions = { config: { publicLimit: 'page' } } as const
const formOptions = { config: { publicLimit: 'shop' } } as const
/** More than any order has. */
const MAX_LISTED = 1000
const DAY_MS = 86_400_000
/** The bank has not decided yet, or we do not know it yet. */
const UNDECIDED = ['requires_action', 'processing']

interface OrderRoute {
  Params: { orderId: string; token: string }
}

/** Orders by the link that their buyers have. The link may be forwarded, so it shows no name, address or email. */
export function serveOrders(app: FastifyInstance, { getCtx }: DemoShop): void {
  const openOrder = async (request: FastifyRequest<OrderRoute>) => {
    const { orderId, token } = request.params
    const ctx = await getCtx(request)
    const environmentId = verifyUrlToken(ctx, token, orderPagePurpose(orderId))
    if (environmentId !== ctx.environmentId) throw notFound('order', orderId)
    return { ctx, order: await getOrder(ctx, orderId) }
  }

  app.get<OrderRoute>('/shop/api/orders/:orderId/:token', routeOptions, async (request) => {
    const { ctx, order } = await openOrder(request)
    return toOrderView(ctx, order)
  })

  app.post<OrderRoute>('/shop/api/orders/:orderId/:token/returns', formOptions, async (request, reply) => {
    const { ctx, order } = await openOrder(request)
    const { deadline } = await returnTermsFor(ctx, order)
    if (deadline && deadline < ctx.now) throw new AppError('conflict', 'The time to return this order is over.')
    await requestReturn(ctx, order.id, toNewReturn(request.body))
    reply.code(201)
    return toOrderView(ctx, await getOrder(ctx, order.id))
  })

  /** A visitor may call the checkout of the API only five times in five minutes. */
  app.get<{ Params: { id: string } }>('/shop/api/checkouts/:id', formOptions, async (request) => {
    const ctx = await getCtx(request)
    const found = await findCheckout(ctx, request.params.id)
    const checkout = isUndecided(found) ? await decide(ctx, found.id) : found
    const { status, cartId, order, email, items, totals, payment } = checkout
    return {
      ...{ status, cartId, email, items, totals },
      nextUrl: payment?.nextAction?.url ?? null,
      decline: payment?.decline?.message ?? null,
      order: order && { ...order, token: orderPageToken(ctx, order.id) },
    }
  })
}

/** By its ID; or by its cart's, for a buyer whose browser lost the response to their payment. */
async function findCheckout(ctx: Ctx, id: string): Promise<Checkout> {
  const found = id.startsWith('cart_') ? await findCheckoutByCart(ctx, id) : await getCheckout(ctx, id)
  if (!found) throw notFound('checkout', id)
  return toCheckout(found, null)
}

const isUndecided = ({ status }: Checkout): boolean => UNDECIDED.includes(status)

/** Asks the provider. A payment that was declined or has ended is an error for whoever pays, but a state for us. */
async function decide(ctx: Ctx, id: string): Promise<Checkout> {
  try {
    return toCheckout(await confirmCheckout(ctx, id, {}), null)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const checkout = toCheckout(await getCheckout(ctx, id), null)
    if (error.status >= 500 && isUndecided(checkout)) throw error
    return checkout
  }
}

async function toOrderView(ctx: Ctx, order: Order) {
  const { data: fulfillments } = await listFulfillments(ctx, order.id, { limit: MAX_LISTED })
  const { data: returns } = await listReturns(ctx, order.id, { limit: MAX_LISTED })
  const { deadline, terms } = await returnTermsFor(ctx, order)
  const isOver = deadline !== null && deadline < ctx.now
  const returnable = isOver ? new Map<string, number>() : await countReturnableUnits(ctx, order)
  return {
    ...pick(order, ORDER_FIELDS),
    shipping: order.shipping && { title: order.shipping.title },
    isTest: ctx.mode !== 'live' || order.payments.some(({ test }) => test),
    items: order.items.map((item) => ({ ...pick(item, ITEM_FIELDS), returnable: returnable.get(item.id) ?? 0 })),
    fulfillments: fulfillments
      .filter(({ status }) => status !== 'canceled')
      .map((fulfillment) => pick(fulfillment, FULFILLMENT_FIELDS)),
    returns: returns.map((one) => pick(one, ['id', 'status', 'items', 'createdAt'])),
    returnTerms: terms,
    returnDeadline: deadline,
  }
}

const ORDER_FIELDS = [
  ...['id', 'number', 'status', 'paymentStatus', 'fulfillmentStatus', 'returnStatus', 'currency'],
  ...['promotions', 'totals', 'refunded', 'placedAt', 'canceledAt'],
]
const ITEM_FIELDS = ['id', 'title', 'options', 'image', 'quantities', 'unitPrice', 'subtotal', 'discount', 'total']
const FULFILLMENT_FIELDS = [
  'id',
  'status',
  'tracking',
  'trackingStatus',
  'estimatedDeliveryAt',
  'createdAt',
  'deliveredAt',
]

/** From the refund policy; the time starts with the last delivery. */
async function returnTermsFor(ctx: Ctx, order: Order) {
  const policies = await listPublishedPolicies(ctx)
  const terms = policies.find(({ kind }) => kind === 'refund')?.returnTerms ?? null
  const { data } = await listFulfillments(ctx, order.id, { limit: MAX_LISTED })
  const times = data.map(({ deliveredAt, createdAt }) => Date.parse(deliveredAt ?? createdAt))
  const deadline = terms && times.length > 0 ? new Date(Math.max(...times) + terms.windowDays * DAY_MS) : null
  return { terms, deadline }
}

/** Checked by what the return itself checks, except for the shape. */
function toNewReturn(body: unknown): NewReturn {
  const { items } = pick(body, ['items'])
  if (!Array.isArray(items) || items.length === 0) throw new AppError('invalid_request', 'Choose what to return.')
  return {
    items: items.map((item) => {
      const { itemId, quantity, reason } = pick(item, ['itemId', 'quantity', 'reason'])
      if (!Number.isInteger(quantity) || Number(quantity) < 1)
        throw new AppError('invalid_request', 'Choose how many to return.')
      const note = String(reason ?? '').slice(0, 500)
      return { itemId: String(itemId), quantity: Number(quantity), ...(note && { reason: note }) }
    }),
  }
}
