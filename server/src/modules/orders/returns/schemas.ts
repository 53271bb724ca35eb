import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { ItemId, ItemQuantity, MAX_ITEMS, Quantity } from '../request-schemas.ts'

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

export const FULFILLMENT_STATES = ['shipped', 'delivered', 'canceled'] as const

export const Fulfillment = Type.Object({
  id: Id('ful'),
  orderId: Id('ord'),
  status: OneOf(FULFILLMENT_STATES),
  lines: Type.Array(Type.Object({ lineId: Type.String(), quantity: Type.Integer() })),
  tracking: Nullable(Tracking),
  locationId: Nullable(Type.String({ description: 'From where it was sent, if that was said.' })),
  createdAt: Timestamp,
  deliveredAt: Nullable(Timestamp),
})
export type Fulfillment = Static<typeof Fulfillment>

export const NewFulfillment = Type.Object(
  {
    lines: Optional(
      Type.Array(ItemQuantity, {
        minItems: 1,
        maxItems: MAX_ITEMS,
        description: 'Without it: all that is shipped and not yet sent.',
      }),
    ),
    tracking: Optional(Nullable(Tracking)),
    notify: Optional(Type.Boolean({ default: true, description: 'Whether the buyer is told by e-mail.' })),
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
        description: '`canceled`: it was not sent after all, so its lines can be sent again.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ status: 'delivered' }] },
)
export type FulfillmentChanges = Static<typeof FulfillmentChanges>

export const FulfillmentPath = Type.Object({ id: Id('ord'), fulfillmentId: Id('ful') })

export const RETURN_STATES = ['requested', 'approved', 'rejected', 'received', 'closed'] as const

const ReturnItem = Type.Object({
  lineId: Type.String(),
  quantity: Type.Integer(),
  received: Type.Integer({ description: 'How many have come back.' }),
  restocked: Type.Integer({ description: 'How many of those lie on the shelf again.' }),
  reason: Nullable(Type.String()),
})

export const Return = Type.Object({
  id: Id('ret'),
  orderId: Id('ord'),
  status: OneOf(RETURN_STATES),
  lines: Type.Array(ReturnItem),
  note: Nullable(Type.String()),
  exchange: Nullable(
    Type.Object(
      {
        orderId: Id('ord'),
        number: Type.Integer(),
        credit: Type.Object(Money.properties, {
          description:
            'What was paid for what comes back and has paid for the new order: it can’t be refunded as well.',
        }),
      },
      { description: 'The order that goes out for what comes back, where it is an exchange.' },
    ),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Return = Static<typeof Return>

const Note = Optional(Nullable(NonEmptyText(2000)))

export const NewReturnItems = Type.Array(
  Type.Object({ lineId: ItemId, quantity: Quantity, reason: Optional(NonEmptyText(500)) }),
  {
    minItems: 1,
    maxItems: MAX_ITEMS,
  },
)

export const NewReturn = Type.Object(
  { lines: NewReturnItems, note: Note },
  { examples: [{ lines: [{ lineId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, reason: 'Too small' }] }] },
)
export type NewReturn = Static<typeof NewReturn>

export const ReturnRejection = Type.Object({ note: Note }, { examples: [{ note: 'Worn and washed.' }] })
export type ReturnRejection = Static<typeof ReturnRejection>

export const ReturnReceipt = Type.Object(
  {
    lines: Optional(
      Type.Array(
        Type.Object({
          lineId: ItemId,
          quantity: Quantity,
          restock: Optional(Type.Boolean({ default: true, description: 'Whether it can be sold again.' })),
        }),
        {
          minItems: 1,
          maxItems: MAX_ITEMS,
          description: 'Without it: all that is still to come, and to be sold again.',
        },
      ),
    ),
    locationId: Optional(Id('loc')),
  },
  { examples: [{ lines: [{ lineId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, restock: false }] }] },
)
export type ReturnReceipt = Static<typeof ReturnReceipt>

export const ReturnPath = Type.Object({ id: Id('ord'), returnId: Id('ret') })
