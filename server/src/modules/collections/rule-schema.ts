import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { OneOf } from '../../kit/schema.ts'

const TEXT = ['is', 'isNot', 'contains', 'containsNot', 'startsWith', 'endsWith'] as const
const NUMBER = ['is', 'isNot', 'greaterThan', 'lessThan'] as const

/** Which relation fits which field. Nothing else is stored, so nothing else has to be understood later. */
export const RELATIONS_OF = {
  tag: ['has', 'hasNot'],
  vendor: TEXT,
  type: TEXT,
  title: TEXT,
  price: NUMBER,
  stock: NUMBER,
  customField: [...TEXT, 'greaterThan', 'lessThan'],
} as const

export type Field = keyof typeof RELATIONS_OF
export const FIELDS = Object.keys(RELATIONS_OF) as Field[]
const RELATIONS = [...new Set(Object.values(RELATIONS_OF).flat())]
export const MATCHES = ['all', 'any'] as const

const MAX_TEXT = 255

export const Rule = Type.Object(
  {
    field: OneOf(FIELDS),
    key: Type.Optional(
      Type.String({ pattern: '^[\\w.-]{1,100}$', description: 'Which custom field; only with `customField`.' }),
    ),
    relation: OneOf(RELATIONS, {
      description: Object.entries(RELATIONS_OF)
        .map(([field, relations]) => `\`${field}\`: ${relations.join(', ')}.`)
        .join(' '),
    }),
    value: Type.Union([Type.String({ minLength: 1, maxLength: MAX_TEXT }), Type.Number(), Type.Boolean(), Money], {
      description:
        'A text, compared without regard to case and accents; for `price` money in the currency of the shop, compared with the price of any variant; for `stock` a whole number, compared with what can be sold at all locations together (with a variant that is not counted, more than any number); for a custom field a text, number or boolean.',
    }),
  },
  { examples: [{ field: 'tag', relation: 'has', value: 'summer' }] },
)
export type Rule = Static<typeof Rule>

export const RuleList = Type.Array(Rule, { maxItems: 50 })

/** What a product must meet to be in. */
export interface RuleSet {
  match: (typeof MATCHES)[number]
  rules: Rule[]
}
