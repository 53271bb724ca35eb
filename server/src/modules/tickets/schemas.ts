import { type Static, Type } from 'typebox'
import {
  Id,
  LINE_PATTERN,
  NAME_PATTERN,
  NonEmptyText,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  SingleLine,
  Timestamp,
} from '../../kit/schema.ts'
import { EmailAddress } from '../customers/schemas.ts'

export const CHANNELS = ['email', 'contact_form', 'api', 'chat', 'phone'] as const
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export const CATEGORIES = ['open', 'pending', 'resolved'] as const
export const SOURCES = ['api', 'dashboard', 'rule', 'email', 'system', 'macro'] as const
export const MESSAGE_KINDS = ['customer', 'reply', 'note'] as const

export const TicketChannel = OneOf(CHANNELS)
export const TicketPriority = OneOf(PRIORITIES)
export const StatusCategory = OneOf(CATEGORIES)
export type TicketChannel = Static<typeof TicketChannel>
export type TicketPriority = Static<typeof TicketPriority>
export type StatusCategory = Static<typeof StatusCategory>
export type TicketSource = (typeof SOURCES)[number]

const MessageKind = OneOf(MESSAGE_KINDS, { description: '`note` is internal: only staff see it.' })
export const TicketTags = Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: NAME_PATTERN }), {
  maxItems: 50,
  uniqueItems: true,
})
const FollowerIds = Type.Array(Id('usr'), { maxItems: 50, uniqueItems: true })
const OrderIds = Type.Array(Id('ord'), { maxItems: 50, uniqueItems: true })
const AttachmentIds = Type.Array(Id('att'), {
  maxItems: 20,
  uniqueItems: true,
  description: 'From `POST /v1/tickets/attachments`.',
})
const Subject = Type.String({ minLength: 1, maxLength: 500, pattern: NAME_PATTERN, examples: ['Where is my order?'] })
const MessageText = NonEmptyText(100_000)
const MessageHtml = Type.String({
  minLength: 1,
  maxLength: 200_000,
  description: 'The same as `text`, formatted. Scripts and remote images are removed when the message is read.',
})

const FieldKey = Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' })
const FieldValue = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()])
export const TicketCustomFields = Type.Record(FieldKey, FieldValue, {
  maxProperties: 50,
  additionalProperties: false,
  description: 'Values by the `key` of the ticket field.',
})
const CustomFieldChanges = Type.Record(FieldKey, Nullable(FieldValue), {
  maxProperties: 50,
  additionalProperties: false,
  description: 'Values by the `key` of the ticket field. Null removes a value; fields you omit keep theirs.',
})

const TicketStatusRef = Type.Object({ id: Id('tst'), name: Type.String(), category: StatusCategory })
const TicketRequester = Type.Object({ name: Nullable(Type.String()), email: Nullable(Type.String()) })

export const Ticket = Type.Object({
  id: Id('tkt'),
  number: Type.Integer({ description: 'Short number for people, such as #1001.' }),
  subject: Type.String(),
  channel: TicketChannel,
  status: TicketStatusRef,
  priority: TicketPriority,
  customerId: Nullable(Id('cus')),
  requester: TicketRequester,
  assigneeId: Nullable(Id('usr')),
  teamId: Nullable(Id('team')),
  tags: Type.Array(Type.String()),
  customFields: TicketCustomFields,
  mailboxId: Nullable(Type.String({ description: 'The mailbox that replies are sent from.' })),
  followerIds: Type.Array(Id('usr')),
  orderIds: Type.Array(Id('ord')),
  snoozedUntil: Nullable(Timestamp),
  dueAt: Nullable(Timestamp, {
    description: 'Until when somebody outside expects an answer, such as the bank in a dispute.',
  }),
  waitingSince: Nullable(Timestamp, {
    description: 'When the customer wrote the oldest message without a reply. Null if nothing waits.',
  }),
  firstRespondedAt: Nullable(Timestamp),
  resolvedAt: Nullable(Timestamp),
  lastMessage: Nullable(
    Type.Object({ id: Id('msg'), kind: MessageKind, preview: Type.String(), createdAt: Timestamp }),
  ),
  messageCount: Type.Integer(),
  reopenedCount: Type.Integer(),
  mergedIntoId: Nullable(Id('tkt')),
  splitFromId: Nullable(Id('tkt')),
  followUpOfId: Nullable(Id('tkt'), {
    description: 'The resolved ticket that the customer answered too late to reopen it.',
  }),
  spam: Type.Boolean(),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Ticket = Static<typeof Ticket>

const changeableFields = {
  priority: Optional(TicketPriority),
  statusId: Optional(Id('tst')),
  assigneeId: Optional(Nullable(Id('usr'))),
  teamId: Optional(Nullable(Id('team'))),
  tags: Optional(TicketTags),
  customFields: Optional(TicketCustomFields),
  followerIds: Optional(FollowerIds),
  orderIds: Optional(OrderIds),
  dueAt: Optional(Nullable(Timestamp)),
}

export const NewTicket = Type.Object(
  {
    subject: Subject,
    channel: Optional(OneOf(['api', 'chat', 'phone', 'email'] as const)),
    customerId: Optional(Nullable(Id('cus'))),
    requester: Optional(
      Type.Object({
        name: Optional(Nullable(Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN }))),
        email: EmailAddress,
      }),
    ),
    message: Optional(
      Type.Object({
        kind: Optional(MessageKind),
        text: MessageText,
        html: Optional(MessageHtml),
        attachmentIds: Optional(AttachmentIds),
      }),
    ),
    ...changeableFields,
  },
  {
    examples: [
      {
        subject: 'Where is my order?',
        requester: { name: 'Ada Lovelace', email: 'ada@example.com' },
        message: { text: 'It should have arrived on Monday.' },
      },
    ],
  },
)
export type NewTicket = Static<typeof NewTicket>

export const TicketChanges = Type.Object({
  subject: Optional(Subject),
  customerId: Optional(Nullable(Id('cus'))),
  ...changeableFields,
  customFields: Optional(CustomFieldChanges),
  addTags: Optional(TicketTags),
  removeTags: Optional(TicketTags),
  addOrderIds: Optional(OrderIds),
  snoozedUntil: Optional(Nullable(Timestamp)),
  spam: Optional(Type.Boolean()),
})
export type TicketChanges = Static<typeof TicketChanges>

export const TicketPath = Type.Object({ id: Id('tkt') })

const filters = {
  status: Optional(
    Type.String({
      pattern: '^(open|pending|resolved|tst_[0-9a-z]{26})(,(open|pending|resolved|tst_[0-9a-z]{26})){0,19}$',
      description: 'IDs of statuses or categories (`open`, `pending`, `resolved`), separated by commas.',
      examples: ['open,pending'],
    }),
  ),
  assignee: Optional(
    Type.String({
      pattern: '^(me|none|usr_[0-9a-z]{26})$',
      description: '`me`, `none` or the ID of a member.',
    }),
  ),
  team: Optional(Type.String({ pattern: '^(none|team_[0-9a-z]{26})$', description: '`none` or the ID of a team.' })),
  tag: Optional(SingleLine(50)),
  channel: Optional(TicketChannel),
  customer: Optional(Id('cus')),
  order: Optional(Id('ord')),
  priority: Optional(TicketPriority),
  waitingLongerThan: Optional(
    Type.Integer({ minimum: 0, maximum: 525_600, description: 'Minutes since the oldest unanswered message.' }),
  ),
  snoozed: Optional(Type.Boolean({ description: 'Whether they are snoozed. All, if omitted.' })),
  spam: Optional(Type.Boolean({ default: false })),
  dueBefore: Optional(Timestamp),
  mentioned: Optional(Type.String({ pattern: '^(me|usr_[0-9a-z]{26})$', description: '`me` or the ID of a member.' })),
  follower: Optional(Type.String({ pattern: '^(me|usr_[0-9a-z]{26})$', description: '`me` or the ID of a member.' })),
  createdFrom: Optional(Timestamp),
  createdTo: Optional(Timestamp),
  q: Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      pattern: LINE_PATTERN,
      description:
        'Finds subjects, numbers, names and emails of requesters, and words of messages. An email is found by how it starts; text with an @ is found in the subjects of the newest 2,000 tickets.',
    }),
  ),
}

export const TicketFilter = Type.Object(filters)
export type TicketFilter = Static<typeof TicketFilter>

export const TicketsQuery = PageQuery({
  ...filters,
  sort: Optional(
    OneOf(['waiting', 'newest', 'updated', 'priority', 'due'] as const, {
      default: 'waiting',
      description:
        '`waiting`: those who have waited longest for a reply first. `updated`: by their last message, newest first. `due`: by `dueAt`, then those without.',
    }),
  ),
})
export type TicketsQuery = Static<typeof TicketsQuery>

const Attachment = Type.Object({
  id: Id('att'),
  name: Type.String(),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  inline: Type.Boolean({ description: 'Whether it is an image inside the HTML of the message.' }),
  contentId: Nullable(Type.String()),
})
export const TicketAttachment = Type.Object({
  ...Attachment.properties,
  url: Type.String({ description: 'Downloads the file. Requires the same access as the ticket.' }),
})
export type TicketAttachment = Static<typeof TicketAttachment>
export const AttachmentRow = Attachment

export const DELIVERY_STATUSES = ['queued', 'sent', 'bounced', 'failed', 'canceled', 'captured'] as const

export const SenderAuthentication = Type.Object({
  host: Type.String({ description: 'The mail server that checked.', examples: ['mx.shop.example'] }),
  spf: Nullable(Type.String({ examples: ['pass'] })),
  dkim: Nullable(Type.String({ examples: ['pass'] })),
  dmarc: Nullable(Type.String({ examples: ['pass'] })),
})
export type SenderAuthentication = Static<typeof SenderAuthentication>

export const TicketMessage = Type.Object({
  id: Id('msg'),
  ticketId: Id('tkt'),
  kind: MessageKind,
  author: Type.Object({
    type: OneOf(['customer', 'member', 'key', 'system'] as const),
    id: Nullable(Type.String()),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
  }),
  text: Type.String(),
  visibleText: Type.String({ description: 'The text without the quoted history.' }),
  html: Nullable(Type.String({ description: 'Sanitized. Remote images are removed.' })),
  automatic: Type.Boolean({ description: 'Out-of-office replies, lists and other mail that no person wrote.' }),
  mentionedIds: Type.Array(Id('usr')),
  to: Type.Array(Type.String()),
  cc: Type.Array(Type.String()),
  emailMessageId: Nullable(Type.String()),
  senderAuthentication: Nullable(SenderAuthentication, {
    description:
      'Whether the sender of a received email is genuine, as a mail server that the mailbox trusts found. Null without one.',
  }),
  delivery: Nullable(
    Type.Object({
      status: OneOf(DELIVERY_STATUSES),
      error: Nullable(Type.String()),
      sendAt: Nullable(Timestamp),
    }),
    { description: 'Null unless the message is sent by email.' },
  ),
  attachments: Type.Array(TicketAttachment),
  createdAt: Timestamp,
})
export type TicketMessage = Static<typeof TicketMessage>

export const NewReply = Type.Object({
  text: MessageText,
  html: Optional(MessageHtml),
  attachmentIds: Optional(AttachmentIds),
  to: Optional(
    Type.Array(EmailAddress, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Defaults to the author of the last customer message.',
    }),
  ),
  cc: Optional(
    Type.Array(EmailAddress, {
      maxItems: 20,
      uniqueItems: true,
      description: 'Defaults to the other recipients of the last customer message, or to none if you send `to`.',
    }),
  ),
  statusId: Optional(Id('tst')),
  snoozedUntil: Optional(Nullable(Timestamp)),
  clientMessageId: Optional(SingleLine(100, 'Your ID of the message: the same ID is never stored twice.')),
  expectedMessageId: Optional(
    Type.Unsafe<`msg_${string}`>({
      ...Id('msg'),
      description:
        'The last customer message that you read. If there is a newer one, the response is 409 `new_message`.',
    }),
  ),
  force: Optional(Type.Boolean({ description: 'Send the reply even though there is a newer message.' })),
})
export type NewReply = Static<typeof NewReply>

export const NewTicketNote = Type.Object({
  text: MessageText,
  html: Optional(MessageHtml),
  attachmentIds: Optional(AttachmentIds),
  mentionedIds: Optional(Type.Array(Id('usr'), { maxItems: 50, uniqueItems: true })),
  clientMessageId: Optional(SingleLine(100)),
})
export type NewTicketNote = Static<typeof NewTicketNote>

export const MessagesQuery = PageQuery({})
export type MessagesQuery = Static<typeof MessagesQuery>
export const MessagePath = Type.Object({ id: Id('tkt'), messageId: Id('msg') })

export const TicketChange = Type.Object({
  field: Type.String(),
  from: Type.Unknown(),
  to: Type.Unknown(),
})
export type TicketChange = Static<typeof TicketChange>

export const TicketEvent = Type.Object({
  id: Id('tev'),
  ticketId: Id('tkt'),
  type: Type.String({ examples: ['updated'] }),
  actor: Type.String(),
  actorName: Nullable(Type.String()),
  source: OneOf(SOURCES),
  changes: Type.Array(TicketChange),
  data: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Timestamp,
})
export type TicketEvent = Static<typeof TicketEvent>
export const TicketEventsQuery = PageQuery({})

export const BulkUpdate = Type.Object({
  ticketIds: Type.Array(Id('tkt'), { minItems: 1, maxItems: 100, uniqueItems: true }),
  changes: TicketChanges,
})
export type BulkUpdate = Static<typeof BulkUpdate>

export const BulkResult = Type.Object({
  data: Type.Array(
    Type.Object({
      ticketId: Id('tkt'),
      ok: Type.Boolean(),
      ticket: Nullable(Ticket),
      error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
  ),
  nextCursor: Type.Null(),
})
export type BulkResult = Static<typeof BulkResult>
