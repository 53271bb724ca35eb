import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, OneOf, Optional, PageQuery, SingleLine, TaggedUnion, Timestamp } from '../../kit/schema.ts'
import { RFM_GROUPS } from '../customers/schemas.ts'

export const MAX_CONDITIONS = 20
export const MAX_SEGMENTS = 50

const Ids = <Kind extends string>(kind: Kind) => Type.Array(Id(kind), { minItems: 1, maxItems: 100, uniqueItems: true })

export const ListOperator = OneOf(['any_of', 'none_of'])
export const EqualityOperator = OneOf(['is', 'is_not'])
export const NumberOperator = OneOf(['is', 'at_least', 'at_most'])

const NumberCondition = Type.Object(
  {
    field: OneOf(['orders', 'spent', 'average_order']),
    operator: NumberOperator,
    value: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  },
  { description: 'Of the orders in the shop’s currency. Amounts are in minor units.' },
)

const OpenTicketsCondition = Type.Object(
  {
    field: Type.Literal('open_tickets'),
    operator: NumberOperator,
    value: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  },
  { description: 'The number of tickets that are not resolved.' },
)

const RatingCondition = Type.Object(
  {
    field: Type.Literal('last_rating'),
    operator: NumberOperator,
    value: Type.Integer({ minimum: 1, maximum: 5 }),
  },
  { description: 'The last answer to a satisfaction survey. Customers who have not answered don’t match.' },
)

const TimeCondition = Type.Object(
  {
    field: OneOf(['first_order', 'last_order', 'created', 'last_ticket']),
    operator: OneOf(['before', 'after', 'in_last_days', 'over_days_ago']),
    value: Type.Union([Timestamp, Type.Integer({ minimum: 1, maximum: 36_500 })], {
      description: 'A time, or a number of days. Days are counted back from `refreshedAt`.',
    }),
  },
  { description: 'Customers without orders have no first or last order, and those without tickets no last ticket.' },
)

const purchase = {
  operator: ListOperator,
  days: Optional(
    Type.Integer({
      minimum: 1,
      maximum: 36_500,
      description: 'Only orders of the last days, counted from `refreshedAt`.',
    }),
  ),
}
const ProductCondition = Type.Object({ field: Type.Literal('product'), ...purchase, value: Ids('prod') })
const VariantCondition = Type.Object({ field: Type.Literal('variant'), ...purchase, value: Ids('var') })
const CollectionCondition = Type.Object({ field: Type.Literal('collection'), ...purchase, value: Ids('col') })

const TagsCondition = Type.Object({
  field: Type.Literal('tags'),
  operator: OneOf(['any_of', 'all_of', 'none_of']),
  value: Type.Array(SingleLine(50), { minItems: 1, maxItems: 100, uniqueItems: true }),
})

const CountryCondition = Type.Object(
  {
    field: Type.Literal('country'),
    operator: ListOperator,
    value: Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['AT'] }), {
      minItems: 1,
      maxItems: 300,
      uniqueItems: true,
    }),
  },
  { description: 'Of the default address.' },
)

const MarketingCondition = Type.Object({
  field: OneOf(['email_marketing', 'sms_marketing', 'phone_marketing']),
  operator: EqualityOperator,
  value: OneOf(['subscribed', 'unsubscribed', 'pending', 'none']),
})

const RfmCondition = Type.Object({
  field: Type.Literal('rfm'),
  operator: ListOperator,
  value: Type.Array(OneOf(RFM_GROUPS), { minItems: 1, uniqueItems: true }),
})

const CustomFieldCondition = Type.Object({
  field: Type.Literal('custom_field'),
  key: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,50}$' }),
  operator: EqualityOperator,
  value: Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]),
})

export const Condition = TaggedUnion('field', [
  NumberCondition,
  OpenTicketsCondition,
  RatingCondition,
  TimeCondition,
  ProductCondition,
  VariantCondition,
  CollectionCondition,
  TagsCondition,
  CountryCondition,
  MarketingCondition,
  RfmCondition,
  CustomFieldCondition,
])
export type Condition = Static<typeof Condition>

const Match = OneOf(['all', 'any'])
const Conditions = Type.Array(Condition, { maxItems: MAX_CONDITIONS })

export const Group = Type.Object({
  match: Match,
  conditions: Type.Array(Condition, { minItems: 1, maxItems: MAX_CONDITIONS }),
})

export const Filter = Type.Object(
  {
    match: Match,
    conditions: Conditions,
    groups: Optional(
      Type.Array(Group, { maxItems: MAX_CONDITIONS, description: 'Each group counts like one condition.' }),
    ),
  },
  {
    description: `Has 1 to ${MAX_CONDITIONS} conditions, those in groups included.`,
    examples: [{ match: 'all', conditions: [{ field: 'spent', operator: 'at_least', value: 50_000 }] }],
  },
)
export type Filter = Static<typeof Filter>

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Big spenders'] })

export const NewSegment = Type.Object({ name: Name, filter: Filter })
export type NewSegment = Static<typeof NewSegment>

export const SegmentChanges = Type.Object({ name: Optional(Name), filter: Optional(Filter) })
export type SegmentChanges = Static<typeof SegmentChanges>

export const Segment = Type.Object({
  id: Id('seg'),
  name: Type.String(),
  filter: Filter,
  status: OneOf(['building', 'ready'], {
    description: '`building` while all customers are evaluated for a new filter; until then some members are missing.',
  }),
  memberCount: Type.Integer(),
  refreshedAt: Type.String({ ...Timestamp, description: 'When relative dates were last evaluated: every night.' }),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Segment = Static<typeof Segment>

export const SegmentPath = Type.Object({ id: Id('seg') })
export const SegmentsQuery = PageQuery({})
export type SegmentsQuery = Static<typeof SegmentsQuery>
export const MembersQuery = PageQuery({})
export type MembersQuery = Static<typeof MembersQuery>

export const PreviewRequest = Type.Object({ filter: Filter })

export const SampleMember = Type.Object({
  id: Id('cus'),
  name: Type.Union([Type.String(), Type.Null()]),
  email: Type.Union([Type.String(), Type.Null()]),
})
export const SegmentPreview = Type.Object({
  count: Type.Integer({ description: 'Number of customers who match.' }),
  sample: Type.Array(SampleMember, { description: 'The ten newest of them.' }),
})
export type SegmentPreview = Static<typeof SegmentPreview>

export const SegmentAudit = Type.Object({
  status: Segment.properties.status,
  memberCount: Type.Integer({ description: 'As stored.' }),
  members: Type.Integer({ description: 'As counted.' }),
  driftCount: Type.Integer(),
  drift: Type.Array(
    Type.Object({
      customerId: Id('cus'),
      expected: Type.Boolean({ description: 'Whether the customer should be a member.' }),
    }),
  ),
})
export type SegmentAudit = Static<typeof SegmentAudit>
