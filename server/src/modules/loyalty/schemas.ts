import { type Static, Type } from 'typebox'
import { holderFields } from '../../kit/holder.ts'
import { Currency, Money } from '../../kit/money.ts'
import { Actor, Id, NAME_PATTERN, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

export const LOYALTY_ENTRY_KINDS = ['adjusted', 'redeemed', 'restored'] as const
/** Maximum balance. Multiplied by the highest value of a point, it is still a safe integer. */
export const MAX_POINTS = 1_000_000_000

const PositiveCount = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [100] })

const PointValue = Type.Object(
  { currency: Currency, points: PositiveCount, amount: PositiveCount },
  {
    description: 'The value of `points` points as an `amount` in the smallest unit of the currency.',
    examples: [{ currency: 'EUR', points: 100, amount: 100 }],
  },
)
export type PointValue = Static<typeof PointValue>

const programFields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Acorns'] }),
  active: Type.Boolean({
    description: 'Whether carts can be paid with points. Refunds restore used points in any case.',
  }),
  pointValues: Type.Array(PointValue, {
    maxItems: 200,
    description: 'The value per currency. In other currencies points pay nothing.',
  }),
}

const minPoints = Type.Integer({
  minimum: 1,
  maximum: MAX_POINTS,
  description: 'The minimum number of points per payment. Defaults to 1.',
})

export const LoyaltyProgramInput = Type.Object(
  { ...programFields, minPoints: Optional(minPoints) },
  { examples: [{ name: 'Acorns', active: true, pointValues: [{ currency: 'EUR', points: 100, amount: 100 }] }] },
)
export type LoyaltyProgramInput = Static<typeof LoyaltyProgramInput>

export const LoyaltyProgram = Type.Object({
  ...programFields,
  minPoints,
  version: Type.Integer({ description: 'Increases with every change; 0 until the program is set.' }),
  updatedAt: Nullable(Timestamp),
})
export type LoyaltyProgram = Static<typeof LoyaltyProgram>

const CustomerId = Id('cus')

export const LoyaltyAccountPath = Type.Object({ customerId: CustomerId })

export const LoyaltyAccount = Type.Object({
  customerId: CustomerId,
  balance: Type.Integer({ examples: [1250] }),
  value: Type.Array(Money, { description: 'What the balance would pay, in each currency with a point value.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type LoyaltyAccount = Static<typeof LoyaltyAccount>

export const PointsAdjustment = Type.Object(
  {
    points: Type.Integer({
      minimum: -MAX_POINTS,
      maximum: MAX_POINTS,
      description: 'The points to add; negative to remove points.',
      examples: [250],
    }),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', examples: ['Apology for a late delivery'] }),
  },
  { examples: [{ points: 250, reason: 'Apology for a late delivery' }] },
)
export type PointsAdjustment = Static<typeof PointsAdjustment>

export const LoyaltyEntry = Type.Object({
  id: Id('lde'),
  kind: OneOf(LOYALTY_ENTRY_KINDS, {
    description: '`adjusted`: changed manually. `redeemed`: paid for an order. `restored`: returned by a refund.',
  }),
  points: Type.Integer({ description: 'Negative if points left the account.' }),
  balanceAfter: Type.Integer(),
  ...holderFields,
  reason: Nullable(Type.String()),
  actor: Actor,
  createdAt: Timestamp,
})
export type LoyaltyEntry = Static<typeof LoyaltyEntry>
export const LoyaltyEntriesQuery = PageQuery({})
export type LoyaltyEntriesQuery = Static<typeof LoyaltyEntriesQuery>
