import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { AmountList, Benefit, Conditions, Selection } from './rule-schemas.ts'

export const TRIGGERS = ['automatic', 'code'] as const
const STATUSES = ['active', 'scheduled', 'ended', 'inactive'] as const
const USE_STATUSES = ['reserved', 'used', 'released'] as const
const MAX_USES = 1_000_000_000
const MAX_CUSTOM_CODES = 1000
const MAX_GENERATED_CODES = 10_000

const Title = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', examples: ['10% off your first order'] })
const UsageLimit = (description: string) => Nullable(Type.Integer({ minimum: 1, maximum: MAX_USES }), { description })
const Trigger = OneOf(TRIGGERS, {
  description: '`automatic`, or `code` to require one of its codes. Can’t be changed.',
})

const optionalFields = {
  active: Optional(Type.Boolean()),
  startsAt: Optional(Nullable(Timestamp)),
  endsAt: Optional(Nullable(Timestamp)),
  priority: Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Lower values apply first; of equal ones, the older promotion. Defaults to 100.',
    }),
  ),
  exclusiveGroup: Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100 }), {
      description: 'Of each group, only the promotion that saves the most applies.',
    }),
  ),
  combinesWith: Optional(
    Type.Object(
      { item: Optional(Type.Boolean()), order: Optional(Type.Boolean()), shipping: Optional(Type.Boolean()) },
      { description: 'Two promotions combine only if each allows what the other discounts. Defaults to none.' },
    ),
  ),
  items: Optional(Selection),
  conditions: Optional(Conditions),
  usageLimit: Optional(UsageLimit('The maximum number of uses; null for no limit.')),
  usageLimitPerCustomer: Optional(UsageLimit('The maximum number of uses per customer; null for no limit.')),
  budgets: Optional(
    Nullable(AmountList, {
      description:
        'The maximum total discount per currency; null for no limit. The promotion ends when one budget is spent.',
    }),
  ),
}

export const NewPromotion = Type.Object(
  { title: Title, trigger: Trigger, benefit: Benefit, ...optionalFields },
  {
    examples: [
      {
        title: '10% off your first order',
        trigger: 'code',
        benefit: { kind: 'percentage', target: 'order', percentage: 10 },
      },
    ],
  },
)
export type NewPromotion = Static<typeof NewPromotion>

export const PromotionChanges = Type.Object({ title: Optional(Title), benefit: Optional(Benefit), ...optionalFields })
export type PromotionChanges = Static<typeof PromotionChanges>

export const Promotion = Type.Object({
  id: Id('promo'),
  title: Type.String(),
  trigger: Trigger,
  code: Nullable(Type.String(), {
    description:
      'A code that can still be used, the first in the alphabet. Null if there is none or if the promotion is automatic.',
    examples: ['SUMMER'],
  }),
  status: OneOf(STATUSES, {
    description: 'Depends on `active` and the dates. A promotion can be active and exhausted.',
  }),
  active: Type.Boolean(),
  startsAt: Nullable(Timestamp),
  endsAt: Nullable(Timestamp),
  priority: Type.Integer(),
  exclusiveGroup: Nullable(Type.String()),
  combinesWith: Type.Object({ item: Type.Boolean(), order: Type.Boolean(), shipping: Type.Boolean() }),
  items: Selection,
  conditions: Conditions,
  benefit: Benefit,
  usageLimit: Nullable(Type.Integer()),
  usageLimitPerCustomer: Nullable(Type.Integer()),
  budgets: Nullable(Type.Array(Money)),
  usageCount: Type.Integer({ description: 'The number of uses, including those reserved by checkouts in progress.' }),
  spent: Type.Array(Money, {
    description: 'The total discount given, including what checkouts in progress have reserved.',
  }),
  exhausted: Type.Boolean({ description: 'Whether all uses or one of the budgets are taken.' }),
  redeemable: Type.Boolean({
    description:
      'Whether buyers can get it now: it is active and not exhausted, and if it requires a code, one can still be used.',
  }),
  managed: Type.Boolean({
    description:
      'Whether the loyalty program created it for its codes. Its benefit can’t be changed, nor can it be deleted.',
  }),
  version: Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Promotion = Static<typeof Promotion>

export const PromotionPath = Type.Object({ id: Id('promo') })
export const PromotionsQuery = PageQuery({
  status: Optional(OneOf(STATUSES)),
  trigger: Optional(OneOf(TRIGGERS)),
  q: Optional(Type.String({ maxLength: 100, description: 'Part of the title, or the start of a code.' })),
})
export type PromotionsQuery = Static<typeof PromotionsQuery>

export const PromotionCode = Type.Object({
  code: Type.String({ description: 'In upper case. Buyers can enter it in any case.', examples: ['SUMMER'] }),
  customerId: Nullable(Id('cus'), { description: 'The only customer who can use it. Null: everybody.' }),
  usageLimit: Nullable(Type.Integer()),
  usageCount: Type.Integer({ description: 'The number of uses, including those reserved by checkouts in progress.' }),
  active: Type.Boolean(),
  createdAt: Timestamp,
})
export type PromotionCode = Static<typeof PromotionCode>

export const PromotionCodePath = Type.Object({ id: Id('promo'), code: Type.String({ minLength: 1, maxLength: 200 }) })
export const PromotionCodesQuery = PageQuery({
  usage: Optional(OneOf(['used', 'unused'], { description: 'Only used codes, or only unused ones.' })),
})
export type PromotionCodesQuery = Static<typeof PromotionCodesQuery>

export const NewCodes = Type.Object(
  {
    codes: Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: MAX_CUSTOM_CODES,
        description: 'Your own codes.',
        examples: [['SUMMER']],
      }),
    ),
    count: Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_GENERATED_CODES,
        description: 'The number of codes to generate, instead of `codes`.',
      }),
    ),
    prefix: Optional(Type.String({ maxLength: 20, description: 'The prefix of generated codes.', examples: ['VIP-'] })),
    length: Optional(
      Type.Integer({
        minimum: 8,
        maximum: 32,
        description: 'The number of characters after the prefix. Defaults to 10.',
      }),
    ),
    usageLimit: Optional(
      UsageLimit(
        'The maximum number of uses per code. Defaults to 1 for generated codes and to no limit for your own.',
      ),
    ),
  },
  { examples: [{ codes: ['SUMMER'] }, { count: 500, prefix: 'VIP-' }] },
)
export type NewCodes = Static<typeof NewCodes>

export const CreatedCodes = Type.Object({ count: Type.Integer(), codes: Type.Array(Type.String()) })
export type CreatedCodes = Static<typeof CreatedCodes>

export const PromotionUse = Type.Object({
  id: Id('use'),
  code: Nullable(Type.String()),
  orderId: Type.Unsafe<`ord_${string}`>({
    ...Id('ord'),
    description: 'The order. It exists once its checkout is completed.',
  }),
  amount: Money,
  status: OneOf(USE_STATUSES, {
    description: '`reserved` by a checkout, `used` by an order, `released` by a canceled or expired one.',
  }),
  expiresAt: Nullable(Timestamp, { description: 'When a reservation is released automatically.' }),
  createdAt: Timestamp,
})
export type PromotionUse = Static<typeof PromotionUse>
export const PromotionUsesQuery = PageQuery({ status: Optional(OneOf(USE_STATUSES)) })
export type PromotionUsesQuery = Static<typeof PromotionUsesQuery>
