import { type Static, Type } from 'typebox'
import { Currency, PositiveMoney } from '../../../kit/money.ts'
import { MoneyList } from '../../../kit/money-list.ts'
import { Id, NAME_PATTERN, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { MAX_POINTS } from '../schemas.ts'

const PositiveCount = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [100] })
const Days = Type.Integer({ minimum: 1, maximum: 3650 })

const PointRate = Type.Object(
  { currency: Currency, points: PositiveCount, amount: PositiveCount },
  {
    description: '`points` points for an `amount` in the smallest unit of the currency.',
    examples: [{ currency: 'EUR', points: 100, amount: 100 }],
  },
)
export type PointRate = Static<typeof PointRate>

const MultiplierPercent = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: '150: one and a half times the points.',
  examples: [150],
})

const ProductRule = Type.Object(
  {
    productId: Optional(Id('prod')),
    collectionId: Optional(Id('col')),
    multiplierPercent: Optional(MultiplierPercent),
    points: Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'For each unit, at any price.' })),
  },
  { description: 'Send a product or a collection, and a multiplier or points.' },
)
export type ProductRule = Static<typeof ProductRule>

const Key = (example: string) => Type.String({ pattern: '^[a-z0-9_-]{1,50}$', examples: [example] })
const Name = (example: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: [example] })

export const tierFields = {
  key: Key('gold'),
  name: Name('Gold'),
  threshold: Type.Integer({ minimum: 1, maximum: MAX_POINTS, description: 'The earned points that reach the tier.' }),
  multiplierPercent: MultiplierPercent,
  perks: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN }), { maxItems: 20 }),
}
const Tier = Type.Object(tierFields)
export type Tier = Static<typeof Tier>

const REWARD_TYPES = ['discount_code', 'gift_card', 'cart_credit'] as const
export const Reward = Type.Object(
  {
    key: Key('five-off'),
    name: Name('5 euros off'),
    points: Type.Integer({ minimum: 1, maximum: MAX_POINTS, examples: [500] }),
    type: OneOf(REWARD_TYPES, {
      description:
        '`discount_code`: a code for one order of the customer. `cart_credit`: points that pay for a cart, worth what `pointValues` says.',
    }),
    amount: PositiveMoney,
  },
  { description: 'What customers can exchange points for.' },
)
export type Reward = Static<typeof Reward>

export const Action = Type.Object(
  {
    key: Key('review'),
    name: Name('Write a review'),
    points: Type.Integer({ minimum: 1, maximum: MAX_POINTS, examples: [50] }),
    limitPerCustomer: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
      description: 'How often a customer can earn the points. Null: without a limit.',
    }),
  },
  { description: 'What earns points outside of orders.' },
)
export type Action = Static<typeof Action>

const RewardPoints = Type.Integer({ minimum: 0, maximum: 1_000_000, examples: [500] })

const ReferralSettings = Type.Object({
  active: Type.Boolean({ description: 'Whether customers get codes and new referrals count. Earlier ones continue.' }),
  referrerPoints: RewardPoints,
  refereePoints: RewardPoints,
  minOrderAmount: Nullable(MoneyList, {
    description: 'The minimum total of the first order. Orders in other currencies don’t qualify. Null: any amount.',
  }),
  url: Nullable(
    Type.String({ pattern: '^https?://', maxLength: 2000, examples: ['https://shop.example.com/?ref={code}'] }),
    { description: 'The page that customers share, with `{code}` in place of their code.' },
  ),
})
export type ReferralSettings = Static<typeof ReferralSettings>

const coreFields = {
  name: Name('Acorns'),
  active: Type.Boolean({
    description: 'Whether orders earn points and carts can be paid with them. Refunds restore used points in any case.',
  }),
  pointValues: Type.Array(PointRate, {
    maxItems: 200,
    description: 'The value per currency. In other currencies points pay nothing.',
  }),
}

const settings = {
  minPoints: Type.Integer({
    minimum: 1,
    maximum: MAX_POINTS,
    description: 'The minimum number of points per payment. Defaults to 1.',
  }),
  earning: Type.Array(PointRate, {
    maxItems: 200,
    description: 'The points for what a buyer pays, per currency. In other currencies orders earn nothing.',
  }),
  productRules: Type.Array(ProductRule, {
    maxItems: 200,
    description: 'Of the rules that match an item, the one with the most points applies.',
  }),
  tiers: Type.Array(Tier, { maxItems: 20 }),
  rewards: Type.Array(Reward, { maxItems: 100 }),
  actions: Type.Array(Action, { maxItems: 100 }),
  tierPeriodDays: Nullable(Days, {
    description: 'Points earned in this period count toward tiers. Null: those of all time. Defaults to 365.',
  }),
  pendingDays: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'How long earned points stay pending, such as your return window. Defaults to 14.',
  }),
  expiresAfterDays: Nullable(Days, {
    description: 'When points expire after they became available. Null, the default: never.',
  }),
  referral: ReferralSettings,
}

export const LoyaltyProgramInput = Type.Object(
  {
    ...coreFields,
    minPoints: Optional(settings.minPoints),
    earning: Optional(settings.earning),
    productRules: Optional(settings.productRules),
    tiers: Optional(settings.tiers),
    rewards: Optional(settings.rewards),
    actions: Optional(settings.actions),
    tierPeriodDays: Optional(settings.tierPeriodDays),
    pendingDays: Optional(settings.pendingDays),
    expiresAfterDays: Optional(settings.expiresAfterDays),
    referral: Optional(settings.referral),
  },
  {
    examples: [
      {
        name: 'Acorns',
        active: true,
        pointValues: [{ currency: 'EUR', points: 100, amount: 100 }],
        earning: [{ currency: 'EUR', points: 1, amount: 100 }],
      },
    ],
  },
)
export type LoyaltyProgramInput = Static<typeof LoyaltyProgramInput>

export const LoyaltyProgram = Type.Object({
  ...coreFields,
  ...settings,
  version: Type.Integer({ description: 'Increases with every change; 0 until the program is set.' }),
  updatedAt: Nullable(Timestamp),
})
export type LoyaltyProgram = Static<typeof LoyaltyProgram>
