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
        summary: 'Who takes the money',
        description:
          'Without its secrets. `webhookUrl` is there before anything is connected, to be given to Stripe first.',
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
        operationId: 'payments.connection.put',
        tags,
        summary: 'Take money through Stripe',
        description:
          'Stripe is asked whether it accepts the key. From then on every new checkout is paid there. A new key of the same account is taken at any time, and what is not said stays as it was; another account is 409 while checkouts, authorized payments or refunds are under way at the one before. Keys are kept encrypted and never shown again. 409 in the sandbox, where payments are always simulated.',
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
        summary: 'Take no more money through Stripe',
        description:
          'New checkouts are simulated: nobody pays for them. Those under way are followed to their end; until then no other account is taken. Then the key is forgotten, and what was paid can be given back only in Stripe’s own dashboard.',
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
