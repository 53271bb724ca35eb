import { type Static, Type } from 'typebox'
import { Currency, Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { Reward } from '../loyalty/program/schemas.ts'
import { MAX_POINTS } from '../loyalty/schemas.ts'

const RewardType = Reward.properties.type
const Status = OneOf(['active', 'used', 'reversed'], {
  description:
    '`used`: the code or the card was used, even in part, the card ended, or the cart was ordered. `reversed`: the points were returned, or the cart no longer pays with them.',
})

export const NewRedemption = Type.Object(
  {
    customerId: Id('cus'),
    reward: Optional(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'The key of a reward of the program, or send `points`.',
      }),
    ),
    points: Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_POINTS,
        description: 'Instead of a reward, with `type` and `currency`: worth what `pointValues` says.',
      }),
    ),
    type: Optional(RewardType),
    currency: Optional(Currency),
    cartId: Optional(
      Type.Unsafe<`cart_${string}`>({ ...Id('cart'), description: 'Required for `cart_credit`, and only for it.' }),
    ),
  },
  { examples: [{ customerId: 'cus_01k9z3h8x2f7mtv4q6bw0ncdre', reward: 'five-off' }] },
)
export type NewRedemption = Static<typeof NewRedemption>

const redemptionFields = {
  id: Id('rdm'),
  customerId: Id('cus'),
  reward: Nullable(Type.String({ description: 'The key of the reward.' })),
  type: RewardType,
  points: Type.Integer(),
  value: Money,
  giftCardId: Nullable(Id('gc')),
  promotionId: Nullable(Id('promo'), { description: 'The promotion that the discount code belongs to.' }),
  cartId: Nullable(Id('cart')),
  status: Status,
  createdAt: Timestamp,
  reversedAt: Nullable(Timestamp),
}

export const Redemption = Type.Object(redemptionFields)
export type Redemption = Static<typeof Redemption>

/** The only response that contains the code. */
export const IssuedRedemption = Type.Object({
  ...redemptionFields,
  code: Nullable(
    Type.String({
      description: 'The discount or gift card code, shown only in this response.',
      examples: ['7KQM3XPT9RWA'],
    }),
  ),
  balance: Type.Integer({ description: 'The points left.' }),
})
export type IssuedRedemption = Static<typeof IssuedRedemption>

export const RedemptionPath = Type.Object({ id: Id('rdm') })

export const RedemptionsQuery = PageQuery({ customerId: Optional(Id('cus')), status: Optional(Status) })
export type RedemptionsQuery = Static<typeof RedemptionsQuery>
