import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'

export const Acquirer = Type.Object(
  {
    bin: Type.String({ pattern: '^\\d{4,11}$', description: 'The acquirer BIN.', examples: ['455986'] }),
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Two-letter country code (ISO 3166-1).',
      examples: ['IE'],
    }),
    merchantId: Type.String({ minLength: 1, maxLength: 35, description: 'Your merchant ID with the acquirer.' }),
    merchantName: Type.String({ minLength: 1, maxLength: 40, description: 'Your merchant name with the acquirer.' }),
  },
  {
    description:
      'The acquirer behind your Stripe account. Ask Stripe support for it if your account imports 3-D Secure results. With it, agents authenticate buyers themselves; without it, buyers authenticate on Stripe’s page.',
  },
)
export type Acquirer = Static<typeof Acquirer>

export const ConnectionInput = Type.Object(
  {
    provider: OneOf(['stripe'] as const),
    secretKey: Type.String({
      pattern: '^(sk|rk)_(live|test)_\\w{8,200}$',
      description:
        'From the Stripe Dashboard under Developers, API keys. A restricted key (`rk_…`) needs write access to PaymentIntents and Refunds, and read access to PaymentMethods and Disputes.',
    }),
    publishableKey: Optional(
      Nullable(
        Type.String({ pattern: '^pk_(live|test)_\\w{8,200}$', description: 'The key for Stripe.js in browsers.' }),
      ),
    ),
    webhookSecret: Optional(
      Nullable(
        Type.String({
          pattern: '^whsec_[\\w+/=-]{8,200}$',
          description: 'The signing secret that Stripe shows for the endpoint with your `webhookUrl`.',
        }),
      ),
    ),
    acquirer: Optional(Nullable(Acquirer)),
    abandonPending: Optional(
      Type.Boolean({
        description:
          'Switches to another account even while payments are in progress at the previous one. Use it only if the previous account can’t be reached any more. Its checkouts end, and its captures and refunds fail; check the Stripe Dashboard for what was paid.',
      }),
    ),
  },
  {
    examples: [
      {
        provider: 'stripe',
        secretKey: 'rk_test_0123456789abcdef',
        publishableKey: 'pk_test_0123456789abcdef',
        webhookSecret: 'whsec_0123456789abcdef',
      },
    ],
  },
)
export type ConnectionInput = Static<typeof ConnectionInput>

const TestMethod = Type.Object({
  id: Type.String({ examples: ['pm_card_visa'] }),
  outcome: Type.String({ description: 'What happens to a payment with this method.', examples: ['Succeeds'] }),
})

export const Connection = Type.Object({
  provider: OneOf(['simulator', 'stripe'] as const, { description: '`simulator`: no real money moves.' }),
  livePayments: Type.Boolean({
    description: 'While false, orders are paid with test methods: each payment has `test: true`. Do not ship for them.',
  }),
  keyLast4: Nullable(
    Type.String({ description: 'The last four characters of the secret key, which is never shown again.' }),
  ),
  keyMode: Nullable(OneOf(['live', 'test'] as const, { description: '`test`: Stripe moves no real money.' })),
  publishableKey: Nullable(Type.String()),
  account: Nullable(
    Type.String({
      description: 'The Stripe account ID. Null if the key may not read it.',
      examples: ['acct_1032D82eZvKYlo2C'],
    }),
  ),
  acquirer: Nullable(Acquirer),
  hasWebhookSecret: Type.Boolean(),
  lastWebhookAt: Nullable(
    Type.Unsafe<string>({ ...Timestamp, description: 'When the last webhook from Stripe arrived, to the minute.' }),
  ),
  webhookUrl: Nullable(
    Type.String({ description: 'The URL to enter in Stripe as a webhook endpoint. Null in the sandbox.' }),
  ),
  testMethods: Type.Array(TestMethod, {
    description: 'The payment methods accepted while payments are simulated. Empty otherwise.',
  }),
  updatedAt: Nullable(Timestamp),
})
export type Connection = Static<typeof Connection>
