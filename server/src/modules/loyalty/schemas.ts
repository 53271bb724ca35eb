import { type Static, Type } from 'typebox'
import { pointsHolderFields } from '../../kit/holder.ts'
import { Money } from '../../kit/money.ts'
import { Actor, Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

export const LOYALTY_ENTRY_KINDS = [
  'adjusted',
  'redeemed',
  'restored',
  'earned',
  'clawed_back',
  'expired',
  'referral_rewarded',
] as const
/** Maximum balance. Multiplied by the highest value of a point, it is still a safe integer. */
export const MAX_POINTS = 1_000_000_000

/** What was taken from a lot. */
export interface LotShare {
  id: string
  points: number
}

const CustomerId = Id('cus')

export const LoyaltyAccountPath = Type.Object({ customerId: CustomerId })

export const LoyaltyAccount = Type.Object({
  customerId: CustomerId,
  balance: Type.Integer({
    description: 'Negative if a refund took back points that were already spent.',
    examples: [1250],
  }),
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
    description:
      '`adjusted`: changed manually. `redeemed`: paid for an order or a reward. `restored`: returned by a refund or a reversal. `earned`: became available. `clawed_back`: taken back by a refund.',
  }),
  points: Type.Integer({ description: 'Negative if points left the account.' }),
  balanceAfter: Type.Integer(),
  ...pointsHolderFields,
  reason: Nullable(Type.String()),
  actor: Actor,
  createdAt: Timestamp,
})
export type LoyaltyEntry = Static<typeof LoyaltyEntry>
export const LoyaltyEntriesQuery = PageQuery({})
export type LoyaltyEntriesQuery = Static<typeof LoyaltyEntriesQuery>
