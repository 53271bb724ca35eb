import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../../kit/schema.ts'
import { EmailAddress } from '../../customers/schemas.ts'

export const REFERRAL_STATUSES = ['pending', 'qualified', 'rewarded', 'rejected'] as const
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number]

export const REJECTION_REASONS = [
  'self_referral',
  'same_address',
  'same_payment_method',
  'not_first_order',
  'below_minimum',
  'refunded',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

const CustomerId = Id('cus')

export const ReferralCodeRequest = Type.Object({ customerId: CustomerId })

export const ReferralCode = Type.Object({
  customerId: CustomerId,
  code: Type.String({ examples: ['K7M2XQ9RTB'] }),
  url: Nullable(Type.String({ description: 'The link to share. Null if the program has no `url`.' })),
  referrerPoints: Type.Integer(),
  refereePoints: Type.Integer(),
  pending: Type.Integer({ description: 'The number of referrals with this status.' }),
  qualified: Type.Integer(),
  rewarded: Type.Integer(),
  rejected: Type.Integer(),
})
export type ReferralCode = Static<typeof ReferralCode>

export const ReferralAttribution = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S', examples: ['K7M2XQ9RTB'] }),
    customerId: Optional(CustomerId),
    email: Optional(Type.String({ ...EmailAddress, description: 'An unknown one creates the customer.' })),
    orderId: Optional(
      Type.Unsafe<`ord_${string}`>({
        ...Id('ord'),
        description: 'The first order, if it was placed before this request.',
      }),
    ),
  },
  { examples: [{ code: 'K7M2XQ9RTB', email: 'grace@example.com' }] },
)
export type ReferralAttribution = Static<typeof ReferralAttribution>

export const ReferralPath = Type.Object({ id: Id('rfl') })

export const Referral = Type.Object({
  id: Id('rfl'),
  code: Nullable(Type.String({ description: 'Null once the referrer is erased.' })),
  referrerId: CustomerId,
  refereeId: CustomerId,
  status: OneOf(REFERRAL_STATUSES),
  reason: Nullable(OneOf(REJECTION_REASONS)),
  orderId: Nullable(Id('ord'), { description: 'The first order of the referee.' }),
  referrerPoints: Type.Integer(),
  refereePoints: Type.Integer(),
  qualifiedAt: Nullable(Timestamp),
  rewardAt: Nullable(Timestamp, { description: 'When the points are due.' }),
  rewardedAt: Nullable(Timestamp),
  createdAt: Timestamp,
})
export type Referral = Static<typeof Referral>

export const ReferralsQuery = PageQuery({
  status: Optional(OneOf(REFERRAL_STATUSES)),
  referrerId: Optional(CustomerId),
  refereeId: Optional(CustomerId),
})
export type ReferralsQuery = Static<typeof ReferralsQuery>
