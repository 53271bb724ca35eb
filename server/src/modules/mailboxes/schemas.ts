import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'

/** Each mailbox is looked up for every email; a shop has a handful. */
export const MAX_MAILBOXES = 50

export const MAIL_PROVIDERS = ['smtp', 'postmark', 'sendgrid', 'mailgun'] as const

const Address = Type.String({
  maxLength: 254,
  // A plus would be taken for the address of a ticket.
  pattern: '^[^\\s@+<>"(),:;\\[\\]\\\\]{1,64}@[^\\s@<>"(),:;\\[\\]\\\\]+\\.[^\\s@<>"(),:;\\[\\]\\\\.]+$',
  errorMessage: 'must be an email address without a plus sign',
  description: 'The address that customers write to. Unique across all workspaces of the installation.',
  examples: ['support@shop.example'],
})

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: NAME_PATTERN,
  description: 'Sender name of replies.',
  examples: ['Example Shop Support'],
})

const Signature = Type.String({
  maxLength: 5000,
  description: 'Markdown. Added below replies.',
  examples: ['Your Example Shop team'],
})

const Provider = OneOf(MAIL_PROVIDERS, {
  description: 'How email arrives: `smtp` at the SMTP listener of this server, the others as requests to `inboundUrl`.',
})

const Hosts = Type.Array(
  Type.String({
    maxLength: 253,
    pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$',
    errorMessage: 'must be a host name, such as mx.example.com',
  }),
  {
    maxItems: 10,
    description:
      'Names of your mail servers, as in the first part of their `Authentication-Results` headers. Only their SPF, DKIM and DMARC results are shown.',
    examples: [['mx.google.com']],
  },
)

const AcknowledgmentText = Type.String({ maxLength: 5000, description: 'Markdown.' })

const Acknowledgment = Type.Object(
  { active: Type.Boolean(), text: AcknowledgmentText },
  { description: 'Confirms each new ticket to its requester.' },
)

const SigningKey = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^\\S(.*\\S)?$',
  description:
    'Mailgun’s HTTP webhook signing key, or the public key of SendGrid’s signed webhooks. Stored encrypted and never returned.',
})

export const Mailbox = Type.Object({
  id: Id('mbx'),
  address: Type.String({ examples: ['support@shop.example'] }),
  name: Type.String(),
  signature: Type.String(),
  active: Type.Boolean({ description: 'Email to an inactive mailbox is rejected.' }),
  provider: Provider,
  hasSigningKey: Type.Boolean(),
  inboundUrl: Nullable(Type.String(), {
    description:
      'Enter this URL at the email provider. Whoever knows it can send you email. Null for `smtp`, and for callers who may not change mailboxes.',
  }),
  trustedAuthenticationHosts: Type.Array(Type.String()),
  acknowledgment: Acknowledgment,
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Mailbox = Static<typeof Mailbox>

export const NewMailbox = Type.Object({
  address: Address,
  name: Name,
  signature: Optional(Signature),
  active: Optional(Type.Boolean({ default: true })),
  provider: Optional(Provider),
  signingKey: Optional(Nullable(SigningKey)),
  trustedAuthenticationHosts: Optional(Hosts),
  acknowledgment: Optional(Type.Object({ active: Optional(Type.Boolean()), text: Optional(AcknowledgmentText) })),
})
export type NewMailbox = Static<typeof NewMailbox>

export const MailboxChanges = Type.Partial(NewMailbox)
export type MailboxChanges = Static<typeof MailboxChanges>

export const MailboxPath = Type.Object({ id: Id('mbx') })
