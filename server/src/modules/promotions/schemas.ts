import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { AmountList, Benefit, Conditions, Selection } from './rule-schemas.ts'

export const TRIGGERS = ['automatic', 'code'] as const
const STATUSES = ['active', 'scheduled', 'ended', 'disabled'] as const
const USE_STATES = ['reserved', 'used', 'released'] as const
const MAX_USES = 1_000_000_000
const MAX_CUSTOM_CODES = 1000
const MAX_GENERATED_CODES = 10_000

const Title = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', examples: ['Ten percent for newcomers'] })
const UsageLimit = (description: string) => Nullable(Type.Integer({ minimum: 1, maximum: MAX_USES }), { description })
const Trigger = OneOf(TRIGGERS, { description: 'By itself, or only with one of its codes. It stays as it is.' })

const optionalFields = {
  enabled: Optional(Type.Boolean()),
  startsAt: Optional(Nullable(Timestamp)),
  endsAt: Optional(Nullable(Timestamp)),
  priority: Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Smaller comes first, of equals the older; 100 unless told.',
    }),
  ),
  exclusiveGroup: Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100 }), {
      description: 'Of one group only the one that saves most applies.',
    }),
  ),
  combinesWith: Optional(
    Type.Object(
      { line: Optional(Type.Boolean()), order: Optional(Type.Boolean()), shipping: Optional(Type.Boolean()) },
      { description: 'Two apply together only if each agrees to what the other is on. None unless told.' },
    ),
  ),
  items: Optional(Selection),
  conditions: Optional(Conditions),
  usageLimit: Optional(UsageLimit('How often in all; null: without end.')),
  usesPerCustomer: Optional(UsageLimit('How often for one customer; null: without end.')),
  budgets: Optional(
    Nullable(AmountList, {
      description: 'How much it may give in all, a currency; null: without end. It ends when one of them is spent.',
    }),
  ),
}

export const NewPromotion = Type.Object(
  { title: Title, trigger: Trigger, benefit: Benefit, ...optionalFields },
  {
    examples: [
      {
        title: 'Ten percent for newcomers',
        trigger: 'code',
        benefit: { kind: 'percentage', on: 'order', percentage: 10 },
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
  status: OneOf(STATUSES, { description: 'By `enabled` and its dates. It may be active and exhausted.' }),
  enabled: Type.Boolean(),
  startsAt: Nullable(Timestamp),
  endsAt: Nullable(Timestamp),
  priority: Type.Integer(),
  exclusiveGroup: Nullable(Type.String()),
  combinesWith: Type.Object({ line: Type.Boolean(), order: Type.Boolean(), shipping: Type.Boolean() }),
  items: Selection,
  conditions: Conditions,
  benefit: Benefit,
  usageLimit: Nullable(Type.Integer()),
  usesPerCustomer: Nullable(Type.Integer()),
  budgets: Nullable(Type.Array(Money)),
  used: Type.Integer({ description: 'How often it is used, or reserved by checkouts under way.' }),
  spent: Type.Array(Money, { description: 'How much it has given, or promised to checkouts under way.' }),
  isExhausted: Type.Boolean({ description: 'All uses or one of the budgets are taken.' }),
  version: Type.Integer({ description: 'Grows with every change by staff; send it back as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Promotion = Static<typeof Promotion>

export const PromotionPath = Type.Object({ id: Id('promo') })
export const PromotionsQuery = PageQuery({
  status: Optional(OneOf(STATUSES)),
  trigger: Optional(OneOf(TRIGGERS)),
  q: Optional(Type.String({ maxLength: 100, description: 'Part of the title, or the beginning of a code.' })),
})
export type PromotionsQuery = Static<typeof PromotionsQuery>

export const PromotionCode = Type.Object({
  code: Type.String({ description: 'Upper case; buyers may write it as they like.', examples: ['SUMMER'] }),
  usageLimit: Nullable(Type.Integer()),
  used: Type.Integer({ description: 'How often it is used, or reserved by checkouts under way.' }),
  disabled: Type.Boolean(),
  createdAt: Timestamp,
})
export type PromotionCode = Static<typeof PromotionCode>

export const PromotionCodePath = Type.Object({ id: Id('promo'), code: Type.String({ minLength: 1, maxLength: 200 }) })
export const PromotionCodesQuery = PageQuery({
  usage: Optional(OneOf(['used', 'unused'], { description: 'Only those that somebody has used, or nobody.' })),
})
export type PromotionCodesQuery = Static<typeof PromotionCodesQuery>

export const NewCodes = Type.Object(
  {
    codes: Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: MAX_CUSTOM_CODES,
        description: 'Your own ones.',
        examples: [['SUMMER']],
      }),
    ),
    count: Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_GENERATED_CODES,
        description: 'In place of `codes`: how many are made.',
      }),
    ),
    prefix: Optional(
      Type.String({ maxLength: 20, description: 'What those that are made begin with.', examples: ['VIP-'] }),
    ),
    length: Optional(
      Type.Integer({ minimum: 8, maximum: 32, description: 'Symbols after the prefix; 10 unless told.' }),
    ),
    usageLimit: Optional(
      UsageLimit('How often each may be used; unless told, once those that are made, your own ones without end.'),
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
  holder: Type.String({ description: 'The checkout or order that holds it.' }),
  amount: Money,
  state: OneOf(USE_STATES, {
    description: '`reserved` by a checkout, `used` by an order, `released` by a cancelled or expired one.',
  }),
  expiresAt: Nullable(Timestamp, { description: 'When a reservation is given back by itself.' }),
  createdAt: Timestamp,
})
export type PromotionUse = Static<typeof PromotionUse>
export const PromotionUsesQuery = PageQuery({ state: Optional(OneOf(USE_STATES)) })
export type PromotionUsesQuery = Static<typeof PromotionUsesQuery>
