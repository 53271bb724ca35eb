import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { Totals } from '../../carts/schemas.ts'
import { ItemId, MAX_ITEMS, Note, PaymentChoice, Quantity } from '../request-schemas.ts'
import { Order } from '../schemas.ts'

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

const describedMoney = (description: string) => Type.Object(Money.properties, { description })

export const NewExchange = Type.Object(
  {
    returns: NewReturnItems,
    items: Type.Array(Type.Object({ variantId: Id('var'), quantity: Quantity }), {
      minItems: 1,
      maxItems: MAX_ITEMS,
    }),
    payment: Optional(PaymentChoice),
    expectedTotal: Optional(
      describedMoney('The total from the preview. If the actual total differs, returns 409 and changes nothing.'),
    ),
    expectedDue: Optional(
      describedMoney(
        'The amount due from the preview, checked in the same way. Refunds made since the preview change it too.',
      ),
    ),
    note: Optional(Nullable(Note)),
  },
  {
    examples: [
      {
        returns: [{ itemId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, reason: 'Too small' }],
        items: [{ variantId: 'var_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1 }],
      },
    ],
  },
)
export type NewExchange = Static<typeof NewExchange>

export const Exchange = Type.Object({ return: Return, order: Order })
export type Exchange = Static<typeof Exchange>

export const ExchangePreview = Type.Object({
  orderId: Id('ord'),
  credit: describedMoney('The amount paid for the returned items, which can pay for the new order.'),
  totals: Totals,
  due: describedMoney('The amount of the new order still to be paid.'),
  remainingCredit: describedMoney('The rest of the credit. Refund it on the old order as an `amount`.'),
})
export type ExchangePreview = Static<typeof ExchangePreview>
