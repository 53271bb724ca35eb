import { type Static, Type } from 'typebox'
import { Money, NonNegativeMoney } from '../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, PageQuery, SingleLine, Timestamp } from '../../kit/schema.ts'
import { Consent, Customer, CustomerChanges, EmailAddress, Locale } from '../customers/schemas.ts'

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'converted', 'lost', 'spam'] as const
export const LeadStatus = OneOf(LEAD_STATUSES)
export type LeadStatus = Static<typeof LeadStatus>

const Source = SingleLine(100, 'Where the lead comes from, such as `newsletter`, `contact_form` or `fair_2026`.')
const { customFields: CustomFields } = Customer.properties

export const Utm = Type.Object({
  source: Optional(SingleLine(200)),
  medium: Optional(SingleLine(200)),
  campaign: Optional(SingleLine(200)),
  term: Optional(SingleLine(200)),
  content: Optional(SingleLine(200)),
})
export const ClickIds = Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,50}$' }), SingleLine(500), {
  maxProperties: 10,
  additionalProperties: false,
  description: 'Click IDs of advertising networks, such as `gclid` or `fbclid`.',
})

export const LeadConsent = Type.Object({
  channel: Consent.properties.channel,
  granted: Type.Boolean({ description: 'Whether they ticked the box. An unticked box withdraws nothing.' }),
  text: NonEmptyText(5000, 'The text that they read beside the box.'),
})
export type LeadConsent = Static<typeof LeadConsent>

export const NewLead = Type.Object(
  {
    email: Optional(EmailAddress),
    phone: Optional(
      SingleLine(
        50,
        'With the country code, such as `+43 1 234567`. Required without an email; separators are removed.',
      ),
    ),
    name: Optional(SingleLine(200)),
    company: Optional(SingleLine(200)),
    message: Optional(NonEmptyText(10_000)),
    source: Source,
    productIds: Optional(Type.Array(Id('prod'), { maxItems: 50, uniqueItems: true })),
    page: Optional(SingleLine(2000, 'The page that the form was on.')),
    referrer: Optional(SingleLine(2000, 'Where the visitor came from.')),
    utm: Optional(Utm),
    clickIds: Optional(ClickIds),
    locale: Optional(Locale),
    consent: Optional(Type.Array(LeadConsent, { maxItems: 3 })),
    customFields: Optional(CustomFields),
    website: Optional(
      Type.String({
        maxLength: 2000,
        description: 'A field that people don’t see. Bots fill it in, which marks the lead as spam.',
      }),
    ),
    elapsedMs: Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'How long the form was open. Less than 2 seconds marks the lead as spam.',
      }),
    ),
  },
  {
    examples: [
      { email: 'ada@example.com', name: 'Ada Lovelace', source: 'contact_form', message: 'Do you ship to Norway?' },
    ],
  },
)
export type NewLead = Static<typeof NewLead>

/** The same for everyone: it must not say who is known, or what counts as spam. */
export const LeadReceipt = Type.Object({ received: Type.Literal(true) })

export const LeadTouch = Type.Object({
  source: Type.String(),
  page: Nullable(Type.String()),
  referrer: Nullable(Type.String()),
  utm: Utm,
  clickIds: ClickIds,
  at: Timestamp,
})
export type LeadTouch = Static<typeof LeadTouch>

export const SCORE_CODES = [
  'email',
  'phone',
  'name',
  'company',
  'business_email',
  'message',
  'products',
  'paid_click',
  'wrote_again',
  'consent',
] as const
export const ScoreReason = Type.Object({ code: OneOf(SCORE_CODES), points: Type.Integer() })
export type ScoreReason = Static<typeof ScoreReason>

export const SPAM_REASONS = ['honeypot', 'too_fast', 'disposable_email', 'links', 'marked_by_staff'] as const
export const SpamReason = OneOf(SPAM_REASONS)
export type SpamReason = Static<typeof SpamReason>

export const Conversion = Type.Object({
  orderId: Nullable(Id('ord')),
  value: Nullable(Money),
  automatic: Type.Boolean({ description: 'Whether an order of the customer converted the lead.' }),
  at: Timestamp,
})
export type Conversion = Static<typeof Conversion>

export const Lead = Type.Object({
  id: Id('lead'),
  status: LeadStatus,
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  name: Nullable(Type.String()),
  company: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  message: Nullable(Type.String(), { description: 'The latest one. Submissions have them all.' }),
  source: Type.String({ description: 'The source of the first touch.' }),
  firstTouch: LeadTouch,
  lastTouch: LeadTouch,
  productIds: Type.Array(Id('prod')),
  customFields: CustomFields,
  consents: Type.Array(Type.Object({ ...LeadConsent.properties, at: Timestamp }), {
    description: 'The latest decision of each channel, with the text shown.',
  }),
  tags: Type.Array(Type.String()),
  score: Type.Integer({ minimum: 0, maximum: 100, description: 'The sum of `scoreReasons`.' }),
  scoreReasons: Type.Array(ScoreReason),
  spamReasons: Type.Array(SpamReason),
  customerId: Nullable(Id('cus'), { description: 'Null for spam, and for a moment after the first submission.' }),
  assigneeId: Nullable(Type.String({ description: 'The user ID of a member.' })),
  staffNote: Nullable(Type.String()),
  conversion: Nullable(Conversion),
  submissionCount: Type.Integer(),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Lead = Static<typeof Lead>

export const LeadSubmission = Type.Object({
  id: Id('lsub'),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  name: Nullable(Type.String()),
  company: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  message: Nullable(Type.String()),
  touch: LeadTouch,
  productIds: Type.Array(Id('prod')),
  customFields: CustomFields,
  consents: Type.Array(LeadConsent),
  spamReasons: Type.Array(SpamReason),
  createdAt: Timestamp,
})
export type LeadSubmission = Static<typeof LeadSubmission>

export const LeadPath = Type.Object({ id: Id('lead') })

export const LeadsQuery = PageQuery({
  status: Optional(OneOf(LEAD_STATUSES, { description: 'Without it, all but spam.' })),
  source: Optional(Source),
  assigneeId: Optional(SingleLine(100)),
  customerId: Optional(Id('cus')),
  q: Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description: 'Finds names, companies, emails and phones. With an `@`, emails that start with it.',
    }),
  ),
  scoreMin: Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  createdFrom: Optional(Timestamp),
  createdTo: Optional(Timestamp),
  sort: Optional(OneOf(['newest', 'score'] as const)),
})
export type LeadsQuery = Static<typeof LeadsQuery>

export const SubmissionsQuery = PageQuery({})
export type SubmissionsQuery = Static<typeof SubmissionsQuery>

export const LeadChanges = Type.Object({
  status: Optional(
    OneOf(['new', 'contacted', 'qualified', 'lost', 'spam'] as const, {
      description: 'To convert a lead, create a conversion.',
    }),
  ),
  assigneeId: Optional(Nullable(SingleLine(100, 'The user ID of a member.'))),
  staffNote: Optional(Nullable(NonEmptyText(10_000))),
  tags: CustomerChanges.properties.tags,
})
export type LeadChanges = Static<typeof LeadChanges>

export const NewConversion = Type.Object({
  orderId: Optional(Id('ord')),
  value: Optional(
    Type.Object(NonNegativeMoney.properties, {
      description: 'What the lead is worth. By default the total of the order.',
    }),
  ),
})
export type NewConversion = Static<typeof NewConversion>
