import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Optional, Timestamp } from '../../../kit/schema.ts'
import { StatusCategory } from '../schemas.ts'

export const TicketStatus = Type.Object({
  id: Id('tst'),
  name: Type.String(),
  category: StatusCategory,
  position: Type.Integer(),
  default: Type.Boolean({ description: 'Whether tickets that enter the category get this status.' }),
  createdAt: Timestamp,
})
export type TicketStatus = Static<typeof TicketStatus>

const Name = Type.String({ minLength: 1, maxLength: 50, pattern: NAME_PATTERN, examples: ['Waiting for supplier'] })
const Position = Type.Integer({ minimum: 0, maximum: 1000 })

export const NewTicketStatus = Type.Object({
  name: Name,
  category: StatusCategory,
  position: Optional(Position),
  default: Optional(Type.Boolean()),
})
export type NewTicketStatus = Static<typeof NewTicketStatus>

export const TicketStatusChanges = Type.Object({
  name: Optional(Name),
  position: Optional(Position),
  default: Optional(Type.Literal(true, { description: 'Another status of the category stops being the default.' })),
})
export type TicketStatusChanges = Static<typeof TicketStatusChanges>

export const TicketStatusPath = Type.Object({ id: Id('tst') })
