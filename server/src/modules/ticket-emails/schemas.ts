import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

const EMAIL_KINDS = ['reply', 'acknowledgment', 'csat'] as const
const STATUSES = ['queued', 'sending', 'sent', 'failed', 'canceled', 'captured', 'bounced'] as const

const Bounce = Type.Object({
  recipient: Nullable(Type.String()),
  status: Type.String({ description: 'Status code of RFC 3463. 5.x.x is permanent.', examples: ['5.1.1'] }),
  diagnostic: Type.String({ description: 'What the mail server of the recipient said.' }),
  createdAt: Timestamp,
})
export type Bounce = Static<typeof Bounce>

export const TicketEmail = Type.Object({
  id: Type.Unsafe<`msg_${string}`>({ ...Id('msg'), description: 'For a reply, the ID of its message.' }),
  ticketId: Id('tkt'),
  kind: OneOf(EMAIL_KINDS),
  to: Type.Array(Type.String()),
  cc: Type.Array(Type.String()),
  subject: Nullable(Type.String(), { description: 'Null for a reply, and 90 days after the email was created.' }),
  text: Nullable(Type.String()),
  status: OneOf(STATUSES, {
    description:
      '`sending`: the mail server has it, and its response is not known yet. `captured`: not sent, because it is of the sandbox.',
  }),
  error: Nullable(Type.String()),
  attempts: Type.Integer(),
  bounces: Type.Array(Bounce),
  createdAt: Timestamp,
  sentAt: Nullable(Timestamp),
})
export type TicketEmail = Static<typeof TicketEmail>

export const TicketEmailsQuery = PageQuery({})
export type TicketEmailsQuery = Static<typeof TicketEmailsQuery>
