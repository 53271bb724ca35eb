import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { toAppError } from '../../http/errors.ts'
import type { Quota } from '../../http/limits/table.ts'
import { networkOf } from '../../kit/client-network.ts'
import { notFound, tooManyRequests } from '../../kit/errors.ts'
import { readShop } from '../mails/shop.ts'
import { listFulfillments } from '../orders/goods/fulfillments.ts'
import { getOrder } from '../orders/orders.ts'
import { environmentOfToken } from '../payments/address-token.ts'
import { type Door, enter } from '../payments/door.ts'
import { getPolicy } from '../policies/policies.ts'
import type { PolicyKind } from '../policies/schemas.ts'
import { labelsFor } from './labels.ts'
import { orderPurpose } from './links.ts'
import { orderPage } from './order-page.ts'
import { escapeHtml, PAGE_HEADERS, renderPage } from './page.ts'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
const hidden = { config: { counted: 'page' }, schema: { hide: true } } as const
/** More than any order has. */
const limit = 1000

interface OrderLink {
  Params: { orderId: string; token: string }
}
interface ShopLink {
  Params: { shopId: string; kind: string }
}

/** Pages for buyers, to which agents link. Outside `/v1`: nobody has a key here. */
export async function serveBuyerPages(server: FastifyInstance, door: Door): Promise<void> {
  await server.register(async (app) => {
    app.addHook('onRequest', async (request) => countRequest(server, request))
    app.setErrorHandler(sendErrorPage)

    app.get<OrderLink>('/orders/:orderId/:token', hidden, async (request, reply) => {
      const { orderId, token } = request.params
      const ctx = await open(door, request, environmentOfToken(door, token, orderPurpose(orderId)))
      const { data: sent } = await listFulfillments(ctx, orderId, { limit })
      const order = await getOrder(ctx, orderId)
      const isTest = ctx.mode !== 'live' || order.payments.some((payment) => payment.isTest)
      return reply.headers(PAGE_HEADERS).send(orderPage(await readShop(ctx), order, sent, isTest))
    })

    app.get<ShopLink>('/policies/:shopId/:kind', hidden, async (request, reply) => {
      const ctx = await open(door, request, request.params.shopId)
      const { title, html, updatedAt } = await getPolicy(ctx, request.params.kind as PolicyKind)
      const { name, locale, timeZone } = await readShop(ctx)
      const { labels } = labelsFor(locale)
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(updatedAt))
      const content = `${html}<p class="soft">${labels.updated} ${escapeHtml(date)}</p>`
      return reply.headers(PAGE_HEADERS).send(renderPage({ language: locale, title, shop: name, content }))
    })

    app.get<ShopLink>('/payment-return/:shopId', hidden, async (request, reply) => {
      const ctx = await open(door, request, request.params.shopId)
      const { name, locale } = await readShop(ctx)
      const { language, labels } = labelsFor(spokenBy(request), locale)
      const content = `<p>${labels.returnText}</p>`
      return reply.headers(PAGE_HEADERS).send(renderPage({ language, title: labels.returnTitle, shop: name, content }))
    })
  })
}

async function open(door: Door, request: FastifyRequest, environmentId: string | undefined): Promise<Ctx> {
  const entered = environmentId && UUID.test(environmentId) ? await enter(door, request, environmentId) : undefined
  if (!entered) throw notFound('page', request.url)
  return entered.ctx
}

const quotaOf = (ip: string): Quota => ({
  counts: 'pages for buyers',
  limit: 120,
  windowMs: 60_000,
  name: 'buyer-pages',
  counter: 'buyer-pages',
  by: 'unauthenticated',
  group: networkOf(ip),
})

async function countRequest({ gate }: FastifyInstance, { ip }: FastifyRequest): Promise<void> {
  const quota = quotaOf(ip)
  const { allowed, resetMs, nowMs } = await gate.limiter.decide(quota, 1)
  gate.note(quota, allowed)
  if (!allowed) throw tooManyRequests((resetMs - nowMs) / 1000)
}

/** A person reads it, so not as JSON. */
function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  if (refusal.status >= 500) reply.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'request failed')
  const { language, labels } = labelsFor(spokenBy(request))
  const [title, text] =
    refusal.status === 404
      ? [labels.notFound, labels.notFoundText]
      : refusal.status === 429
        ? [labels.tooMany, labels.tooManyText]
        : [labels.failed, labels.failedText]
  const page = renderPage({ language, title, content: `<p>${text}</p>` })
  return reply.code(refusal.status).headers(refusal.headers).headers(PAGE_HEADERS).send(page)
}

/** The first language that the browser asks for. */
const spokenBy = ({ headers }: FastifyRequest): string | undefined => headers['accept-language']?.split(/[,;]/, 1)[0]
