import { type Ctx, hasAdminRights } from '../../ctx.ts'
import { keyset, toPage } from '../../db/page.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { listDeliveries } from './delivery-queries.ts'
import { DeliveryPath, DeliveryQuery, type WebhookAttempt, WebhookDelivery, WebhookDeliveryDetails } from './schemas.ts'
import { getDelivery, replayDelivery } from './webhooks.ts'

const config = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig
/** Not the endpoints: their URLs may contain secrets. */
const readConfig = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const tags = ['Webhooks']
const PATH = '/webhooks/deliveries'

/** A receiver may answer with what it knows of customers, or with secrets of its own. */
const toVisible = (ctx: Ctx, attempt: WebhookAttempt): WebhookAttempt =>
  hasAdminRights(ctx.caller) ? attempt : { ...attempt, response: null }

const withVisibleResponses = <T extends WebhookDelivery>(ctx: Ctx, delivery: T): T => ({
  ...delivery,
  lastAttempt: delivery.lastAttempt && toVisible(ctx, delivery.lastAttempt),
})

export const deliveryRoutes: Routes = async (app) => {
  app.get(
    PATH,
    {
      config: readConfig,
      schema: {
        operationId: 'webhooks.deliveries.list',
        tags,
        summary: 'List webhook deliveries',
        description:
          'Newest first, of the last 30 days. An event appears here after its first attempt. Includes deliveries to the agent webhook.',
        querystring: DeliveryQuery,
        response: { 200: Page(WebhookDelivery) },
      },
    },
    async ({ ctx, query }) => {
      const { limit: _limit, cursor: _cursor, ...filter } = query
      const page = keyset(query)
      const rows = await listDeliveries(ctx, filter, page)
      return toPage(
        rows.map((row) => withVisibleResponses(ctx, row)),
        page,
      )
    },
  )

  app.get(
    `${PATH}/:id`,
    {
      config: readConfig,
      schema: {
        operationId: 'webhooks.deliveries.get',
        tags,
        summary: 'Get a webhook delivery',
        description: 'With all attempts. The event itself is at `GET /v1/events/:id`.',
        params: DeliveryPath,
        response: { 200: WebhookDeliveryDetails },
      },
    },
    async ({ ctx, params }) => {
      const delivery = await getDelivery(ctx, params.id)
      const attempts = delivery.attempts.map((attempt) => toVisible(ctx, attempt))
      return { ...withVisibleResponses(ctx, delivery), attempts }
    },
  )

  app.post(
    `${PATH}/:id/replay`,
    {
      config,
      schema: {
        operationId: 'webhooks.deliveries.replay',
        tags,
        summary: 'Replay a webhook delivery',
        description: 'Sends the event again at once, with the same ID, and retries it as if it were new.',
        params: DeliveryPath,
        response: { 202: WebhookDeliveryDetails },
      },
    },
    async ({ ctx, params }, reply) => {
      reply.code(202)
      return replayDelivery(ctx, params.id)
    },
  )
}
