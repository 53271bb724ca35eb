import { type Static, Type } from 'typebox'
import { PROVIDERS } from '../../events/inbound-handler.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'

export const ProviderName = OneOf(PROVIDERS)

export const CONNECTION_KINDS = ['shop', 'payments', 'shipping', 'reviews', 'email'] as const

const Settings = Type.Record(
  Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,49}$' }),
  Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]),
  {
    maxProperties: 20,
    additionalProperties: false,
    description:
      'Further settings of the provider, such as an account name. They are not secret. With `ticketOnProblem: true`, a carrier that reports a problem or a return opens a ticket.',
    examples: [{ ticketOnProblem: true }],
  },
)

export const Connection = Type.Object({
  provider: ProviderName,
  name: Type.String({ examples: ['EasyPost'] }),
  kind: OneOf(CONNECTION_KINDS),
  id: Nullable(Id('con'), { description: 'Null until the provider is connected.' }),
  connected: Type.Boolean(),
  active: Type.Boolean({ description: 'Events for an inactive connection are stored, but not processed.' }),
  managedIn: Nullable(OneOf(['payments', 'mailboxes'] as const), {
    description:
      'Where the settings are, if not here: `PUT /v1/payments/connection` or `/v1/mailboxes`. Null if they are here.',
  }),
  secretRequired: Type.Boolean({ description: 'Without a secret, events are rejected.' }),
  hasSecret: Type.Boolean(),
  previousSecretUntil: Nullable(Timestamp, { description: 'Until when the secret before this one is accepted too.' }),
  hasToken: Type.Boolean(),
  settings: Settings,
  webhookUrl: Nullable(Type.String(), {
    description:
      'Enter this URL at the provider, also before you connect it. Whoever knows it can send you events of providers without signatures. Null for callers who may not change connections, and if the settings are elsewhere.',
  }),
  lastEventAt: Nullable(Timestamp, { description: 'To the minute.' }),
  lastRejectedAt: Nullable(Timestamp),
  rejectedCount: Type.Integer({ description: 'Requests without a valid signature since it was connected.' }),
  version: Nullable(Type.Integer(), { description: 'Increases with every change. Send it as `If-Match`.' }),
  createdAt: Nullable(Timestamp),
  updatedAt: Nullable(Timestamp),
})
export type Connection = Static<typeof Connection>

const Secret = Type.String({ minLength: 1, maxLength: 1000, pattern: '^\\S(.*\\S)?$' })

export const ConnectionInput = Type.Object(
  {
    secret: Optional(
      Nullable(
        Type.Unsafe<string>({
          ...Secret,
          description:
            'What the provider signs its requests with. Stored encrypted and never returned. The previous one is accepted for another 24 hours. Null removes both.',
        }),
      ),
    ),
    token: Optional(
      Nullable(
        Type.Unsafe<string>({
          ...Secret,
          description:
            'The token of the provider’s API. Judge.me signs with its private token unless an app created the webhook. Stored encrypted and never returned.',
        }),
      ),
    ),
    active: Optional(Type.Boolean()),
    settings: Optional(Settings),
  },
  {
    description: 'Fields you omit keep their value.',
    examples: [{ secret: 'webhook-secret', active: true }],
  },
)
export type ConnectionInput = Static<typeof ConnectionInput>

export const ConnectionPath = Type.Object({ provider: ProviderName })
