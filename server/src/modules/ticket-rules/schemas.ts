import { type Static, Type } from 'typebox'
import {
  Id,
  NAME_PATTERN,
  NonEmptyText,
  Nullable,
  OneOf,
  Optional,
  SingleLine,
  TaggedUnion,
  Timestamp,
} from '../../kit/schema.ts'
import { ticketActionShapes } from '../macros/schemas.ts'
import { StatusCategory, TicketChange, TicketChannel, TicketPriority, TicketTags } from '../tickets/schemas.ts'

export const MAX_RULES = 100
export const MAX_CONDITIONS = 20
const MAX_MINUTES = 525_600

export const TRIGGERS = ['ticket_created', 'customer_message', 'ticket_updated', 'hourly'] as const
const Trigger = OneOf(TRIGGERS, {
  description:
    '`customer_message`: the customer has written again. `ticket_updated`: staff or an API key changed the ticket. `hourly`: every hour, for open and pending tickets that are not snoozed.',
})
export type Trigger = Static<typeof Trigger>

/** Shared by fields of the same kind. */
export const TagsOperator = OneOf(['any_of', 'all_of', 'none_of'])
export const LimitOperator = OneOf(['at_least', 'at_most'])
const ListOperator = OneOf(['any_of', 'none_of'])
const listOf = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) =>
  Type.Array(item, { minItems: 1, maxItems: 50, uniqueItems: true })

const TextCondition = Type.Object(
  {
    field: OneOf(['subject', 'body', 'subject_or_body', 'requester_email']),
    operator: OneOf(['contains', 'not_contains']),
    value: SingleLine(200),
  },
  { description: 'Upper and lower case are the same. `body` is what the customer wrote last.' },
)
const ChannelCondition = Type.Object({
  field: Type.Literal('channel'),
  operator: ListOperator,
  value: listOf(TicketChannel),
})
const PriorityCondition = Type.Object({
  field: Type.Literal('priority'),
  operator: ListOperator,
  value: listOf(TicketPriority),
})
const CategoryCondition = Type.Object({
  field: Type.Literal('category'),
  operator: ListOperator,
  value: listOf(StatusCategory),
})
const StatusCondition = Type.Object({ field: Type.Literal('status'), operator: ListOperator, value: listOf(Id('tst')) })
const ReferenceCondition = Type.Object(
  {
    field: OneOf(['assignee', 'team', 'mailbox']),
    operator: ListOperator,
    value: listOf(SingleLine(50)),
  },
  { description: 'IDs, or `none`.' },
)
const TagsCondition = Type.Object({
  field: OneOf(['tags', 'customer_tags']),
  operator: TagsOperator,
  value: listOf(TicketTags.items),
})
const NumberCondition = Type.Object(
  {
    field: OneOf(['customer_orders', 'customer_spent']),
    operator: LimitOperator,
    value: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  },
  { description: 'Of orders in the shop’s currency. Amounts are in minor units.' },
)
const TimeCondition = Type.Object(
  {
    field: OneOf(['waiting_minutes', 'idle_minutes', 'status_minutes', 'age_minutes']),
    operator: LimitOperator,
    value: Type.Integer({ minimum: 0, maximum: MAX_MINUTES }),
  },
  {
    description:
      'Minutes since the oldest unanswered message, the last message by the customer or to them, the last change of the status, or the creation. A ticket without an unanswered message does not match `waiting_minutes`.',
  },
)
const CustomFieldCondition = Type.Object({
  field: Type.Literal('custom_field'),
  key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }),
  operator: OneOf(['is', 'is_not']),
  value: Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]),
})

const Condition = TaggedUnion('field', [
  TextCondition,
  ChannelCondition,
  PriorityCondition,
  CategoryCondition,
  StatusCondition,
  ReferenceCondition,
  TagsCondition,
  NumberCondition,
  TimeCondition,
  CustomFieldCondition,
])
export type Condition = Static<typeof Condition>

const Match = OneOf(['all', 'any'])
const Group = Type.Object({
  match: Match,
  conditions: Type.Array(Condition, { minItems: 1, maxItems: MAX_CONDITIONS }),
})

export const RuleConditions = Type.Object(
  {
    match: Match,
    conditions: Type.Array(Condition, { maxItems: MAX_CONDITIONS }),
    groups: Optional(
      Type.Array(Group, { maxItems: MAX_CONDITIONS, description: 'Each group counts like one condition.' }),
    ),
  },
  {
    description: 'Without conditions, the rule is for all tickets.',
    examples: [{ match: 'all', conditions: [{ field: 'subject', operator: 'contains', value: 'refund' }] }],
  },
)
export type RuleConditions = Static<typeof RuleConditions>

const SendReply = Type.Object(
  { type: Type.Literal('send_reply'), text: NonEmptyText(20_000) },
  {
    description:
      'Text with the placeholders of macros. Rules reply at most once a day to the same ticket, and never to automatic mail.',
  },
)
const AddNote = Type.Object({ type: Type.Literal('add_note'), text: NonEmptyText(20_000) })
const Stop = Type.Object({ type: Type.Literal('stop') }, { description: 'Later rules don’t run.' })
const RuleAction = TaggedUnion('type', [...ticketActionShapes, SendReply, AddNote, Stop])
export type RuleAction = Static<typeof RuleAction>

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Refunds to billing'] }),
  active: Type.Boolean(),
  trigger: Trigger,
  conditions: RuleConditions,
  actions: Type.Array(RuleAction, { minItems: 1, maxItems: 20 }),
  position: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Rules run in this order.' }),
}

export const NewTicketRule = Type.Object({
  name: fields.name,
  active: Optional(fields.active),
  trigger: fields.trigger,
  conditions: Optional(fields.conditions),
  actions: fields.actions,
  position: Optional(fields.position),
})
export type NewTicketRule = Static<typeof NewTicketRule>

export const TicketRuleChanges = Type.Object({
  name: Optional(fields.name),
  active: Optional(fields.active),
  trigger: Optional(fields.trigger),
  conditions: Optional(fields.conditions),
  actions: Optional(fields.actions),
  position: Optional(fields.position),
})
export type TicketRuleChanges = Static<typeof TicketRuleChanges>

export const TicketRule = Type.Object({
  id: Id('rule'),
  ...fields,
  runCount: Type.Integer({ description: 'How many tickets it has changed.' }),
  lastRunAt: Nullable(Timestamp),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type TicketRule = Static<typeof TicketRule>

export const TicketRulePath = Type.Object({ id: Id('rule') })

export const RuleDryRun = Type.Object({
  trigger: fields.trigger,
  conditions: Optional(fields.conditions),
  actions: fields.actions,
})
export type RuleDryRun = Static<typeof RuleDryRun>

export const RuleDryRunResult = Type.Object({
  evaluated: Type.Integer({ description: 'Number of tickets of the last 30 days that were evaluated.' }),
  matched: Type.Integer(),
  complete: Type.Boolean({ description: 'False if there were too many tickets to evaluate all; the newest were.' }),
  sample: Type.Array(
    Type.Object({
      ticketId: Id('tkt'),
      number: Type.Integer(),
      subject: Type.String(),
      changes: Type.Array(TicketChange),
      reply: Nullable(Type.String({ description: 'The text that would be sent.' })),
      note: Nullable(Type.String()),
    }),
    { description: 'The newest ten that match, with what would change.' },
  ),
})
export type RuleDryRunResult = Static<typeof RuleDryRunResult>

const autoCloseFields = {
  active: Type.Boolean(),
  pendingDays: Type.Integer({ minimum: 1, maximum: 365, examples: [7] }),
}
export const AutoCloseSettings = Type.Object({
  ...autoCloseFields,
  version: Type.Integer(),
  updatedAt: Nullable(Timestamp),
})
export type AutoCloseSettings = Static<typeof AutoCloseSettings>
export const AutoCloseInput = Type.Object(autoCloseFields)
export type AutoCloseInput = Static<typeof AutoCloseInput>
