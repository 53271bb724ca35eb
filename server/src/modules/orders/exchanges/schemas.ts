import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, Nullable, Optional } from '../../../kit/schema.ts'
import { Totals } from '../../carts/schemas.ts'
import { MAX_ITEMS, Note, PaymentChoice, Quantity } from '../request-schemas.ts'
import { NewReturnItems, Return } from '../returns/schemas.ts'
import { Order } from '../schemas.ts'

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
