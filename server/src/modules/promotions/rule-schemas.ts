import { type Static, Type } from 'typebox'
import { PositiveMoney } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional } from '../../kit/schema.ts'

const MAX_LIST_ITEMS = 1000
const MAX_TIERS = 100
const MAX_CURRENCIES = 50
const MAX_QUANTITY = 1_000_000

/** One amount per currency, never empty: a rule without an amount in the cart's currency does not apply. */
export const AmountList = Type.Array(PositiveMoney, {
  minItems: 1,
  maxItems: MAX_CURRENCIES,
  description: 'One amount per currency. Without an amount in the cart’s currency, the promotion does not apply.',
  examples: [[{ amount: 500, currency: 'EUR' }]],
})
export type AmountList = Static<typeof AmountList>

const Percentage = Type.Number({
  minimum: 0.01,
  maximum: 100,
  description: 'At most two decimals.',
  examples: [12.5],
})
const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })

const IdList = <Kind extends string>(kind: Kind) =>
  Type.Array(Id(kind), { minItems: 1, maxItems: MAX_LIST_ITEMS, uniqueItems: true })
const TextList = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  minItems: 1,
  maxItems: MAX_LIST_ITEMS,
  uniqueItems: true,
})

const selectors = {
  productIds: Optional(IdList('prod')),
  variantIds: Optional(IdList('var')),
  collectionIds: Optional(IdList('col')),
  tags: Optional(TextList),
  vendors: Optional(TextList),
  types: Optional(TextList),
}

export const Selection = Type.Object(
  { ...selectors, exclude: Optional(Type.Object(selectors)) },
  {
    description:
      'The items it applies to: those in any of the lists, without those in a list of `exclude`. `{}` selects all.',
    examples: [{ collectionIds: ['col_01k9z3h8x2f7mtv4q6bw0ncdre'] }],
  },
)
export type Selection = Static<typeof Selection>

const DiscountTarget = OneOf(['item', 'order', 'shipping'], {
  description: 'What is discounted: each selected item, what is left of the order, or shipping.',
})

export const PercentageBenefit = Type.Object(
  {
    kind: Type.Literal('percentage'),
    target: DiscountTarget,
    percentage: Percentage,
    maxAmounts: Optional(AmountList),
  },
  { description: 'A percentage, at most `maxAmounts` in total.' },
)
const FixedBenefit = Type.Object(
  {
    kind: Type.Literal('fixed'),
    target: DiscountTarget,
    amounts: AmountList,
    perUnit: Optional(
      Type.Boolean({ description: 'Only with target `item`: discounts every unit instead of the item once.' }),
    ),
  },
  { description: 'A fixed amount, never more than is left to discount.' },
)
const FixedPriceBenefit = Type.Object(
  { kind: Type.Literal('fixed_price'), amounts: AmountList },
  { description: 'Every selected unit costs this amount, unless it already costs less.' },
)
const BuyXGetYBenefit = Type.Object(
  {
    kind: Type.Literal('buy_x_get_y'),
    buy: Type.Object({ quantity: Quantity, items: Optional(Selection) }),
    get: Type.Object({
      quantity: Quantity,
      items: Optional(Selection),
      percentage: Optional(Percentage),
    }),
    maxTimes: Optional(Nullable(Quantity, { description: 'How often it applies in one cart; null for no limit.' })),
  },
  {
    description:
      'For every `buy.quantity` units, discounts the cheapest `get.quantity` other units by `get.percentage` (100 by default). Each unit counts once.',
  },
)
/** In this order, since the document gives equal enumerations one name and tax rounding is `item` or `order`. */
const TieredTarget = OneOf(['order', 'item'], {
  description: 'What is discounted: what is left of the order, or each selected item.',
})
const TieredBenefit = Type.Object(
  {
    kind: Type.Literal('tiered'),
    target: TieredTarget,
    by: OneOf(['quantity', 'amount']),
    tiers: Type.Array(
      Type.Object({
        from: Type.Union([Quantity, AmountList], {
          description: 'A number of units, or for tiers by `amount` one amount per currency.',
        }),
        percentage: Optional(Percentage),
        amounts: Optional(AmountList),
      }),
      {
        minItems: 1,
        maxItems: MAX_TIERS,
        description: 'In ascending order, each with either `percentage` or `amounts`.',
      },
    ),
  },
  { description: 'The highest tier that is reached applies.' },
)
const GiftBenefit = Type.Object(
  {
    kind: Type.Literal('gift'),
    variantId: Id('var'),
    quantity: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
  },
  { description: 'Added to the cart automatically, free of charge, while it is available.' },
)
const FreeShippingBenefit = Type.Object(
  { kind: Type.Literal('free_shipping'), maxAmounts: Optional(AmountList) },
  { description: 'Free shipping, or a discount on shipping of at most `maxAmounts`.' },
)

const BENEFIT_KINDS = [
  PercentageBenefit,
  FixedBenefit,
  FixedPriceBenefit,
  BuyXGetYBenefit,
  TieredBenefit,
  GiftBenefit,
  FreeShippingBenefit,
] as const

/** Discriminated by `kind`, so that errors concern the given kind and not all the others. */
export const Benefit = Type.Unsafe<Static<(typeof BENEFIT_KINDS)[number]>>({
  type: 'object',
  discriminator: { propertyName: 'kind' },
  required: ['kind'],
  oneOf: BENEFIT_KINDS,
  description: 'What the promotion gives. `kind` determines the other fields.',
  examples: [{ kind: 'percentage', target: 'order', percentage: 10 }],
})
export type Benefit = Static<typeof Benefit>

export const Conditions = Type.Object(
  {
    minQuantity: Optional(
      Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'The minimum number of units of `items`.' }),
    ),
    minAmounts: Optional(AmountList),
    countries: Optional(
      Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'] }), {
        minItems: 1,
        maxItems: 300,
        uniqueItems: true,
        description: 'Countries of the shipping address, as ISO 3166-1 codes.',
      }),
    ),
    customer: Optional(
      Type.Object({
        segmentIds: Optional(IdList('seg')),
        tags: Optional(TextList),
        firstOrder: Optional(Type.Boolean({ description: 'Only for the customer’s first order.' })),
      }),
    ),
  },
  {
    description: 'What a cart must meet. `minAmounts` is before discounts.',
    examples: [{ minAmounts: [{ amount: 5000, currency: 'EUR' }], countries: ['DE', 'AT'] }],
  },
)
export type Conditions = Static<typeof Conditions>
