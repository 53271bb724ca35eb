import { type Static, Type } from 'typebox'
import { NAME_PATTERN, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'

const Key = Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$', examples: ['serial_number'] })
const Label = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Serial number'] })
const Options = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN }), {
  maxItems: 200,
  uniqueItems: true,
  description: 'The values of a `select` field.',
})
const Position = Type.Integer({ minimum: 0, maximum: 1000 })

export const TicketField = Type.Object({
  key: Key,
  label: Type.String(),
  type: OneOf(['text', 'number', 'boolean', 'select', 'date'] as const),
  options: Type.Array(Type.String()),
  position: Type.Integer(),
  createdAt: Timestamp,
})
export type TicketField = Static<typeof TicketField>

export const NewTicketField = Type.Object({
  key: Key,
  label: Label,
  type: TicketField.properties.type,
  options: Optional(Options),
  position: Optional(Position),
})
export type NewTicketField = Static<typeof NewTicketField>

export const TicketFieldChanges = Type.Object({
  label: Optional(Label),
  options: Optional(Options),
  position: Optional(Position),
})
export type TicketFieldChanges = Static<typeof TicketFieldChanges>

export const TicketFieldPath = Type.Object({ key: Key })
