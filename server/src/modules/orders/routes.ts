import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Event } from '../../events/subscriber.ts'
import { idempotencyKeyOf } from '../../http/idempotency/idempotency-key.ts'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { cancelOrder } from './cancellations/cancellations.ts'
import { claimNumber, withOrderNumber } from './claim-order-number.ts'
import { completeDraft, createDraftOrder } from './drafts/drafts.ts'
import { exportOrders } from './export.ts'
import { importOrder } from './import-order.ts'
import { getOrder, listOrders } from './orders.ts'
import {
  DraftCompletion,
  NewCancellation,
  NewComment,
  NewOrder,
  OrderChanges,
  OrderPageQuery,
} from './request-schemas.ts'
import { Order, OrderPath, OrdersExportQuery, OrdersQuery } from './schemas.ts'
import { addComment, getTimeline } from './timeline.ts'
import { updateOrder } from './update-order.ts'

const tags = ['Orders']
const CsvFile = Type.Unsafe<Readable>(Type.String({ description: 'UTF-8 with comma-separated columns.' }))
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const orderRoutes: Routes = async (app) => {
  app.get(
    '/orders',
    {
      config,
      schema: {
        operationId: 'orders.list',
        tags,
        summary: 'List orders',
        description:
          'Newest first by `placedAt`, unless you send `sort`. You can combine filters. With `updatedFrom`, oldest change first.',
        querystring: OrdersQuery,
        response: { 200: Page(Order) },
      },
    },
    ({ ctx, query }) => listOrders(ctx, query),
  )

  app.get(
    '/orders/export',
    {
      config,
      // A HEAD request would generate the whole file only to discard it.
      exposeHeadRoute: false,
      schema: {
        operationId: 'orders.export',
        tags,
        summary: 'Export orders as CSV',
        description:
          'All orders, or those that match the filters, newest first. One row per item; the columns of the order are filled in its first row, as in Shopify’s files. Cells that a spreadsheet would treat as a formula get a leading apostrophe.',
        querystring: OrdersExportQuery,
        response: { 200: { description: 'The CSV file.', content: { 'text/csv': { schema: CsvFile } } } },
      },
    },
    async ({ ctx, query }, reply) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="orders-${ctx.now.toISOString().slice(0, 10)}.csv"`)
      return Readable.from(exportOrders(ctx, query))
    },
  )

  app.post(
    '/orders',
    {
      config,
      preHandler: claimNumber,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'orders.create',
        tags,
        summary: 'Create an order',
        description:
          'Imports an order or creates a draft. Carts become orders at checkout, not here.\n\n`import`: an order of another shop, as it was there. Totals are calculated from its items and shipping, and must match `total` if you send it. Stock changes only if `deductStock` is true. The buyer gets no email. Emits `order.imported` instead of `order.created`. A second import with the same `externalId` returns 409 and the ID of the existing order.\n\n`draft`: an order that staff write. Change it with PATCH. It reserves no stock until `POST /v1/orders/{id}/completion`.',
        body: NewOrder,
        response: { 201: Order },
      },
    },
    async (request, reply) => {
      const { ctx, body } = request
      const order = await (body.kind === 'import' && body.number !== undefined
        ? importOrder(ctx, body)
        : withOrderNumber(request as FastifyRequest, (number) =>
            body.kind === 'import' ? importOrder(ctx, body, number) : createDraftOrder(ctx, body, number),
          ))
      reply.code(201)
      return order
    },
  )

  app.get(
    '/orders/:id',
    {
      config,
      schema: {
        operationId: 'orders.get',
        tags,
        summary: 'Get an order',
        description: 'Returns the order with its items, payments and totals.',
        params: OrderPath,
        response: { 200: Order },
      },
    },
    async ({ ctx, params }, reply) => {
      const order = await getOrder(ctx, params.id)
      reply.header('etag', toEtag(order.version))
      return order
    },
  )

  app.patch(
    '/orders/:id',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'orders.update',
        tags,
        summary: 'Update an order',
        description:
          'Fields you omit keep their value. Only drafts accept `items` and `shipping`; changing them or the shipping address recalculates the draft at today’s prices. The email can change at any time, addresses until all items are fulfilled; after that they return 409. A canceled order accepts only `tags` and `staffNote`.',
        params: OrderPath,
        headers: IfMatch,
        body: OrderChanges,
        response: { 200: Order },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const order = await updateOrder(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(order.version))
      return order
    },
  )

  app.get(
    '/orders/:id/timeline',
    {
      config,
      schema: {
        operationId: 'orders.timeline.list',
        tags,
        summary: 'List an order’s timeline',
        description:
          'The events of the order, newest first: what happened to it, the emails that were sent (`email.sent`) and comments of staff (`order.commented`). `data.actor` is who made the change.',
        params: OrderPath,
        querystring: OrderPageQuery,
        response: { 200: Page(Event) },
      },
    },
    ({ ctx, params, query }) => getTimeline(ctx, params.id, query),
  )

  app.post(
    '/orders/:id/comments',
    {
      config,
      schema: {
        operationId: 'orders.comments.create',
        tags,
        summary: 'Comment on an order',
        description: 'Adds a comment to the timeline, for staff only. Returns it as the event `order.commented`.',
        params: OrderPath,
        body: NewComment,
        response: { 201: Event },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(201)
      return addComment(ctx, params.id, body)
    },
  )

  app.post(
    '/orders/:id/completion',
    {
      config,
      schema: {
        operationId: 'orders.complete',
        tags,
        summary: 'Complete a draft order',
        description:
          'Takes the stock of all items and opens the order. If any item is short, returns 422 `out_of_stock` and takes nothing. The payment is only recorded; no card is charged.',
        params: OrderPath,
        body: DraftCompletion,
        response: { 200: Order },
      },
    },
    ({ ctx, params, body }) => completeDraft(ctx, params.id, body),
  )

  app.post(
    '/orders/:id/cancellation',
    {
      // Calls the payment provider, so it can't run in one transaction.
      config: { ...config, idempotency: 'claim' },
      schema: {
        operationId: 'orders.cancel',
        tags,
        summary: 'Cancel an order',
        description:
          'Possible until an item is fulfilled. After that it returns 409: refund the order or request a return. Voids authorized payments, refunds captured ones, and releases stock and promotions. The order is canceled when this returns; if the bank does not answer, the server retries until it does.',
        params: OrderPath,
        body: NewCancellation,
        response: { 200: Order },
      },
    },
    (request) => cancelOrder(request.ctx, request.params.id, request.body, idempotencyKeyOf(request)),
  )
}
