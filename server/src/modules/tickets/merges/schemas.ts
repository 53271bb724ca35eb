import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Optional } from '../../../kit/schema.ts'

export const NewTicketMerge = Type.Object({
  intoId: Type.Unsafe<`tkt_${string}`>({ ...Id('tkt'), description: 'The ticket that gets the messages.' }),
})
export type NewTicketMerge = Static<typeof NewTicketMerge>

export const NewTicketSplit = Type.Object({
  messageIds: Type.Array(Id('msg'), {
    minItems: 1,
    maxItems: 500,
    uniqueItems: true,
    description: 'The messages that move to the new ticket. At least one must stay.',
  }),
  subject: Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: NAME_PATTERN,
      description: 'The subject of the new ticket. The same as before, if omitted.',
    }),
  ),
})
export type NewTicketSplit = Static<typeof NewTicketSplit>
