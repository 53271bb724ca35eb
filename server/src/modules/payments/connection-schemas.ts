import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../kit/schema.ts'

const Given = Type.Optional

export const ConnectionDraft = Type.Object(
  {
    provider: OneOf(['stripe'] as const),
    secretKey: Type.String({
      pattern: '^(sk|rk)_(live|test)_\\w{8,200}$',
      description:
        'From Stripe’s dashboard, Developers, API keys. A restricted key (`rk_…`) needs write on PaymentIntents and Refunds and read on PaymentMethods.',
    }),
    publishableKey: Given(
      Nullable(
        Type.String({ pattern: '^pk_(live|test)_\\w{8,200}$', description: 'For Stripe’s script in browsers.' }),
      ),
    ),
    webhookSecret: Given(
      Nullable(
        Type.String({
          pattern: '^whsec_[\\w+/=-]{8,200}$',
          description: 'Stripe shows it for the endpoint to which you have given `webhookUrl`.',
        }),
      ),
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
export type ConnectionDraft = Static<typeof ConnectionDraft>

export const Connection = Type.Object({
  provider: OneOf(['simulator', 'stripe'] as const, { description: '`simulator`: no real money is taken.' }),
  keyLast4: Nullable(Type.String({ description: 'The end of the secret key, which is never shown again.' })),
  keyMode: Nullable(OneOf(['live', 'test'] as const, { description: '`test`: Stripe itself takes no real money.' })),
  publishableKey: Nullable(Type.String()),
  hasWebhookSecret: Type.Boolean(),
  webhookUrl: Nullable(
    Type.String({ description: 'Give it to Stripe as the address of a webhook endpoint. Null in the sandbox.' }),
  ),
  updatedAt: Nullable(Timestamp),
})
export type Connection = Static<typeof Connection>
