import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page, PageQuery } from '../../kit/schema.ts'
import {
  EndpointPath,
  NewWebhookEndpoint,
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookReplayResult,
} from './schemas.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  replayEvents,
  rotateSecret,
  sendTestEvent,
} from './webhooks.ts'

/** A URL may contain a token, so of the staff only admins see endpoints. */
const config = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig
/** A stored response would keep the secret. */
const secretConfig = { ...config, idempotency: 'none' } as const satisfies RouteConfig
const tags = ['Webhooks']
const PATH = '/webhooks/endpoints'

export const webhookEndpointRoutes: Routes = async (app) => {
  app.get(
    PATH,
    {
      config,
      schema: {
        operationId: 'webhooks.endpoints.list',
        tags,
        summary: 'List webhook endpoints',
        description: 'Newest first.',
        querystring: PageQuery({}),
        response: { 200: Page(WebhookEndpoint) },
      },
    },
    ({ ctx, query }) => listEndpoints(ctx, query),
  )

  app.post(
    PATH,
    {
      config: secretConfig,
      schema: {
        operationId: 'webhooks.endpoints.create',
        tags,
        summary: 'Create a webhook endpoint',
        description:
          'Each event from now on is sent as a POST with `{id, type, timestamp, data}`, signed according to Standard Webhooks. The secret is shown only in this response. At most 50 per environment.',
        body: NewWebhookEndpoint,
        response: { 201: WebhookEndpointWithSecret },
      },
    },
    async ({ ctx, body }, reply) => {
      const endpoint = await createEndpoint(ctx, body)
      reply.code(201).header('etag', toEtag(endpoint.version))
      return endpoint
    },
  )

  app.get(
    `${PATH}/:id`,
    {
      config,
      schema: {
        operationId: 'webhooks.endpoints.get',
        tags,
        summary: 'Get a webhook endpoint',
        description: 'To update it, send its `ETag` as `If-Match`.',
        params: EndpointPath,
        response: { 200: WebhookEndpoint },
      },
    },
    async ({ ctx, params }, reply) => {
      const endpoint = await getEndpoint(ctx, params.id)
      reply.header('etag', toEtag(endpoint.version))
      return endpoint
    },
  )

  app.patch(
    `${PATH}/:id`,
    {
      config,
      schema: {
        operationId: 'webhooks.endpoints.update',
        tags,
        summary: 'Update a webhook endpoint',
        description:
          'Fields you omit keep their value. `active: false` cancels pending deliveries. `active: true` starts with the events from now on; replay those before.',
        params: EndpointPath,
        headers: IfMatch,
        body: WebhookEndpointChanges,
        response: { 200: WebhookEndpoint },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const endpoint = await changeEndpoint(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(endpoint.version))
      return endpoint
    },
  )

  app.delete(
    `${PATH}/:id`,
    {
      config,
      schema: {
        operationId: 'webhooks.endpoints.delete',
        tags,
        summary: 'Delete a webhook endpoint',
        description: 'Pending deliveries are canceled. The log keeps them for 30 days.',
        params: EndpointPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteEndpoint(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.post(
    `${PATH}/:id/secret`,
    {
      config: secretConfig,
      schema: {
        operationId: 'webhooks.endpoints.rotateSecret',
        tags,
        summary: 'Rotate the secret of a webhook endpoint',
        description:
          'The new secret is shown only in this response. For 24 hours, requests are signed with both the new and the previous secret.',
        params: EndpointPath,
        response: { 200: WebhookEndpointWithSecret },
      },
    },
    ({ ctx, params }) => rotateSecret(ctx, params.id),
  )

  app.post(
    `${PATH}/:id/test`,
    {
      config,
      schema: {
        operationId: 'webhooks.endpoints.test',
        tags,
        summary: 'Send a test event',
        description:
          'Sends a `webhook_endpoint.test` event to this endpoint only, whatever it subscribes to. Get the delivery to see the response.',
        params: EndpointPath,
        response: { 202: WebhookDeliveryDetails },
      },
    },
    async ({ ctx, params }, reply) => {
      reply.code(202)
      return sendTestEvent(ctx, params.id)
    },
  )

  app.post(
    `${PATH}/:id/replay`,
    {
      config,
      schema: {
        operationId: 'webhooks.endpoints.replay',
        tags,
        summary: 'Replay the events of a period',
        description:
          'Sends them again, oldest first, with their original IDs. At most 10,000 at once: for more, choose shorter periods.',
        params: EndpointPath,
        body: WebhookReplay,
        response: { 202: WebhookReplayResult },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(202)
      return replayEvents(ctx, params.id, body)
    },
  )
}
