import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { deleteConnection, getConnection, listConnections, replaceWebhookUrl, saveConnection } from './connections.ts'
import { Connection, ConnectionInput, ConnectionPath } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Connections']

export const connectionRoutes: Routes = async (app) => {
  app.get(
    '/connections',
    {
      config: read,
      schema: {
        operationId: 'connections.list',
        tags,
        summary: 'List connections',
        description: 'Every provider that can send events, connected or not. Secrets are not included.',
        response: { 200: Page(Connection) },
      },
    },
    ({ ctx }) => listConnections(ctx),
  )

  app.get(
    '/connections/:provider',
    {
      config: read,
      schema: {
        operationId: 'connections.get',
        tags,
        summary: 'Get a connection',
        description: '`webhookUrl` is available before you connect, so that you can enter it at the provider first.',
        params: ConnectionPath,
        response: { 200: Connection },
      },
    },
    async ({ ctx, params }, reply) => {
      const connection = await getConnection(ctx, params.provider)
      if (connection.version !== null) reply.header('etag', toEtag(connection.version))
      return connection
    },
  )

  app.put(
    '/connections/:provider',
    {
      config: write,
      schema: {
        operationId: 'connections.replace',
        tags,
        summary: 'Connect a provider',
        description:
          'Creates or changes the connection. Fields you omit keep their value. After a new secret, the previous one is accepted for another 24 hours. Returns 409 for Stripe and email providers, whose settings are elsewhere.',
        params: ConnectionPath,
        headers: IfMatch,
        body: ConnectionInput,
        response: { 200: Connection },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const connection = await saveConnection(ctx, params.provider, body, headers['if-match'])
      if (connection.version !== null) reply.header('etag', toEtag(connection.version))
      return connection
    },
  )

  app.delete(
    '/connections/:provider',
    {
      config: write,
      schema: {
        operationId: 'connections.delete',
        tags,
        summary: 'Disconnect a provider',
        description: 'Its secrets are deleted, and further events are answered with 404. What was received stays.',
        params: ConnectionPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteConnection(ctx, params.provider, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.post(
    '/connections/:provider/webhook-url',
    {
      config: write,
      schema: {
        operationId: 'connections.replaceWebhookUrl',
        tags,
        summary: 'Replace the webhook URL',
        description: 'The previous URL stops working at once. Enter the new one at the provider.',
        params: ConnectionPath,
        response: { 200: Connection },
      },
    },
    ({ ctx, params }) => replaceWebhookUrl(ctx, params.provider),
  )
}
