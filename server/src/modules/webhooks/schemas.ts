import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '../../events/event-schemas.ts'
import { Id, LINE_PATTERN, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

/** Each is a request per event. */
export const MAX_ENDPOINTS = 50

const Url = Type.String({
  format: 'uri',
  maxLength: 2000,
  description: 'Receives a POST for each event. Must be https, except in the sandbox, and have a public address.',
  examples: ['https://example.com/webhooks/storedesk'],
})

const Description = Type.String({ maxLength: 200, pattern: LINE_PATTERN, examples: ['Sends orders to the ERP'] })

const Events = Type.Array(OneOf(['*', ...EVENT_TYPES]), {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  description: 'The event types to send, or `*` for all.',
  examples: [['order.created', 'order.refunded']],
})

export const DISABLED_REASONS = ['failing', 'gone'] as const

export const WebhookEndpoint = Type.Object({
  id: Id('whe'),
  url: Url,
  description: Description,
  events: Events,
  active: Type.Boolean({
    description: 'An inactive endpoint gets no events, also not later. Replay them if you need them.',
  }),
  disabledReason: Nullable(OneOf(DISABLED_REASONS), {
    description:
      'Why the endpoint was deactivated automatically: `failing` (every attempt failed for three days) or `gone` (it responded with 410). Null if it is active, or if somebody deactivated it.',
  }),
  failingSince: Nullable(Timestamp, {
    description: 'The first failed attempt since the last successful one. Null while all is well.',
  }),
  pausedUntil: Nullable(Timestamp, {
    description: 'Nothing is sent before: the endpoint failed ten times in a row, or asked for it with `Retry-After`.',
  }),
  previousSecretUntil: Nullable(Timestamp, {
    description: 'Until then, requests are also signed with the secret before the last rotation.',
  }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const WebhookEndpointWithSecret = Type.Object({
  ...WebhookEndpoint.properties,
  secret: Type.String({
    description: 'Verifies signatures (Standard Webhooks). Shown only in this response.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
})
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>

export const NewWebhookEndpoint = Type.Object({
  url: Url,
  description: Optional(Description),
  events: Events,
  active: Optional(Type.Boolean({ description: 'New endpoints are active unless you say otherwise.' })),
})
export type NewWebhookEndpoint = Static<typeof NewWebhookEndpoint>

export const WebhookEndpointChanges = Type.Partial(NewWebhookEndpoint)
export type WebhookEndpointChanges = Static<typeof WebhookEndpointChanges>

export const EndpointPath = Type.Object({ id: Id('whe') })

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const WebhookAttempt = Type.Object({
  at: Timestamp,
  durationMs: Type.Integer(),
  responseStatus: Nullable(Type.Integer(), { description: 'Null if there was no response.' }),
  response: Nullable(Type.String(), {
    description: 'The first 1,000 bytes of the response. Null without admin rights.',
  }),
  error: Nullable(Type.String({ description: 'Why the attempt failed.' })),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>

export const WebhookDelivery = Type.Object({
  id: Id('whd'),
  endpointId: Id('whe'),
  eventId: Id('evt'),
  eventType: OneOf(EVENT_TYPES),
  status: OneOf(DELIVERY_STATUSES, {
    description:
      '`pending`: an attempt is due at `nextAttemptAt`. `failed`: the last attempt failed. `canceled`: the endpoint was deactivated or deleted before.',
  }),
  attemptCount: Type.Integer(),
  nextAttemptAt: Nullable(Timestamp),
  lastAttempt: Nullable(WebhookAttempt),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookDeliveryDetails = Type.Object({
  ...WebhookDelivery.properties,
  attempts: Type.Array(WebhookAttempt, { description: 'Oldest first.' }),
})
export type WebhookDeliveryDetails = Static<typeof WebhookDeliveryDetails>

export const DeliveryPath = Type.Object({ id: Id('whd') })

export const DeliveryQuery = PageQuery({
  endpointId: Optional(Id('whe')),
  status: Optional(OneOf(DELIVERY_STATUSES)),
  eventType: Optional(OneOf(EVENT_TYPES)),
  eventId: Optional(Id('evt')),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

/** One request can replay this many events; more take several. */
export const MAX_REPLAY = 10_000

export const WebhookReplay = Type.Object({
  from: Type.String({ format: 'date-time', description: 'Replays events created at or after this time.' }),
  to: Optional(Type.String({ format: 'date-time', description: 'And before this time. Now, if omitted.' })),
  events: Optional(
    Type.Array(OneOf(EVENT_TYPES), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: 'Only these types, of those that the endpoint subscribes to.',
    }),
  ),
  onlyFailed: Optional(
    Type.Boolean({
      default: false,
      description: 'Only events that this endpoint has not accepted, including those it missed while it was inactive.',
    }),
  ),
})
export type WebhookReplay = Static<typeof WebhookReplay>

export const WebhookReplayResult = Type.Object({
  count: Type.Integer({ description: 'The number of events to send.' }),
})
export type WebhookReplayResult = Static<typeof WebhookReplayResult>
