import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'

export const Acquirer = Type.Object(
  {
    bin: Type.String({ pattern: '^\\d{4,11}$', description: 'The acquirer BIN.', examples: ['455986'] }),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two letters.', examples: ['IE'] }),
    merchantId: Type.String({ minLength: 1, maxLength: 35, description: 'Your merchant ID at the acquirer.' }),
    merchantName: Type.String({ minLength: 1, maxLength: 40, description: 'Your name at the acquirer.' }),
  },
  {
    description:
      'The acquirer behind your Stripe account. Stripe support tells it to accounts that import 3-D Secure results. With it, agents authenticate buyers themselves; without it, buyers authenticate on Stripe’s page.',
  },
)
export type Acquirer = Static<typeof Acquirer>

export const ConnectionInput = Type.Object(
  {
    provider: OneOf(['stripe'] as const),
    secretKey: Type.String({
      pattern: '^(sk|rk)_(live|test)_\\w{8,200}$',
      description:
        'From Stripe’s dashboard, Developers, API keys. A restricted key (`rk_…`) needs write on PaymentIntents and Refunds and read on PaymentMethods.',
    }),
    publishableKey: Optional(
      Nullable(
        Type.String({ pattern: '^pk_(live|test)_\\w{8,200}$', description: 'For Stripe’s script in browsers.' }),
      ),
    ),
    webhookSecret: Optional(
      Nullable(
        Type.String({
          pattern: '^whsec_[\\w+/=-]{8,200}$',
          description: 'Stripe shows it for the endpoint to which you have given `webhookUrl`.',
        }),
      ),
    ),
    acquirer: Optional(Nullable(Acquirer)),
    abandonUnderWay: Optional(
      Type.Boolean({
        description:
          'Another account takes over although something is under way at the one before, which is lost then: for when that one can’t be reached any more. Checkouts end, captures and refunds fail; look in Stripe’s dashboard for what was paid.',
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
  outcome: Type.String({ description: 'What becomes of such a payment.', examples: ['is paid'] }),
})

export const Connection = Type.Object({
  provider: OneOf(['simulator', 'stripe'] as const, { description: '`simulator`: no real money is taken.' }),
  takesRealMoney: Type.Boolean({
    description:
      'Until it does, orders are paid with test methods: each payment says so (`isTest`), and nothing should be sent for it.',
  }),
  keyLast4: Nullable(Type.String({ description: 'The end of the secret key, which is never shown again.' })),
  keyMode: Nullable(OneOf(['live', 'test'] as const, { description: '`test`: Stripe itself takes no real money.' })),
  publishableKey: Nullable(Type.String()),
  account: Nullable(
    Type.String({
      description: 'Stripe’s name of the account. Null where Stripe does not tell it to this key.',
      examples: ['acct_1032D82eZvKYlo2C'],
    }),
  ),
  acquirer: Nullable(Acquirer),
  hasWebhookSecret: Type.Boolean(),
  lastWebhookAt: Nullable(
    Type.Unsafe<string>({ ...Timestamp, description: 'When Stripe was last heard here, to the minute.' }),
  ),
  webhookUrl: Nullable(
    Type.String({ description: 'Give it to Stripe as the address of a webhook endpoint. Null in the sandbox.' }),
  ),
  testMethods: Type.Array(TestMethod, {
    description: 'With what can be paid where payments are simulated. None elsewhere.',
  }),
  updatedAt: Nullable(Timestamp),
})
export type Connection = Static<typeof Connection>
