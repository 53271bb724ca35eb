import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { SenderAuthentication } from '../tickets/schemas.ts'
import { EMAIL_FORMATS, EMAIL_KINDS } from './classify-email.ts'

export const SOURCES = ['smtp', 'postmark', 'sendgrid', 'mailgun'] as const
export const STATUSES = ['received', 'processed', 'ignored', 'failed', 'rejected'] as const
const ROUTES = ['ticket_address', 'in_reply_to', 'references', 'subject', 'new_ticket', 'bounce', 'none'] as const

const Status = OneOf(STATUSES, {
  description:
    '`received`: waits to be processed. `processed`: is a message of a ticket. `ignored`: the trace says why; release it to make it a message. `failed`: is retried.',
})

/** Stored with each email. */
export const Decision = Type.Object({
  kind: OneOf(EMAIL_KINDS),
  automatic: Type.Boolean(),
  route: OneOf(ROUTES, { description: 'How its ticket was found.' }),
  formats: Type.Array(OneOf(EMAIL_FORMATS)),
  replyTo: Type.Array(Type.String()),
  authentication: Nullable(SenderAuthentication, {
    description: 'Results of a trusted mail server. Null without one.',
  }),
  droppedAttachments: Type.Integer({
    description: 'Attachments that are not in the ticket: at most 20, with 20 MB together.',
  }),
  steps: Type.Array(
    Type.Object({
      check: Type.String({ examples: ['ticket_address'] }),
      matched: Type.Boolean(),
      text: Type.String({ examples: ['No recipient is the signed address of a ticket.'] }),
    }),
    { description: 'Every check in its order, in words.' },
  ),
})
export type Decision = Static<typeof Decision>

export const InboundEmail = Type.Object({
  id: Id('eml'),
  mailboxId: Id('mbx'),
  source: OneOf(SOURCES),
  status: Status,
  emailMessageId: Nullable(Type.String({ description: 'The `Message-ID` header, without angle brackets.' })),
  envelope: Type.Object({ from: Type.String(), to: Type.Array(Type.String()) }),
  from: Nullable(Type.String({ description: 'From the headers. Null until it is processed.' })),
  subject: Nullable(Type.String()),
  sizeBytes: Type.Integer(),
  duplicateCount: Type.Integer({ description: 'How often the same email arrived again. It is processed once.' }),
  ticketId: Nullable(Id('tkt')),
  messageId: Nullable(Id('msg')),
  error: Nullable(Type.String()),
  receivedAt: Timestamp,
  processedAt: Nullable(Timestamp),
})
export type InboundEmail = Static<typeof InboundEmail>

export const EmailTrace = Type.Object({
  email: InboundEmail,
  decision: Nullable(Decision, { description: 'Null until the email is processed.' }),
})
export type EmailTrace = Static<typeof EmailTrace>

export const EmailPath = Type.Object({ id: Id('eml') })

export const EmailsQuery = PageQuery({
  status: Optional(Status),
  ticket: Optional(Id('tkt')),
})
export type EmailsQuery = Static<typeof EmailsQuery>
