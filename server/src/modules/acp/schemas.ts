import { type Static, type TProperties, Type } from 'typebox'
import { Given, Id, LINE_PATTERN, OneOf } from '../../kit/schema.ts'
import { VERSIONS } from './versions.ts'

const Text = (maxLength: number) => Type.String({ maxLength })
/** Of people and places. */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: LINE_PATTERN })
/** Newer versions add fields: what is not known is left alone, but for the names at the top, which may be misspelt. */
const Open = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: true })
const Anything = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 100,
})

const Address = Open({
  name: Given(Line(200)),
  company: Given(Line(200)),
  line_one: Line(300),
  line_two: Given(Line(300)),
  city: Line(200),
  state: Given(Line(50)),
  country: Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1, two letters.' }),
  postal_code: Given(Line(20)),
})
export type AcpAddress = Static<typeof Address>

const Buyer = Open({
  email: Type.String({ format: 'email', maxLength: 254 }),
  first_name: Given(Line(100)),
  last_name: Given(Line(100)),
  full_name: Given(Line(200)),
  phone_number: Given(Line(50)),
  customer_id: Given(Line(100)),
})
export type AcpBuyer = Static<typeof Buyer>

const FulfillmentDetails = Open({
  name: Given(Line(200)),
  phone_number: Given(Line(50)),
  email: Given(Type.String({ format: 'email', maxLength: 254 })),
  address: Given(Address),
})

/** The versions disagree on how many are said: `{id}`, `{id, quantity}` and `{item: {id}, quantity}` are all in use. */
const Item = Open({
  id: Given(Type.String({ minLength: 1, maxLength: 255 })),
  item: Given(Open({ id: Type.String({ minLength: 1, maxLength: 255 }) })),
  quantity: Given(Type.Integer({ minimum: 1, maximum: 9999 })),
})
export type AcpItem = Static<typeof Item>
const Items = Type.Array(Item, { minItems: 1, maxItems: 250 })

/** Named by itself today, and until 2026-01-16 inside its kind. */
const SelectedOption = Open({
  type: Given(Text(50)),
  option_id: Given(Text(255)),
  item_ids: Given(Type.Array(Text(255), { maxItems: 250 })),
  shipping: Given(Open({ option_id: Given(Text(255)) })),
  digital: Given(Open({ option_id: Given(Text(255)) })),
})

const Capabilities = Open({
  interventions: Given(Open({ supported: Given(Type.Array(Text(50), { maxItems: 20 })) })),
  extensions: Given(Type.Array(Type.Unknown(), { maxItems: 50 })),
})

const Codes = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20 })
const OrderNotes = Given(Text(5000))
const Affiliate = Given(
  Open({
    provider: Text(255),
    token: Given(Text(2000)),
    publisher_id: Given(Text(255)),
    campaign_id: Given(Text(255)),
  }),
)

const wanted = {
  buyer: Given(Buyer),
  line_items: Given(Items),
  items: Given(Items),
  fulfillment_details: Given(FulfillmentDetails),
  fulfillment_address: Given(Address),
  fulfillment_groups: Given(Type.Array(Anything, { maxItems: 250 })),
  coupons: Given(Codes),
  discounts: Given(Open({ codes: Given(Codes) })),
  order_notes: OrderNotes,
}

export const CreateRequest = Type.Object(
  {
    ...wanted,
    currency: Given(Type.String({ pattern: '^[A-Za-z]{3}$' })),
    capabilities: Given(Capabilities),
    affiliate_attribution: Affiliate,
    locale: Given(Type.String({ pattern: '^[A-Za-z0-9-]{2,35}$' })),
    timezone: Given(Text(100)),
    quote_id: Given(Text(255)),
    metadata: Given(Anything),
  },
  { examples: [{ currency: 'eur', line_items: [{ id: 'SHI-SOL-M-WHI' }], capabilities: {} }] },
)
export type CreateRequest = Static<typeof CreateRequest>

export const UpdateRequest = Type.Object(
  {
    ...wanted,
    selected_fulfillment_options: Given(Type.Array(SelectedOption, { maxItems: 250 })),
    fulfillment_option_id: Given(Text(255)),
  },
  { examples: [{ selected_fulfillment_options: [{ type: 'shipping', option_id: 'post', item_ids: [] }] }] },
)
export type UpdateRequest = Static<typeof UpdateRequest>

const PaymentData = Open({
  handler_id: Given(Text(255)),
  instrument: Given(
    Open({
      type: Given(Text(100)),
      credential: Open({ type: Given(Text(100)), token: Type.String({ minLength: 3, maxLength: 255 }) }),
    }),
  ),
  token: Given(Type.String({ minLength: 3, maxLength: 255, description: 'Until 2026-01-16.' })),
  provider: Given(Type.String({ maxLength: 100, description: 'Until 2026-01-16.' })),
  billing_address: Given(Address),
  purchase_order_number: Given(Text(255)),
})

const Proof = Open({
  three_ds_cryptogram: Given(Text(100)),
  electronic_commerce_indicator: Given(Text(2)),
  transaction_id: Given(Text(100)),
  version: Given(Text(20)),
})
const AuthenticationResult = Open({ outcome: Text(50), outcome_details: Given(Proof) })
export type AuthenticationResult = Static<typeof AuthenticationResult>

export const CompleteRequest = Type.Object(
  {
    payment_data: PaymentData,
    buyer: Given(Buyer),
    // Not of 2026-04-17, but of the next: who receives it, and not where.
    fulfillment_details: Given(FulfillmentDetails),
    authentication_result: Given(AuthenticationResult),
    affiliate_attribution: Affiliate,
    risk_signals: Given(Anything),
    marketing_consents: Given(Type.Array(Open({ channel: Text(50), opted_in: Type.Boolean() }), { maxItems: 20 })),
    order_notes: OrderNotes,
  },
  {
    examples: [
      {
        buyer: { email: 'ada@example.com' },
        payment_data: {
          handler_id: 'card_tokenized',
          instrument: { type: 'card', credential: { type: 'spt', token: 'spt_123' } },
        },
      },
    ],
  },
)
export type CompleteRequest = Static<typeof CompleteRequest>

const TraceMetadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
  maxProperties: 100,
})

export const CancelRequest = Type.Object(
  {
    intent_trace: Given(
      Open({ reason_code: Text(50), trace_summary: Given(Text(500)), metadata: Given(TraceMetadata) }),
    ),
  },
  { examples: [{ intent_trace: { reason_code: 'shipping_cost' } }] },
)

export const SessionPath = Type.Object({ id: Id('acps') })

/** In the protocol's words and in the shape of the version that was asked for, so not ours to describe here. */
export const Session = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'A `CheckoutSession` of the protocol, in the version that `API-Version` names: agenticcommerce.dev.',
})

const version = OneOf(VERSIONS, { description: 'Which version of the protocol is spoken.', examples: ['2026-04-17'] })
export const ReadHeaders = Type.Object({ 'API-Version': version })
export const WriteHeaders = Type.Object({
  'API-Version': version,
  'Idempotency-Key': Given(
    Type.String({ minLength: 1, maxLength: 255, description: 'Required from 2026-04-17 on, optional before.' }),
  ),
})
