import { eventSchemas } from '../events/event-schemas.ts'
import { Id } from '../kit/schema.ts'
import * as webhooks from '../modules/webhooks/schemas.ts'

/** Webhook endpoints and deliveries. */
export const webhookSchemas = {
  WebhookEndpointId: Id('whe'),
  WebhookEndpoint: webhooks.WebhookEndpoint,
  WebhookEndpointWithSecret: webhooks.WebhookEndpointWithSecret,
  NewWebhookEndpoint: webhooks.NewWebhookEndpoint,
  WebhookEndpointChanges: webhooks.WebhookEndpointChanges,
  WebhookEndpointEventData: eventSchemas['webhook_endpoint.created'],
  WebhookDisabledReason: eventSchemas['webhook_endpoint.disabled'].properties.reason,
  WebhookUrl: webhooks.WebhookEndpoint.properties.url,
  WebhookEvents: webhooks.WebhookEndpoint.properties.events,
  WebhookAttempt: webhooks.WebhookAttempt,
  WebhookDelivery: webhooks.WebhookDelivery,
  WebhookDeliveryDetails: webhooks.WebhookDeliveryDetails,
  WebhookDeliveryStatus: webhooks.WebhookDelivery.properties.status,
  WebhookReplay: webhooks.WebhookReplay,
  WebhookReplayResult: webhooks.WebhookReplayResult,
}
