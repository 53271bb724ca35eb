import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { ItemId, MAX_ITEMS, Quantity } from '../request-schemas.ts'

const STATUSES = ['requested', 'approved', 'rejected', 'received', 'closed'] as const

const ReturnItem = Type.Object({
  itemId: Type.String(),
  quantity: Type.Integer(),
  received: Type.Integer({ description: 'The number of units received.' }),
  restocked: Type.Integer({ description: 'The number of received units put back into stock.' }),
  reason: Nullable(Type.String()),
})

export const Return = Type.Object({
  id: Id('ret'),
  orderId: Id('ord'),
  status: OneOf(STATUSES),
  items: Type.Array(ReturnItem),
  staffNote: Nullable(Type.String()),
  exchange: Nullable(
    Type.Object(
      {
        orderId: Id('ord'),
        number: Type.Integer(),
        credit: Type.Object(Money.properties, {
          description:
            'The amount paid for the returned items that was applied to the new order. It can’t be refunded as well.',
        }),
      },
      { description: 'The new order, if the return is part of an exchange.' },
    ),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Return = Static<typeof Return>

const StaffNote = Optional(Nullable(NonEmptyText(2000)))

export const NewReturnItems = Type.Array(
  Type.Object({ itemId: ItemId, quantity: Quantity, reason: Optional(NonEmptyText(500)) }),
  {
    minItems: 1,
    maxItems: MAX_ITEMS,
  },
)

export const NewReturn = Type.Object(
  { items: NewReturnItems, staffNote: StaffNote },
  { examples: [{ items: [{ itemId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, reason: 'Too small' }] }] },
)
export type NewReturn = Static<typeof NewReturn>

export const ReturnRejection = Type.Object({ staffNote: StaffNote }, { examples: [{ staffNote: 'Worn and washed.' }] })
export type ReturnRejection = Static<typeof ReturnRejection>

export const ReturnReceipt = Type.Object(
  {
    items: Optional(
      Type.Array(
        Type.Object({
          itemId: ItemId,
          quantity: Quantity,
          restock: Optional(Type.Boolean({ default: true, description: 'Whether the units can be sold again.' })),
        }),
        {
          minItems: 1,
          maxItems: MAX_ITEMS,
          description: 'Defaults to all outstanding items, restocked.',
        },
      ),
    ),
    locationId: Optional(Id('loc')),
  },
  { examples: [{ items: [{ itemId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, restock: false }] }] },
)
export type ReturnReceipt = Static<typeof ReturnReceipt>

export const ReturnPath = Type.Object({ id: Id('ord'), returnId: Id('ret') })
