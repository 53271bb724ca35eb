import { type Static, Type } from 'typebox'
import { Id, LINE_PATTERN, Nullable, OneOf, Optional, PageQuery, SingleLine, Timestamp } from '../../../kit/schema.ts'
import { ProviderName } from '../schemas.ts'

export const STATUSES = ['received', 'processed', 'ignored', 'failed', 'rejected'] as const

const Status = OneOf(STATUSES, {
  description:
    '`received`: waits to be processed. `ignored`: there was nothing to do; `note` says why. `failed`: the last attempt failed, and further ones follow for two days. `rejected`: it had no valid signature.',
})

export const InboundEvent = Type.Object({
  id: Id('ine'),
  provider: ProviderName,
  topic: Type.String({ description: 'As the provider calls it.', examples: ['orders/updated'] }),
  externalId: Nullable(Type.String(), { description: 'The provider’s own ID of the event.' }),
  status: Status,
  attempts: Type.Integer(),
  note: Nullable(Type.String(), {
    description: 'Why it was ignored or rejected, or the error of the last attempt.',
  }),
  emailId: Nullable(Id('eml'), { description: 'The email that it was; see `/v1/mail`.' }),
  duplicateCount: Type.Integer({ description: 'How often the provider sent it again.' }),
  sizeBytes: Type.Integer(),
  receivedAt: Timestamp,
  processedAt: Nullable(Timestamp),
})
export type InboundEvent = Static<typeof InboundEvent>

export const InboundEventDetails = Type.Object({
  ...InboundEvent.properties,
  headers: Type.Record(Type.String(), Type.String()),
  body: Nullable(Type.String(), {
    description:
      'What the provider sent, as text. Null if it was rejected or erased, for emails, and for callers who may not change connections.',
  }),
})
export type InboundEventDetails = Static<typeof InboundEventDetails>

export const InboundEventsQuery = PageQuery({
  provider: Optional(ProviderName),
  topic: Optional(SingleLine(200)),
  status: Optional(OneOf(STATUSES)),
  q: Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      pattern: LINE_PATTERN,
      description: 'Finds topics, IDs, order and tracking numbers, and emails.',
    }),
  ),
  from: Optional(Type.Unsafe<string>({ ...Timestamp, description: 'Received at this time or later.' })),
  to: Optional(Type.Unsafe<string>({ ...Timestamp, description: 'Received before this time.' })),
})
export type InboundEventsQuery = Static<typeof InboundEventsQuery>

export const InboundEventPath = Type.Object({ id: Id('ine') })
