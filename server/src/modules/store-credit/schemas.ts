import { type Static, Type } from 'typebox'
import { Currency, Money } from '../../kit/money.ts'
import { Id, Timestamp } from '../../kit/schema.ts'

/** As for gift cards: sums over many accounts stay exact. */
export const MAX_STORE_CREDIT = 100_000_000_000

export const StoreCreditPath = Type.Object({ id: Id('cus') })

export const StoreCreditAccount = Type.Object({
  customerId: Id('cus'),
  balance: Money,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type StoreCreditAccount = Static<typeof StoreCreditAccount>

export const StoreCreditAdjustment = Type.Object(
  {
    amount: Type.Object(
      {
        amount: Type.Integer({ minimum: -MAX_STORE_CREDIT, maximum: MAX_STORE_CREDIT, examples: [1500] }),
        currency: Currency,
      },
      { description: 'The amount to add; negative to remove store credit.' },
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['Apology for a late delivery'] }),
  },
  { examples: [{ amount: { amount: 1500, currency: 'EUR' }, reason: 'Apology for a late delivery' }] },
)
export type StoreCreditAdjustment = Static<typeof StoreCreditAdjustment>
