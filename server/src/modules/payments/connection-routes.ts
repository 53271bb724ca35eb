import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { connectStripe, disconnectStripe, getConnection } from './connection.ts'
import { Connection, ConnectionInput } from './connection-schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Payments']

export const connectionRoutes: Routes = async (app) => {
  app.get(
    '/payments/connection',
    {
      config: read,
      schema: {
        operationId: 'payments.connection.get',
        tags,
        summary: 'Get the payment connection',
        description:
          'Secrets are not included. `webhookUrl` is available before you connect, so that you can enter it in Stripe first.',
        response: { 200: Connection },
      },
    },
    ({ ctx }) => getConnection(ctx),
  )

  app.put(
    '/payments/connection',
    {
      config: write,
      schema: {
        operationId: 'payments.connection.replace',
        tags,
        summary: 'Connect Stripe',
        description:
          'Verifies the key with Stripe. From then on, Stripe processes every new checkout. You can replace the key of the same account at any time; fields you omit keep their value. Another account returns 409 while checkouts, authorized payments or refunds are pending at the previous one. Keys are stored encrypted and never shown again. Returns 409 in the sandbox, where payments are always simulated.',
        body: ConnectionInput,
        response: { 200: Connection },
      },
    },
    ({ ctx, body }) => connectStripe(ctx, body),
  )

  app.delete(
    '/payments/connection',
    {
      config: write,
      schema: {
        operationId: 'payments.connection.delete',
        tags,
        summary: 'Disconnect Stripe',
        description:
          'New checkouts are simulated, so nobody pays for them. Pending payments are processed to their end; until then you can’t connect another account. After that the key is deleted, and you can refund earlier payments only in the Stripe Dashboard.',
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx }, reply) => {
      await disconnectStripe(ctx)
      reply.code(204)
      return null
    },
  )
}
