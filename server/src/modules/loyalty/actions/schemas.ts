import { type Static, Type } from 'typebox'
import { Id, LINE_PATTERN, Nullable, Optional, Timestamp } from '../../../kit/schema.ts'
import { MAX_POINTS } from '../schemas.ts'

export const NewActionEarning = Type.Object(
  {
    customerId: Id('cus'),
    action: Type.String({ minLength: 1, maxLength: 50, description: 'The key of an action of the program.' }),
    eventId: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: LINE_PATTERN,
      description: 'What your system calls the event. Each earns points once.',
    }),
    points: Optional(
      Type.Integer({ minimum: 1, maximum: MAX_POINTS, description: 'Instead of the points of the action.' }),
    ),
  },
  { examples: [{ customerId: 'cus_01k9z3h8x2f7mtv4q6bw0ncdre', action: 'review', eventId: 'review-4711' }] },
)
export type NewActionEarning = Static<typeof NewActionEarning>

export const ActionEarning = Type.Object({
  id: Id('lot'),
  customerId: Id('cus'),
  action: Type.String(),
  eventId: Type.String(),
  points: Type.Integer(),
  balance: Type.Integer({ description: 'Right after these points were added.' }),
  expiresAt: Nullable(Timestamp),
  createdAt: Timestamp,
})
export type ActionEarning = Static<typeof ActionEarning>
