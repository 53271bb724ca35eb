import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, Nullable, Optional, Timestamp } from '../../../kit/schema.ts'
import { Reward, tierFields } from '../program/schemas.ts'

export const LoyaltyBalanceQuery = Type.Object({
  customerId: Optional(Id('cus')),
  email: Optional(Type.String({ maxLength: 254, description: 'The whole address, in any case.' })),
})
export type LoyaltyBalanceQuery = Static<typeof LoyaltyBalanceQuery>

export const LoyaltyBalance = Type.Object({
  customerId: Id('cus'),
  available: Type.Integer({ description: 'Negative if a refund took back points that were already spent.' }),
  pending: Type.Integer({ description: 'Earned points that can’t be spent yet.' }),
  lifetime: Type.Integer({ description: 'All points ever earned, without pending ones.' }),
  value: Type.Array(Money, { description: 'What the available points would pay, in each currency.' }),
  tier: Nullable(
    Type.Object({
      ...tierFields,
      until: Nullable(Timestamp, { description: 'When the tier is reviewed. Null: it never ends.' }),
    }),
  ),
  nextTier: Nullable(
    Type.Object({ ...tierFields, missingPoints: Type.Integer({ description: 'The points still to be earned.' }) }),
  ),
  redeemable: Type.Array(Reward, { description: 'The rewards that the available points are enough for.' }),
  expiring: Type.Array(Type.Object({ points: Type.Integer(), at: Timestamp }), {
    description: 'Available points that will expire, earliest first; at most 12 times.',
  }),
  referral: Nullable(Type.Object({ code: Type.String(), url: Nullable(Type.String()) }), {
    description: 'Null until the customer has a code (`POST /v1/loyalty/referral`), or while referrals are inactive.',
  }),
})
export type LoyaltyBalance = Static<typeof LoyaltyBalance>
