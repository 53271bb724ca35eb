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
        summary: 'Get the agent webhook',
        description: 'The secret is not included: it is shown only once. Returns 404 if no webhook is set.',
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
        operationId: 'agents.webhook.replace',
        tags,
        summary: 'Set the agent webhook',
        description:
          'Orders placed through the Agentic Commerce Protocol are sent to this URL as `order_create` and `order_update`, in the version of their session. `Merchant-Signature` is `t=…,v1=…`: the HMAC-SHA256 of the time, a dot and the body. Before 2026-04-17 it is the hexadecimal HMAC-SHA256 of the body. Each request creates a new secret and shows it only in this response.',
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
        summary: 'Delete the agent webhook',
        description: 'Pending notifications are not sent.',
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
