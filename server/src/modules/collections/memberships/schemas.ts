import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { OneOf } from '../../../kit/schema.ts'

const TEXT_RELATIONS = ['is', 'is_not', 'contains', 'contains_not', 'starts_with', 'ends_with'] as const
const NUMBER_RELATIONS = ['is', 'is_not', 'greater_than', 'less_than'] as const

/** Allowed relations per field. Only these are stored, so evaluation needs to support no others. */
export const RELATIONS_BY_FIELD = {
  tag: ['has', 'has_not'],
  vendor: TEXT_RELATIONS,
  type: TEXT_RELATIONS,
  title: TEXT_RELATIONS,
  price: NUMBER_RELATIONS,
  stock: NUMBER_RELATIONS,
  custom_field: [...TEXT_RELATIONS, 'greater_than', 'less_than'],
} as const

export type RuleField = keyof typeof RELATIONS_BY_FIELD
export const RULE_FIELDS = Object.keys(RELATIONS_BY_FIELD) as RuleField[]
const RELATIONS = [...new Set(Object.values(RELATIONS_BY_FIELD).flat())]
export const MATCH_MODES = ['all', 'any'] as const

const MAX_TEXT = 255

export const Rule = Type.Object(
  {
    field: OneOf(RULE_FIELDS),
    key: Type.Optional(
      Type.String({ pattern: '^[\\w.-]{1,100}$', description: 'Name of the custom field; only with `custom_field`.' }),
    ),
    relation: OneOf(RELATIONS, {
      description: Object.entries(RELATIONS_BY_FIELD)
        .map(([field, relations]) => `\`${field}\`: ${relations.join(', ')}.`)
        .join(' '),
    }),
    value: Type.Union([Type.String({ minLength: 1, maxLength: MAX_TEXT }), Type.Number(), Type.Boolean(), Money], {
      description:
        'Text, compared without case and accents. For `price`: money in the shop currency, compared with the price of any variant. For `stock`: a whole number, compared with the quantity available at all locations together; with an untracked variant, that is more than any number. For `custom_field`: text, a number or a boolean.',
    }),
  },
  { examples: [{ field: 'tag', relation: 'has', value: 'summer' }] },
)
export type Rule = Static<typeof Rule>

export const RuleList = Type.Array(Rule, { maxItems: 50 })

export interface RuleSet {
  match: (typeof MATCH_MODES)[number]
  rules: Rule[]
}
