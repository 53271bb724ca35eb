import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

const Given = Type.Optional
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

const LineId = Type.String({ minLength: 1, maxLength: 100, description: '`id` of one of the order’s `items`.' })
const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const LineQuantity = Type.Object({ lineId: LineId, quantity: Quantity })
export type LineQuantity = Static<typeof LineQuantity>

/** No order has more lines than a cart. */
const MAX_LINES = 250

const Tracking = Type.Object(
  {
    carrier: Given(Text(100)),
    number: Given(Text(100)),
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
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Return = Static<typeof Return>

const Note = Given(Nullable(Text(2000)))

export const ReturnedLines = Type.Array(Type.Object({ lineId: LineId, quantity: Quantity, reason: Given(Text(500)) }), {
  minItems: 1,
  maxItems: MAX_LINES,
})

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

export const PartsQuery = PageQuery({})
export type PartsQuery = Static<typeof PartsQuery>
