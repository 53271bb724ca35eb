import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import {
  Id,
  NAME_PATTERN,
  NonEmptyText,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  SingleLine,
  Timestamp,
  UpdatedFrom,
} from '../../kit/schema.ts'

export const Address = Type.Object({
  name: Optional(SingleLine(200)),
  company: Optional(SingleLine(200)),
  line1: Optional(SingleLine(300)),
  line2: Optional(SingleLine(300)),
  city: Optional(SingleLine(200)),
  region: Optional(SingleLine(50, 'As written in the country, such as `NY` or `BY`.')),
  postalCode: Optional(SingleLine(20, 'Checked at checkout against the country’s format.')),
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'Two-letter country code (ISO 3166-1).',
    examples: ['AT'],
  }),
  phone: Optional(NonEmptyText(50)),
})
export type Address = Static<typeof Address>

const CHANNELS = ['email', 'sms', 'phone'] as const
const CONSENT_STATES = ['subscribed', 'unsubscribed', 'pending'] as const

const ConsentState = OneOf(CONSENT_STATES, { description: '`pending` until a double opt-in is confirmed.' })

export const EmailAddress = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] })
export const PhoneNumber = Type.String({
  pattern: '^\\+[1-9][0-9]{6,14}$',
  description: 'In international format (E.164), without spaces.',
  examples: ['+431234567'],
})
const Verified = Type.Boolean({ description: 'Whether the customer has proved that it is theirs.' })
export const Locale = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35, examples: ['de-AT'] })
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: NAME_PATTERN }), {
  maxItems: 100,
  uniqueItems: true,
})
const CustomFields = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_.-]{1,50}$' }),
  Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 50, additionalProperties: false, description: 'Your own fields.' },
)
const ExternalId = Type.Object({
  source: Type.String({
    pattern: '^[a-z0-9_-]{1,50}$',
    description: 'The system that the ID belongs to.',
    examples: ['shopify'],
  }),
  id: SingleLine(200),
})
const CustomerEmail = Type.Object({ address: EmailAddress, verified: Verified })
const CustomerPhone = Type.Object({ number: PhoneNumber, verified: Verified })
const CustomerAddress = Type.Object({ id: Id('adr'), address: Address })

const fields = {
  name: Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN, examples: ['Ada Lovelace'] })),
  ),
  company: Optional(Nullable(SingleLine(200))),
  locale: Optional(Nullable(Locale)),
  emails: Optional(
    Type.Array(Type.Object({ address: EmailAddress, verified: Optional(Verified) }), {
      maxItems: 20,
      description: 'Replaces all emails; the first one is the primary one.',
    }),
  ),
  phones: Optional(
    Type.Array(Type.Object({ number: PhoneNumber, verified: Optional(Verified) }), {
      maxItems: 20,
      description: 'Replaces all phones; the first one is the primary one.',
    }),
  ),
  addresses: Optional(
    Type.Array(
      Type.Object({
        id: Optional(Id('adr')),
        address: Address,
      }),
      {
        maxItems: 50,
        description: 'Replaces all addresses; the first one is the default. Send the `id` of those you keep.',
      },
    ),
  ),
  tags: Optional(Tags),
  externalIds: Optional(Type.Array(ExternalId, { maxItems: 20, description: 'Replaces all external IDs.' })),
  customFields: Optional(CustomFields),
}

export const NewCustomer = Type.Object(fields, {
  minProperties: 1,
  examples: [{ name: 'Ada Lovelace', emails: [{ address: 'ada@example.com' }], tags: ['wholesale'] }],
})
export type NewCustomer = Static<typeof NewCustomer>

export const CustomerChanges = Type.Object(fields)
export type CustomerChanges = Static<typeof CustomerChanges>

const OrderStatistics = Type.Object({
  orders: Type.Integer({ description: 'Drafts and canceled orders don’t count.' }),
  spent: Money,
  averageOrder: Money,
  firstOrderAt: Nullable(Timestamp),
  lastOrderAt: Nullable(Timestamp),
})

export const RFM_GROUPS = ['champions', 'loyal', 'new', 'promising', 'at_risk', 'hibernating', 'lost'] as const
const RfmGroup = OneOf(RFM_GROUPS)
const RfmScore = Type.Integer({ minimum: 1, maximum: 5 })

export const Customer = Type.Object({
  id: Id('cus'),
  name: Nullable(Type.String()),
  company: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  emails: Type.Array(CustomerEmail),
  phones: Type.Array(CustomerPhone),
  addresses: Type.Array(CustomerAddress),
  tags: Type.Array(Type.String()),
  marketing: Type.Object(
    { email: Nullable(ConsentState), sms: Nullable(ConsentState), phone: Nullable(ConsentState) },
    { description: 'The latest consent of each channel. Null if there is none.' },
  ),
  externalIds: Type.Array(ExternalId),
  customFields: CustomFields,
  statistics: Type.Array(OrderStatistics, {
    description: 'One entry per currency that the customer has paid in, and one in the shop’s currency.',
  }),
  rfm: Nullable(
    Type.Object(
      { recency: RfmScore, frequency: RfmScore, monetary: RfmScore, group: RfmGroup },
      { description: 'Compared with the other customers: the best fifth has 5. Updated every night.' },
    ),
    { description: 'Null without orders, and until the first night.' },
  ),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Customer = Static<typeof Customer>

export const CustomerPath = Type.Object({ id: Id('cus') })
const customerFilters = {
  q: Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description: 'Finds names, companies, emails, phones and external IDs. With an `@`, emails that start with it.',
    }),
  ),
  email: Optional(EmailAddress),
  phone: Optional(PhoneNumber),
  externalId: Optional(SingleLine(200)),
  tag: Optional(SingleLine(50)),
  emailMarketing: Optional(ConsentState),
  segmentId: Optional(Id('seg')),
  rfm: Optional(RfmGroup),
  ordersMin: Optional(
    Type.Integer({ minimum: 0, description: 'Orders and amounts are those in the shop’s currency.' }),
  ),
  ordersMax: Optional(Type.Integer({ minimum: 0 })),
  spentMin: Optional(Type.Integer({ minimum: 0, description: 'In minor units.' })),
  spentMax: Optional(Type.Integer({ minimum: 0, description: 'In minor units.' })),
  lastOrderFrom: Optional(Timestamp),
  lastOrderTo: Optional(Timestamp),
  createdFrom: Optional(Timestamp),
  createdTo: Optional(Timestamp),
  sort: Optional(OneOf(['newest', 'last_order', 'orders', 'spent'] as const)),
}

export const CustomersExportQuery = Type.Object(customerFilters)
export type CustomersExportQuery = Static<typeof CustomersExportQuery>

export const CustomersQuery = PageQuery({ ...customerFilters, updatedFrom: Optional(UpdatedFrom) })
export type CustomersQuery = Static<typeof CustomersQuery>

export const NewConsent = Type.Object({
  channel: OneOf(CHANNELS),
  state: ConsentState,
  shownText: Optional(NonEmptyText(5000, 'What the customer read when they decided.')),
  source: SingleLine(100, 'Where they decided, such as `checkout` or a page.'),
})
export type NewConsent = Static<typeof NewConsent>

export const Consent = Type.Object({
  id: Id('cns'),
  channel: OneOf(CHANNELS),
  state: ConsentState,
  shownText: Nullable(Type.String()),
  source: Type.String(),
  actor: Type.String({ description: 'Who recorded it: an API key, a staff member, the customer or the system.' }),
  createdAt: Timestamp,
})
export type Consent = Static<typeof Consent>
export const ConsentsQuery = PageQuery({ channel: Optional(OneOf(CHANNELS)) })
export type ConsentsQuery = Static<typeof ConsentsQuery>

export const NewNote = Type.Object({ body: NonEmptyText(10_000) })
export type NewNote = Static<typeof NewNote>

export const Note = Type.Object({
  id: Id('note'),
  body: Type.String(),
  author: Type.String({ description: 'Who wrote it: an API key, a staff member or the system.' }),
  createdAt: Timestamp,
})
export type Note = Static<typeof Note>
export const NotePath = Type.Object({ id: Id('cus'), noteId: Id('note') })
export const NotesQuery = PageQuery({})
export type NotesQuery = Static<typeof NotesQuery>
