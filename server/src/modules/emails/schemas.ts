import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Page, PageQuery, Timestamp } from '../../kit/schema.ts'

const ORDER_KINDS = ['order_confirmation', 'order_shipped', 'shipment_update', 'order_refunded'] as const
/** Each contains a code that works for some minutes. */
const CODE_KINDS = ['login_code', 'chat_code'] as const
const KIND_VALUES = [...ORDER_KINDS, 'gift_card', ...CODE_KINDS] as const
export type EmailKind = (typeof KIND_VALUES)[number]
export type CodeEmailKind = (typeof CODE_KINDS)[number]

export const isCodeEmail = (kind: EmailKind): kind is CodeEmailKind =>
  (CODE_KINDS as readonly EmailKind[]).includes(kind)

const EMAIL_STATUSES = ['queued', 'sent', 'failed', 'suppressed'] as const

const Kind = OneOf(KIND_VALUES, { description: 'Kind of email.' })
const Subject = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$',
  examples: ['Order #{{orderNumber}} confirmed'],
})
const Body = Type.String({
  minLength: 1,
  maxLength: 20_000,
  pattern: '\\S',
  description: 'Markdown with placeholders. A paragraph whose placeholders are all empty is omitted.',
  examples: ['Hello {{customerName}},\n\nThank you for your order.\n\n{{items}}'],
})

const Placeholder = Type.Object({
  name: Type.String({ description: 'Name to write in double braces.', examples: ['orderNumber'] }),
  description: Type.String(),
  block: Type.Boolean({ description: 'Whether it needs a line of its own, such as the table of items.' }),
})

export const EmailTemplate = Type.Object({
  kind: Kind,
  subject: Subject,
  body: Body,
  active: Type.Boolean({ description: 'Whether emails of this kind are sent automatically.' }),
  default: Type.Boolean({ description: 'Whether this is the built-in text.' }),
  version: Type.Integer({
    minimum: 0,
    description: '0 for the built-in text. The `ETag` is the same number in quotes.',
  }),
  updatedAt: Nullable(Timestamp),
  placeholders: Type.Array(Placeholder, { description: 'All placeholders that this kind of email supports.' }),
})
export type EmailTemplate = Static<typeof EmailTemplate>

export const EmailTemplates = Page(EmailTemplate)

export const EmailTemplateSettings = Type.Object({
  subject: Subject,
  body: Body,
  active: Type.Optional(Type.Boolean({ default: true })),
})
export type EmailTemplateSettings = Static<typeof EmailTemplateSettings>

export const EmailTemplatePath = Type.Object({ kind: Kind })

export const EmailPreviewRequest = Type.Object({
  subject: Type.Optional(Subject),
  body: Type.Optional(Body),
  orderId: Type.Optional(
    Type.Unsafe<`ord_${string}`>({ ...Id('ord'), description: 'Order to show. Defaults to a sample order.' }),
  ),
})
export type EmailPreviewRequest = Static<typeof EmailPreviewRequest>

const Html = Type.String({
  description: 'Complete HTML page without scripts. Show it in a frame that can’t run scripts.',
})

export const EmailPreview = Type.Object({ subject: Type.String(), text: Type.String(), html: Html })
export type EmailPreview = Static<typeof EmailPreview>

const summaryFields = {
  id: Id('email'),
  kind: Kind,
  orderId: Nullable(Id('ord'), { description: 'Null for a login code and a chat code.' }),
  fulfillmentId: Nullable(Id('ful')),
  refundId: Nullable(Id('rf')),
  giftCardId: Nullable(Id('gc')),
  to: Type.String({ examples: ['ada@example.com'] }),
  subject: Type.String(),
  status: OneOf(EMAIL_STATUSES, {
    description: '`suppressed`: not sent on purpose, as in the sandbox; `error` has the reason.',
  }),
  attempts: Type.Integer(),
  error: Nullable(Type.String({ description: 'Why the email was not sent, such as the message of the mail server.' })),
  createdAt: Timestamp,
  sentAt: Nullable(Timestamp),
}

/** Without the body, to keep a page of a hundred small. */
export const EmailSummary = Type.Object(summaryFields)
export const Email = Type.Object({
  ...summaryFields,
  text: Nullable(Type.String({ description: 'Null once it is no longer stored, 90 days after sending.' })),
  html: Nullable(Html),
})
export type Email = Static<typeof Email>

export const EmailPath = Type.Object({ id: Id('email') })

export const EmailsQuery = PageQuery({
  kind: Type.Optional(Kind),
  status: Type.Optional(OneOf(EMAIL_STATUSES)),
  orderId: Type.Optional(Id('ord')),
})
export type EmailsQuery = Static<typeof EmailsQuery>

export const NewEmail = Type.Object({
  kind: OneOf(ORDER_KINDS, {
    description: 'Kind of email. Gift cards and codes are sent when they are created.',
  }),
  orderId: Id('ord'),
  fulfillmentId: Type.Optional(
    Type.Unsafe<`ful_${string}`>({
      ...Id('ful'),
      description: 'For `order_shipped` and `shipment_update`. Defaults to the latest.',
    }),
  ),
  refundId: Type.Optional(
    Type.Unsafe<`rf_${string}`>({ ...Id('rf'), description: 'For `order_refunded`. Defaults to the latest.' }),
  ),
})
export type NewEmail = Static<typeof NewEmail>

export const EMAIL_KINDS: readonly EmailKind[] = KIND_VALUES
