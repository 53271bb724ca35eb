import { type Static, type TProperties, Type } from 'typebox'
import { Id, LINE_PATTERN, OneOf, Optional } from '../../kit/schema.ts'
import { VERSIONS } from './versions.ts'

const Text = (maxLength: number) => Type.String({ maxLength })
/** For names and addresses. */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: LINE_PATTERN })
/** Newer versions add fields, so unknown ones are ignored, except at the top level, where they may be typos. */
const OpenObject = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: true })
const AnyObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 100,
})

const Address = OpenObject({
  name: Optional(Line(200)),
  company: Optional(Line(200)),
  line_one: Line(300),
  line_two: Optional(Line(300)),
  city: Line(200),
  state: Optional(Line(50)),
  country: Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Two-letter country code (ISO 3166-1).' }),
  postal_code: Optional(Line(20)),
})
export type AcpAddress = Static<typeof Address>

const Buyer = OpenObject({
  email: Type.String({ format: 'email', maxLength: 254 }),
  first_name: Optional(Line(100)),
  last_name: Optional(Line(100)),
  full_name: Optional(Line(200)),
  phone_number: Optional(Line(50)),
  customer_id: Optional(Line(100)),
})
export type AcpBuyer = Static<typeof Buyer>

const FulfillmentDetails = OpenObject({
  name: Optional(Line(200)),
  phone_number: Optional(Line(50)),
  email: Optional(Type.String({ format: 'email', maxLength: 254 })),
  address: Optional(Address),
})

/** The versions disagree on the shape: `{id}`, `{id, quantity}` and `{item: {id}, quantity}` are all in use. */
const Item = OpenObject({
  id: Optional(Type.String({ minLength: 1, maxLength: 255 })),
  item: Optional(OpenObject({ id: Type.String({ minLength: 1, maxLength: 255 }) })),
  quantity: Optional(Type.Integer({ minimum: 1, maximum: 9999 })),
})
export type AcpItem = Static<typeof Item>
const Items = Type.Array(Item, { minItems: 1, maxItems: 250 })

/** `option_id` is a top-level field today; up to 2026-01-16 it was nested in its type. */
const SelectedOption = OpenObject({
  type: Optional(Text(50)),
  option_id: Optional(Text(255)),
  item_ids: Optional(Type.Array(Text(255), { maxItems: 250 })),
  shipping: Optional(OpenObject({ option_id: Optional(Text(255)) })),
  digital: Optional(OpenObject({ option_id: Optional(Text(255)) })),
})

const Capabilities = OpenObject({
  interventions: Optional(OpenObject({ supported: Optional(Type.Array(Text(50), { maxItems: 20 })) })),
  extensions: Optional(Type.Array(Type.Unknown(), { maxItems: 50 })),
})

const Codes = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20 })
const OrderNotes = Optional(Text(5000))
const Affiliate = Optional(
  OpenObject({
    provider: Text(255),
    token: Optional(Text(2000)),
    publisher_id: Optional(Text(255)),
    campaign_id: Optional(Text(255)),
  }),
)

const sharedFields = {
  buyer: Optional(Buyer),
  line_items: Optional(Items),
  items: Optional(Items),
  fulfillment_details: Optional(FulfillmentDetails),
  fulfillment_address: Optional(Address),
  fulfillment_groups: Optional(Type.Array(AnyObject, { maxItems: 250 })),
  coupons: Optional(Codes),
  discounts: Optional(OpenObject({ codes: Optional(Codes) })),
  order_notes: OrderNotes,
}

export const CreateRequest = Type.Object(
  {
    ...sharedFields,
    currency: Optional(Type.String({ pattern: '^[A-Za-z]{3}$' })),
    capabilities: Optional(Capabilities),
    affiliate_attribution: Affiliate,
    locale: Optional(Type.String({ pattern: '^[A-Za-z0-9-]{2,35}$' })),
    timezone: Optional(Text(100)),
    quote_id: Optional(Text(255)),
    metadata: Optional(AnyObject),
  },
  { examples: [{ currency: 'eur', line_items: [{ id: 'SHI-SOL-M-WHI' }], capabilities: {} }] },
)
export type CreateRequest = Static<typeof CreateRequest>

export const UpdateRequest = Type.Object(
  {
    ...sharedFields,
    selected_fulfillment_options: Optional(Type.Array(SelectedOption, { maxItems: 250 })),
    fulfillment_option_id: Optional(Text(255)),
  },
  { examples: [{ selected_fulfillment_options: [{ type: 'shipping', option_id: 'post', item_ids: [] }] }] },
)
export type UpdateRequest = Static<typeof UpdateRequest>

const PaymentData = OpenObject({
  handler_id: Optional(Text(255)),
  instrument: Optional(
    OpenObject({
      type: Optional(Text(100)),
      credential: OpenObject({ type: Optional(Text(100)), token: Type.String({ minLength: 3, maxLength: 255 }) }),
    }),
  ),
  token: Optional(Type.String({ minLength: 3, maxLength: 255, description: 'Until 2026-01-16.' })),
  provider: Optional(Type.String({ maxLength: 100, description: 'Until 2026-01-16.' })),
  billing_address: Optional(Address),
  purchase_order_number: Optional(Text(255)),
})

const AuthenticationProof = OpenObject({
  three_ds_cryptogram: Optional(Text(100)),
  electronic_commerce_indicator: Optional(Text(2)),
  transaction_id: Optional(Text(100)),
  version: Optional(Text(20)),
})
const AuthenticationResult = OpenObject({ outcome: Text(50), outcome_details: Optional(AuthenticationProof) })
export type AuthenticationResult = Static<typeof AuthenticationResult>

export const CompleteRequest = Type.Object(
  {
    payment_data: PaymentData,
    buyer: Optional(Buyer),
    // Not in 2026-04-17, but in the next version: the recipient, not the address.
    fulfillment_details: Optional(FulfillmentDetails),
    authentication_result: Optional(AuthenticationResult),
    affiliate_attribution: Affiliate,
    risk_signals: Optional(AnyObject),
    marketing_consents: Optional(
      Type.Array(OpenObject({ channel: Text(50), opted_in: Type.Boolean() }), { maxItems: 20 }),
    ),
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
    intent_trace: Optional(
      OpenObject({ reason_code: Text(50), trace_summary: Optional(Text(500)), metadata: Optional(TraceMetadata) }),
    ),
  },
  { examples: [{ intent_trace: { reason_code: 'shipping_cost' } }] },
)

export const SessionPath = Type.Object({ id: Id('acps') })

/** The shape depends on the requested protocol version, so it isn't described here. */
export const Session = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description:
    'A `CheckoutSession` of the protocol, in the version of the `API-Version` header. See agenticcommerce.dev.',
})

const version = OneOf(VERSIONS, { description: 'The version of the protocol.', examples: ['2026-04-17'] })
export const ReadHeaders = Type.Object({ 'API-Version': version })
export const WriteHeaders = Type.Object({
  'API-Version': version,
  'Idempotency-Key': Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Required from 2026-04-17 on, optional before.' }),
  ),
})
