import { type Static, Type } from 'typebox'
import { Timestamp } from '../../kit/schema.ts'

const Url = Type.String({
  format: 'uri',
  maxLength: 2000,
  description: 'The URL where the agent receives order events. Must be https, except in the sandbox.',
  examples: ['https://agent.example.com/agentic_checkout/webhooks/order_events'],
})

export const AgentWebhookInput = Type.Object({ url: Url })
export type AgentWebhookInput = Static<typeof AgentWebhookInput>

export const AgentWebhook = Type.Object({ url: Url, updatedAt: Timestamp })
export type AgentWebhook = Static<typeof AgentWebhook>

export const AgentWebhookWithSecret = Type.Object({
  ...AgentWebhook.properties,
  secret: Type.String({ description: 'The signing secret, shown only in this response. Give it to the agent.' }),
})
export type AgentWebhookWithSecret = Static<typeof AgentWebhookWithSecret>
