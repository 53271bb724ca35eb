import { type Static, Type } from 'typebox'
import { Actor, Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../../kit/schema.ts'
import { Consent } from '../../customers/schemas.ts'

const { channel, state, shownText, source, createdAt } = Consent.properties
export const ErasedConsent = Type.Object({ channel, state, shownText, source, createdAt })
export type ErasedConsent = Static<typeof ErasedConsent>

export const Erasure = Type.Object({
  id: Id('ers'),
  customerId: Id('cus'),
  status: OneOf(['pending', 'completed'] as const),
  tables: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many rows of each table were deleted or stripped of personal data.',
    examples: [{ customers: 1, orders: 3, emails: 5 }],
  }),
  consents: Type.Array(ErasedConsent, {
    description: 'Proves what the person agreed to and declined, without their name.',
  }),
  actor: Actor,
  createdAt: Timestamp,
  erasedAt: Nullable(Timestamp),
})
export type Erasure = Static<typeof Erasure>

export const ErasuresQuery = PageQuery({
  email: Optional(Type.String({ maxLength: 254, description: 'An email of the person, in any case.' })),
})
export type ErasuresQuery = Static<typeof ErasuresQuery>
