import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Given, Id, Nullable, OneOf, SomeText, Timestamp } from '../../../kit/schema.ts'
import { LineId, LineQuantity, MAX_LINES, Quantity } from '../given-schemas.ts'

const Tracking = Type.Object(
  {
    carrier: Given(SomeText(100)),
    number: Given(SomeText(100)),
    url: Given(Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000 })),
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
    lines: Given(
      Type.Array(LineQuantity, {
        minItems: 1,
        maxItems: MAX_LINES,
        description: 'Without it: all that is shipped and not yet sent.',
      }),
    ),
    tracking: Given(Nullable(Tracking)),
    notify: Given(Type.Boolean({ default: true, description: 'Whether the buyer is told by e-mail.' })),
    locationId: Given(Id('loc')),
  },
  { examples: [{ tracking: { carrier: 'Post', number: '1034567890123' } }] },
)
export type NewFulfillment = Static<typeof NewFulfillment>

export const FulfillmentChanges = Type.Object(
  {
    tracking: Given(Nullable(Tracking)),
    status: Given(
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

const ReturnLine = Type.Object({
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
  lines: Type.Array(ReturnLine),
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

const Note = Given(Nullable(SomeText(2000)))

export const ReturnedLines = Type.Array(
  Type.Object({ lineId: LineId, quantity: Quantity, reason: Given(SomeText(500)) }),
  {
    minItems: 1,
    maxItems: MAX_LINES,
  },
)

export const NewReturn = Type.Object(
  { lines: ReturnedLines, note: Note },
  { examples: [{ lines: [{ lineId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, reason: 'Too small' }] }] },
)
export type NewReturn = Static<typeof NewReturn>

export const Rejection = Type.Object({ note: Note }, { examples: [{ note: 'Worn and washed.' }] })
export type Rejection = Static<typeof Rejection>

export const Receipt = Type.Object(
  {
    lines: Given(
      Type.Array(
        Type.Object({
          lineId: LineId,
          quantity: Quantity,
          restock: Given(Type.Boolean({ default: true, description: 'Whether it can be sold again.' })),
        }),
        {
          minItems: 1,
          maxItems: MAX_LINES,
          description: 'Without it: all that is still to come, and to be sold again.',
        },
      ),
    ),
    locationId: Given(Id('loc')),
  },
  { examples: [{ lines: [{ lineId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, restock: false }] }] },
)
export type Receipt = Static<typeof Receipt>

export const ReturnPath = Type.Object({ id: Id('ord'), returnId: Id('ret') })
