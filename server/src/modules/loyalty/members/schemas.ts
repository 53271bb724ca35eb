import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../../kit/schema.ts'
import { LoyaltyBalance } from '../earning/schemas.ts'
import { tierFields } from '../program/schemas.ts'
import { LoyaltyAccount } from '../schemas.ts'

/** The tier of a customer, without its terms. */
export const CurrentTier = Type.Object({ key: tierFields.key, name: tierFields.name })
export type CurrentTier = Static<typeof CurrentTier>

export const LoyaltyMember = Type.Object({
  customerId: Id('cus'),
  name: Nullable(Type.String()),
  email: Nullable(Type.String({ description: 'The primary one.' })),
  balance: LoyaltyAccount.properties.balance,
  pending: LoyaltyBalance.properties.pending,
  lifetime: LoyaltyBalance.properties.lifetime,
  tier: Nullable(CurrentTier),
  createdAt: Timestamp,
})
export type LoyaltyMember = Static<typeof LoyaltyMember>

export const LoyaltyMembersQuery = PageQuery({
  q: Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description: 'Finds names, companies, emails, phones and external IDs.',
    }),
  ),
  tier: Optional(tierFields.key),
  customerIds: Optional(Type.Array(Id('cus'), { minItems: 1, maxItems: 100 })),
  sort: Optional(OneOf(['newest', 'balance'] as const)),
})
export type LoyaltyMembersQuery = Static<typeof LoyaltyMembersQuery>
