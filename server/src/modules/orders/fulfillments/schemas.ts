import { type Static, Type } from 'typebox'
import { Id, NonEmptyText, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { ItemQuantity, MAX_ITEMS } from '../request-schemas.ts'

const Tracking = Type.Object(
  {
    carrier: Optional(NonEmptyText(100)),
    number: Optional(NonEmptyText(100)),
    url: Optional(Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000 })),
  },
  {
    examples: [{ carrier: 'Post', number: '1034567890123', url: 'https://post.example.com/track/1034567890123' }],
  },
)

const STATUSES = ['shipped', 'delivered', 'canceled'] as const

export const TRACKING_STATUSES = [
  'label_created',
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'attempt_failed',
  'delivered',
  'exception',
  'returning',
  'returned',
  'expired',
  'canceled',
] as const
export const TrackingStatus = OneOf(TRACKING_STATUSES, {
  description:
    'What the carrier last reported. `exception`: there is a problem. `returning`: on the way back to the shop. `expired`: no more reports are expected.',
})
export type TrackingStatus = Static<typeof TrackingStatus>

const TrackingEvent = Type.Object({
  status: OneOf([...TRACKING_STATUSES, 'unknown'] as const),
  message: Nullable(Type.String({ description: 'In the words of the carrier.' })),
  location: Nullable(Type.String()),
  occurredAt: Timestamp,
})

export const Fulfillment = Type.Object({
  id: Id('ful'),
  orderId: Id('ord'),
  status: OneOf(STATUSES),
  items: Type.Array(ItemQuantity),
  tracking: Nullable(Tracking),
  trackingStatus: Nullable(TrackingStatus),
  estimatedDeliveryAt: Nullable(Timestamp, { description: 'When the carrier expects to deliver.' }),
  trackingEvents: Type.Array(TrackingEvent, { description: 'Reports of the carrier, newest first; at most 50.' }),
  locationId: Nullable(Type.String({ description: 'The location it was sent from, if known.' })),
  createdAt: Timestamp,
  deliveredAt: Nullable(Timestamp),
})
export type Fulfillment = Static<typeof Fulfillment>

export const NewFulfillment = Type.Object(
  {
    items: Optional(
      Type.Array(ItemQuantity, {
        minItems: 1,
        maxItems: MAX_ITEMS,
        description: 'Defaults to all unfulfilled items that require shipping.',
      }),
    ),
    tracking: Optional(Nullable(Tracking)),
    notify: Optional(Type.Boolean({ default: true, description: 'Whether to notify the buyer by email.' })),
    locationId: Optional(Id('loc')),
  },
  { examples: [{ tracking: { carrier: 'Post', number: '1034567890123' } }] },
)
export type NewFulfillment = Static<typeof NewFulfillment>

export const FulfillmentChanges = Type.Object(
  {
    tracking: Optional(Nullable(Tracking)),
    status: Optional(
      OneOf(['delivered', 'canceled'] as const, {
        description: '`canceled`: it was not sent, so its items can be fulfilled again.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ status: 'delivered' }] },
)
export type FulfillmentChanges = Static<typeof FulfillmentChanges>

export const FulfillmentPath = Type.Object({ id: Id('ord'), fulfillmentId: Id('ful') })
