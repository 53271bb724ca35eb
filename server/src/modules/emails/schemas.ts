import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

const ORDER_KINDS = ['order_confirmation', 'order_shipped', 'order_refunded'] as const
const KIND_VALUES = [...ORDER_KINDS, 'gift_card'] as const
export type EmailKind = (typeof KIND_VALUES)[number]
const EMAIL_STATUSES = ['queued', 'sent', 'failed', 'suppressed'] as const

const Kind = OneOf(KIND_VALUES, { description: 'On which occasion it is written.' })
const Subject = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$',
  examples: ['Your order #{{orderNumber}} at {{shopName}}'],
})
const Body = Type.String({
  minLength: 1,
  maxLength: 20_000,
  pattern: '\\S',
  description: 'Markdown with placeholders. A paragraph whose placeholders are all empty is left out.',
  examples: ['Hello {{buyerName}},\n\nthank you for your order.\n\n{{items}}'],
})

const Placeholder = Type.Object({
  name: Type.String({ description: 'Write it in double braces.', examples: ['orderNumber'] }),
  description: Type.String(),
  isBlock: Type.Boolean({ description: 'Stands in a line of its own, such as the table of items.' }),
})

export const EmailTemplate = Type.Object({
  kind: Kind,
  subject: Subject,
  body: Body,
  enabled: Type.Boolean({ description: 'Whether such mails are written at all.' }),
  isDefault: Type.Boolean({ description: 'Whether these are the built-in words.' }),
  version: Type.Integer({ minimum: 0, description: '0 for the built-in words; the `ETag` is the same in quotes.' }),
  updatedAt: Nullable(Timestamp),
  placeholders: Type.Array(Placeholder, { description: 'All that this kind of mail knows.' }),
})
export type EmailTemplate = Static<typeof EmailTemplate>

export const EmailTemplates = Type.Object({ data: Type.Array(EmailTemplate) })

export const EmailTemplateInput = Type.Object({
  subject: Subject,
  body: Body,
  enabled: Type.Optional(Type.Boolean({ default: true })),
})
export type EmailTemplateInput = Static<typeof EmailTemplateInput>

export const EmailTemplatePath = Type.Object({ kind: Kind })

export const EmailPreviewRequest = Type.Object({
  subject: Type.Optional(Subject),
  body: Type.Optional(Body),
  orderId: Type.Optional(
    Type.Unsafe<`ord_${string}`>({ ...Id('ord'), description: 'Of whose order; an invented one without it.' }),
  ),
})
export type EmailPreviewRequest = Static<typeof EmailPreviewRequest>

const Html = Type.String({ description: 'A whole page without scripts. Show it in a frame that may run nothing.' })

export const EmailPreview = Type.Object({ subject: Type.String(), text: Type.String(), html: Html })
export type EmailPreview = Static<typeof EmailPreview>

const summaryFields = {
  id: Id('mail'),
  kind: Kind,
  orderId: Id('ord'),
  reference: Type.String({
    description: 'The shipment, refund or gift card that it tells of; of a confirmation the order.',
  }),
  to: Type.String({ examples: ['ada@example.com'] }),
  subject: Type.String(),
  status: OneOf(EMAIL_STATUSES, {
    description: '`suppressed`: it was not to leave this server, as in the sandbox; `error` says why.',
  }),
  attempts: Type.Integer(),
  error: Nullable(Type.String({ description: 'Why it has not been sent, in the words of the mail server.' })),
  createdAt: Timestamp,
  sentAt: Nullable(Timestamp),
}

/** Without the body, to keep a page of a hundred small. */
export const EmailSummary = Type.Object(summaryFields)
export const Email = Type.Object({
  ...summaryFields,
  text: Nullable(Type.String({ description: 'Null when it is not kept any more: 90 days after it was sent.' })),
  html: Nullable(Html),
})
export type Email = Static<typeof Email>

export const EmailPath = Type.Object({ id: Id('mail') })

export const EmailsQuery = PageQuery({
  kind: Type.Optional(Kind),
  status: Type.Optional(OneOf(EMAIL_STATUSES)),
  orderId: Type.Optional(Id('ord')),
})
export type EmailsQuery = Static<typeof EmailsQuery>

export const NewEmail = Type.Object({
  kind: OneOf(ORDER_KINDS, {
    description: 'On which occasion. That of a gift card is written when the card is issued.',
  }),
  orderId: Id('ord'),
  reference: Type.Optional(
    Type.String({ maxLength: 100, description: 'Which shipment or refund of the order; the latest without it.' }),
  ),
})
export type NewEmail = Static<typeof NewEmail>

export const EMAIL_KINDS: readonly EmailKind[] = KIND_VALUES
