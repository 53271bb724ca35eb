import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Nullable, OneOf, Optional, TaggedUnion, Timestamp } from '../../kit/schema.ts'
import { Ticket, TicketPriority, TicketTags } from '../tickets/schemas.ts'

export const MAX_MACROS = 500
const MAX_SNOOZE_MINUTES = 525_600

const Tags = Type.Array(TicketTags.items, { minItems: 1, maxItems: 20, uniqueItems: true })

/** What macros and rules change of a ticket. */
export const ticketActionShapes = [
  Type.Object({ type: Type.Literal('set_status'), statusId: Id('tst') }),
  Type.Object({ type: Type.Literal('set_priority'), priority: TicketPriority }),
  Type.Object({
    type: Type.Literal('assign'),
    assigneeId: Nullable(Id('usr'), { description: 'Null removes the assignee.' }),
  }),
  Type.Object({ type: Type.Literal('set_team'), teamId: Nullable(Id('team')) }),
  Type.Object({ type: Type.Literal('add_tags'), tags: Tags }),
  Type.Object({ type: Type.Literal('remove_tags'), tags: Tags }),
  Type.Object({
    type: Type.Literal('snooze'),
    minutes: Type.Integer({ minimum: 1, maximum: MAX_SNOOZE_MINUTES }),
  }),
] as const
export type TicketAction = Static<(typeof ticketActionShapes)[number]>

const AssignToMe = Type.Object(
  { type: Type.Literal('assign_to_me') },
  { description: 'Assigns the ticket to the member who applies the macro.' },
)
const MacroAction = TaggedUnion('type', [...ticketActionShapes, AssignToMe])
export type MacroAction = Static<typeof MacroAction>

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Order shipped'] }),
  body: Type.String({
    maxLength: 20_000,
    description:
      'Text of the reply with placeholders such as `{{customer.firstName}}`. Empty: it only changes tickets.',
    examples: ['Hi {{customer.firstName}}, your order {{order.number}} is on its way.'],
  }),
  actions: Type.Array(MacroAction, { maxItems: 20 }),
  availability: OneOf(['all', 'team', 'private'], {
    description: 'Who may use it: everyone, the members of `teamId`, or only the member who created it.',
  }),
  teamId: Nullable(Id('team')),
}

export const NewMacro = Type.Object({
  name: fields.name,
  body: Optional(fields.body),
  actions: Optional(fields.actions),
  availability: Optional(fields.availability),
  teamId: Optional(fields.teamId),
})
export type NewMacro = Static<typeof NewMacro>

export const MacroChanges = Type.Object({
  name: Optional(fields.name),
  body: Optional(fields.body),
  actions: Optional(fields.actions),
  availability: Optional(fields.availability),
  teamId: Optional(fields.teamId),
})
export type MacroChanges = Static<typeof MacroChanges>

export const Macro = Type.Object({
  id: Id('mac'),
  ...fields,
  ownerId: Nullable(Id('usr'), { description: 'The member who created it.' }),
  usageCount: Type.Integer(),
  lastUsedAt: Nullable(Timestamp),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Macro = Static<typeof Macro>

export const MacroPath = Type.Object({ id: Id('mac') })
export const TicketMacroPath = Type.Object({ id: Id('tkt'), macroId: Id('mac') })

export const MacroPreview = Type.Object({
  body: Type.String({ description: 'With the values of this ticket. A missing value is empty.' }),
  missing: Type.Array(Type.String(), { description: 'Placeholders without a value.', examples: [['order.number']] }),
})
export type MacroPreview = Static<typeof MacroPreview>

export const AppliedMacro = Type.Object({ ticket: Ticket, ...MacroPreview.properties })
export type AppliedMacro = Static<typeof AppliedMacro>
