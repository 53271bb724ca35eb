import { invalidRequest } from '../../kit/errors.ts'
import { sum } from '../../kit/sum.ts'
import { type Condition, type Filter, MAX_CONDITIONS } from './schemas.ts'

const DAY_MS = 86_400_000

/** Adds a value to the parameters of the statement and returns its placeholder. */
type Bind = (value: unknown) => string

interface Compilation {
  bind: Bind
  asOf: Date
}

type Compile<C extends Condition> = (condition: C, compilation: Compilation) => string
/** The shape that has this field; several fields can share one. */
type ConditionOf<Field extends Condition['field'], C = Condition> = C extends { field: infer Own }
  ? Field extends Own
    ? C
    : never
  : never
type NumberCondition = ConditionOf<'orders'>
type CountCondition = NumberCondition | ConditionOf<'open_tickets'> | ConditionOf<'last_rating'>
type TimeCondition = ConditionOf<'created'>
type PurchaseCondition = ConditionOf<'product'> | ConditionOf<'variant'> | ConditionOf<'collection'>
type MarketingCondition = ConditionOf<'email_marketing'>

const COMPARISONS = { is: '=', at_least: '>=', at_most: '<=' } as const satisfies Record<
  NumberCondition['operator'],
  string
>

const number =
  (expression: string): Compile<CountCondition> =>
  ({ operator, value }, { bind }) =>
    `${expression} ${COMPARISONS[operator]} ${bind(value)}::bigint`

const daysBefore = (asOf: Date, days: number): Date => new Date(asOf.getTime() - days * DAY_MS)

/** With the expression in milliseconds; null if it never happened. */
const time =
  (expression: string): Compile<TimeCondition> =>
  ({ operator, value }, { bind, asOf }) => {
    const at = typeof value === 'number' ? daysBefore(asOf, value) : new Date(value)
    const comparison = operator === 'before' || operator === 'over_days_ago' ? '<' : '>='
    return `${expression} ${comparison} ${bind(at.getTime())}::bigint`
  }

/** Canceled orders and drafts are no purchases, as in the customer's statistics. */
const purchase =
  (matches: (ids: string) => string): Compile<PurchaseCondition> =>
  ({ operator, value, days }, { bind, asOf }) =>
    `${operator === 'none_of' ? 'not ' : ''}exists (
      select from orders
      join order_items as item on item.environment_id = $1 and item.order_id = orders.id
      where orders.environment_id = $1 and orders.customer_id = customer.id and orders.status not in ('draft', 'canceled')
        ${days === undefined ? '' : `and orders.placed_at >= ${bind(daysBefore(asOf, days))}::timestamptz`}
        and ${matches(`${bind(value)}::text[]`)}
    )`

const TAG_OPERATORS = {
  any_of: (ids: string) => `customer.tags && ${ids}`,
  all_of: (ids: string) => `customer.tags @> ${ids}`,
  none_of: (ids: string) => `not customer.tags && ${ids}`,
} as const satisfies Record<ConditionOf<'tags'>['operator'], (ids: string) => string>

const marketing =
  (column: string): Compile<MarketingCondition> =>
  ({ operator, value }, { bind }) => {
    const not = operator === 'is_not'
    if (value === 'none') return `${column} is ${not ? 'not ' : ''}null`
    return `${column} ${not ? 'is distinct from' : '='} ${bind(value)}::text`
  }

/**
 * What each field means in SQL. `customer` is a row of `customers`, `totals` the same customer's totals in the shop's
 * currency, and $1 the environment. A negation is the exact opposite, even without an address or a custom field.
 */
const FIELDS: { [Field in Condition['field']]: Compile<ConditionOf<Field>> } = {
  orders: number('coalesce(totals.orders, 0)'),
  spent: number('coalesce(totals.spent, 0)'),
  average_order: number('coalesce(round(totals.spent::numeric / nullif(totals.orders, 0)), 0)'),
  first_order: time('case when totals.orders > 0 then totals.first_order_ms end'),
  last_order: time('case when totals.orders > 0 then totals.last_order_ms end'),
  created: time('extract(epoch from customer.created_at) * 1000'),
  open_tickets: number(`(
      select count(*) from tickets as ticket
      where ticket.environment_id = $1 and ticket.customer_id = customer.id and ticket.category in ('open', 'pending')
        and not ticket.is_spam and ticket.merged_into_id is null
    )`),
  last_rating: number(`(
      select survey.rating from csat_surveys as survey
      where survey.environment_id = $1 and survey.customer_id = customer.id and survey.rating is not null
      order by survey.rated_at desc
      limit 1
    )`),
  last_ticket: time(`(
      select extract(epoch from max(ticket.created_at)) * 1000 from tickets as ticket
      where ticket.environment_id = $1 and ticket.customer_id = customer.id and not ticket.is_spam
    )`),
  product: purchase((ids) => `item.product_id = any(${ids})`),
  variant: purchase((ids) => `item.variant_id = any(${ids})`),
  collection: purchase(
    (ids) => `exists (
          select from collection_products as entry
          where entry.environment_id = $1 and entry.product_id = item.product_id and entry.collection_id = any(${ids})
        )`,
  ),
  tags: ({ operator, value }, { bind }) => TAG_OPERATORS[operator](`${bind(value)}::text[]`),
  country: ({ operator, value }, { bind }) => `${operator === 'none_of' ? 'not ' : ''}exists (
      select from customer_addresses as place
      where place.environment_id = $1 and place.customer_id = customer.id and place.position = 0
        and place.address ->> 'country' = any(${bind(value)}::text[])
    )`,
  email_marketing: marketing('customer.email_marketing'),
  sms_marketing: marketing('customer.sms_marketing'),
  phone_marketing: marketing('customer.phone_marketing'),
  rfm: ({ operator, value }, { bind }) => `${operator === 'none_of' ? 'not ' : ''}exists (
      select from customer_rfm as score
      where score.environment_id = $1 and score.customer_id = customer.id and score.rfm_group = any(${bind(value)}::text[])
    )`,
  custom_field: ({ operator, key, value }, { bind }) =>
    `customer.custom_fields ->> ${bind(key)}::text ${operator === 'is' ? '=' : 'is distinct from'} ${bind(String(value))}::text`,
}

const compileCondition = (condition: Condition, compilation: Compilation): string =>
  (FIELDS[condition.field] as Compile<Condition>)(condition, compilation)

const join = (match: Filter['match'], parts: string[]): string =>
  parts.map((part) => `(${part})`).join(match === 'all' ? ' and ' : ' or ')

export interface CompiledFilter {
  /** An expression over `customer` and `totals`. */
  condition: string
  /** The parameters of the statement so far, from $1. */
  values: unknown[]
}

/** Values travel only as parameters; the text consists of the parts above. */
export function compileFilter(filter: Filter, environmentId: string, asOf: Date): CompiledFilter {
  const values: unknown[] = [environmentId]
  const compilation: Compilation = { bind: (value) => `$${values.push(value)}`, asOf }
  const compileAll = (conditions: Condition[]) => conditions.map((one) => compileCondition(one, compilation))
  const groups = (filter.groups ?? []).map(({ match, conditions }) => join(match, compileAll(conditions)))
  return { condition: join(filter.match, [...compileAll(filter.conditions), ...groups]), values }
}

const listConditions = ({ conditions, groups = [] }: Filter): { condition: Condition; path: string }[] => [
  ...conditions.map((condition, at) => ({ condition, path: `/filter/conditions/${at}` })),
  ...groups.flatMap((group, index) =>
    group.conditions.map((condition, at) => ({ condition, path: `/filter/groups/${index}/conditions/${at}` })),
  ),
]

const isNumber = (condition: Condition): condition is NumberCondition =>
  condition.field === 'orders' || condition.field === 'spent' || condition.field === 'average_order'

const TIME_FIELDS: Condition['field'][] = ['first_order', 'last_order', 'created', 'last_ticket']

const isTime = (condition: Condition): condition is TimeCondition => TIME_FIELDS.includes(condition.field)

const isPurchase = (condition: Condition): condition is PurchaseCondition =>
  condition.field === 'product' || condition.field === 'variant' || condition.field === 'collection'

/** Checks that the schema can't express. */
export function assertValidFilter(filter: Filter): void {
  const count = sum([filter.conditions.length, ...(filter.groups ?? []).map(({ conditions }) => conditions.length)])
  if (count === 0 || count > MAX_CONDITIONS) {
    throw invalidRequest('The filter is not valid.', [
      { path: '/filter', message: `must have 1 to ${MAX_CONDITIONS} conditions, not ${count}`, limit: MAX_CONDITIONS },
    ])
  }
  const errors = listConditions(filter).flatMap(({ condition, path }) => {
    if (!isTime(condition)) return []
    const takesDays = condition.operator === 'in_last_days' || condition.operator === 'over_days_ago'
    if (takesDays === (typeof condition.value === 'number')) return []
    const message = takesDays ? 'must be a number of days' : 'must be a time, such as 2026-11-15T09:30:00.000Z'
    return [{ path: `${path}/value`, message: `${message}, for ${condition.operator}` }]
  })
  if (errors.length > 0) throw invalidRequest('The filter is not valid.', errors)
}

/** The products, variants and collections that the filter names. */
export const filterReferences = (filter: Filter): { id: string; path: string }[] =>
  listConditions(filter).flatMap(({ condition, path }) =>
    isPurchase(condition) ? condition.value.map((id, at) => ({ id, path: `${path}/value/${at}` })) : [],
  )

/**
 * Whether customers join or leave without a change of their own: as days pass, as others buy more, or as a ticket gets
 * another customer.
 */
export const changesOverTime = (filter: Filter): boolean =>
  listConditions(filter).some(
    ({ condition }) =>
      condition.field === 'rfm' ||
      condition.field === 'open_tickets' ||
      condition.field === 'last_ticket' ||
      (isTime(condition) && typeof condition.value === 'number') ||
      (isPurchase(condition) && (condition.days !== undefined || condition.field === 'collection')),
  )

/** Whether the result depends on the shop's currency. */
export const comparesTotals = (filter: Filter): boolean =>
  listConditions(filter).some(
    ({ condition }) => isNumber(condition) || condition.field === 'first_order' || condition.field === 'last_order',
  )
