import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { deleteWebhook, getWebhook, putWebhook } from './webhook.ts'
import { AgentWebhook, AgentWebhookInput, AgentWebhookWithSecret } from './webhook-schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Agents']
const PATH = '/checkout-settings/agent-webhook'

export const agentWebhookRoutes: Routes = async (app) => {
  app.get(
    PATH,
    {
      config: read,
      schema: {
        operationId: 'agents.webhook.get',
        tags,
        summary: 'Where an agent is told of its orders',
        description: 'Without its secret, which was shown once. 404 where nobody is told.',
        response: { 200: AgentWebhook },
      },
    },
    ({ ctx }) => getWebhook(ctx),
  )

  app.put(
    PATH,
    {
      config: write,
      schema: {
        operationId: 'agents.webhook.put',
        tags,
        summary: 'Say where an agent is told of its orders',
        description:
          'Orders that were made through the Agentic Commerce Protocol are told there as `order_create` and `order_update`, in the version in which the session was created. `Merchant-Signature` is `t=…,v1=…` (HMAC-SHA256 over time, a dot and the body), before 2026-04-17 the HMAC-SHA256 of the body in hexadecimal. Makes a new secret each time and shows it in this answer only.',
        body: AgentWebhookInput,
        response: { 200: AgentWebhookWithSecret },
      },
    },
    ({ ctx, body }) => putWebhook(ctx, body),
  )

  app.delete(
    PATH,
    {
      config: write,
      schema: {
        operationId: 'agents.webhook.delete',
        tags,
        summary: 'Tell no agent of its orders any more',
        description: 'What was not told yet is not told.',
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx }, reply) => {
      await deleteWebhook(ctx)
      reply.code(204)
      return null
    },
  )
}
