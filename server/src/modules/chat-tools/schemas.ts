import { type Static, type TSchema, Type } from 'typebox'
import type { SignedInCustomer } from '../../ctx.ts'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'

/** What an answer shows of a product. */
export const ProductCard = Type.Object({
  id: Id('prod'),
  handle: Type.String(),
  title: Type.String(),
  vendor: Type.String(),
  type: Type.String(),
  url: Nullable(Type.String()),
  imageUrl: Nullable(Type.String()),
  minPrice: Nullable(Money),
  maxPrice: Nullable(Money),
  available: Type.Boolean(),
  defaultVariantId: Nullable(Id('var')),
})
export type ProductCard = Static<typeof ProductCard>

const ProductVariant = Type.Object({
  id: Id('var'),
  options: Type.Record(Type.String(), Type.String()),
  sku: Nullable(Type.String()),
  price: Nullable(Money),
  compareAtPrice: Nullable(Money),
  availability: OneOf(['in_stock', 'backorder', 'out_of_stock']),
})

export const ProductDetail = Type.Object({
  ...ProductCard.properties,
  description: Type.String({ description: 'Plain text.' }),
  tags: Type.Array(Type.String()),
  options: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) })),
  variants: Type.Array(ProductVariant),
})
export type ProductDetail = Static<typeof ProductDetail>

export const CartSummary = Type.Object({
  id: Id('cart'),
  items: Type.Array(
    Type.Object({
      lineId: Type.String(),
      title: Type.String(),
      variantTitle: Nullable(Type.String()),
      quantity: Type.Integer(),
      total: Money,
    }),
  ),
  discounts: Type.Array(Type.Object({ title: Type.String(), amount: Money })),
  subtotal: Money,
  total: Money,
  problems: Type.Array(Type.String(), { description: 'What keeps the cart from being bought, in plain words.' }),
})
export type CartSummary = Static<typeof CartSummary>

export const ShippingOption = Type.Object({
  title: Type.String(),
  amount: Money,
  minDays: Nullable(Type.Integer()),
  maxDays: Nullable(Type.Integer()),
})
export type ShippingOption = Static<typeof ShippingOption>

/** A part of a policy or article that may answer a question. */
export const Passage = Type.Object({
  source: OneOf(['policy', 'article']),
  id: Type.String(),
  title: Type.String(),
  heading: Nullable(Type.String({ description: 'The heading it stands under.' })),
  url: Nullable(Type.String()),
  text: Type.String({ description: 'Plain text.' }),
  score: Type.Number({ description: 'From 0 to 1: the share of the question’s words that it contains, weighted.' }),
  updatedAt: Timestamp,
})
export type Passage = Static<typeof Passage>

export const OrderSummary = Type.Object({
  number: Type.Integer(),
  status: Type.String(),
  paymentStatus: Type.String(),
  fulfillmentStatus: Type.String(),
  returnStatus: Type.String(),
  placedAt: Timestamp,
  canceledAt: Nullable(Timestamp),
  total: Money,
  refunded: Money,
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      variantTitle: Nullable(Type.String()),
      quantity: Type.Integer(),
      returnableQuantity: Type.Integer(),
    }),
  ),
  shipments: Type.Array(
    Type.Object({
      status: Type.String(),
      carrier: Nullable(Type.String()),
      trackingNumber: Nullable(Type.String()),
      trackingUrl: Nullable(Type.String()),
      shippedAt: Nullable(Timestamp),
      deliveredAt: Nullable(Timestamp),
    }),
  ),
  canCancel: Type.Boolean({ description: 'Whether it can still be canceled without a person.' }),
})
export type OrderSummary = Static<typeof OrderSummary>

const OrderNumber = Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'The order number.' })
const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })
const Quantity = Type.Integer({ minimum: 1, maximum: 1000 })

interface ToolSchema {
  title: string
  /** For models and agents. */
  description: string
  /** `person`: only for a customer who has proven who they are. */
  access: 'public' | 'person'
  limit: ToolLimit
  isReadOnly: boolean
  input: TSchema
  output: TSchema
}

/** What a session may do per hour is counted by these groups. */
export type ToolLimit = 'catalog' | 'cart' | 'code' | 'person' | 'write' | 'verification' | 'handover'

/** What each tool takes and returns: for the assistant, for models and over MCP. Names follow UCP where it has one. */
export const TOOL_SCHEMAS = {
  search_catalog: {
    title: 'Search products',
    description: 'Searches the products of the shop by words, price and availability. Misspelled words are corrected.',
    access: 'public',
    limit: 'catalog',
    isReadOnly: true,
    input: Type.Object({
      query: Text(200, 'Words to look for.'),
      minPrice: Optional(Type.Integer({ minimum: 0, description: 'In the smallest unit of the shop currency.' })),
      maxPrice: Optional(Type.Integer({ minimum: 0 })),
      available: Optional(Type.Boolean({ description: 'Only products that can be bought now.' })),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
    }),
    output: Type.Object({ products: Type.Array(ProductCard), correctedQuery: Nullable(Type.String()) }),
  },
  get_product: {
    title: 'Get a product',
    description: 'Returns a product with its description, options, variants, prices and availability.',
    access: 'public',
    limit: 'catalog',
    isReadOnly: true,
    input: Type.Object({ id: Text(200, 'ID or handle.') }),
    output: Type.Object({ product: ProductDetail }),
  },
  create_cart: {
    title: 'Create a cart',
    description: 'Creates a cart with items. Prices are today’s; nothing is ordered.',
    access: 'public',
    limit: 'cart',
    isReadOnly: false,
    input: Type.Object({
      items: Type.Array(Type.Object({ variantId: Id('var'), quantity: Quantity }), { minItems: 1, maxItems: 20 }),
    }),
    output: Type.Object({ cart: CartSummary }),
  },
  get_cart: {
    title: 'Show the cart',
    description: 'Returns the cart at current prices.',
    access: 'public',
    limit: 'catalog',
    isReadOnly: true,
    input: Type.Object({ cartId: Optional(Id('cart')) }),
    output: Type.Object({ cart: Nullable(CartSummary) }),
  },
  update_cart: {
    title: 'Change the cart',
    description: 'Adds or removes items, or applies a code. Either all changes are made or none.',
    access: 'public',
    limit: 'cart',
    isReadOnly: false,
    input: Type.Object({
      cartId: Optional(Id('cart')),
      addItems: Optional(Type.Array(Type.Object({ variantId: Id('var'), quantity: Quantity }), { maxItems: 20 })),
      removeLineIds: Optional(Type.Array(Text(64, 'A line of the cart.'), { maxItems: 20 })),
      discountCode: Optional(Text(64, 'A code to apply.')),
    }),
    output: Type.Object({ cart: CartSummary }),
  },
  get_shipping_rates: {
    title: 'Get shipping rates',
    description: 'Returns what shipping to a country costs and how long it takes, for a cart or a variant.',
    access: 'public',
    limit: 'catalog',
    isReadOnly: true,
    input: Type.Object({
      country: Type.String({ pattern: '^[A-Z]{2}$', description: 'Two letters (ISO 3166).' }),
      postalCode: Optional(Text(20, 'Postal code.')),
      cartId: Optional(Id('cart')),
      variantId: Optional(Id('var')),
    }),
    output: Type.Object({
      options: Type.Array(ShippingOption),
      freeFrom: Nullable(Money),
      exampleProduct: Nullable(
        Type.String({ description: 'The product they were calculated for, if neither cart nor variant was named.' }),
      ),
      reason: Nullable(Type.String({ description: 'Why there are none.' })),
    }),
  },
  search_shop_policies_and_faqs: {
    title: 'Search policies and articles',
    description: 'Finds passages of the shop’s policies and help articles that may answer a question.',
    access: 'public',
    limit: 'catalog',
    isReadOnly: true,
    input: Type.Object({ query: Text(400, 'A question.'), limit: Optional(Type.Integer({ minimum: 1, maximum: 8 })) }),
    output: Type.Object({ passages: Type.Array(Passage) }),
  },
  check_discount_code: {
    title: 'Check a discount code',
    description: 'Tells whether a code exists and applies to the cart. Nothing is used up.',
    access: 'public',
    limit: 'code',
    isReadOnly: true,
    input: Type.Object({ code: Text(64, 'The code.'), cartId: Optional(Id('cart')) }),
    output: Type.Object({
      valid: Type.Boolean(),
      title: Nullable(Type.String()),
      reason: Nullable(Type.String({ description: 'Why it does not apply, in plain words.' })),
    }),
  },
  get_gift_card_balance: {
    title: 'Get a gift card balance',
    description: 'Returns the balance of a gift card. Needs its whole code.',
    access: 'public',
    limit: 'code',
    isReadOnly: true,
    input: Type.Object({ code: Text(64, 'The whole code: whoever has it may spend it.') }),
    output: Type.Object({ balance: Money, expiresAt: Nullable(Timestamp) }),
  },
  get_loyalty_balance: {
    title: 'Get points and store credit',
    description: 'Returns the points, tier and store credit of the customer.',
    access: 'person',
    limit: 'person',
    isReadOnly: true,
    input: Type.Object({}),
    output: Type.Object({
      available: Type.Integer(),
      pending: Type.Integer(),
      tier: Nullable(Type.String()),
      storeCredit: Type.Array(Money),
    }),
  },
  get_order: {
    title: 'Get an order',
    description: 'Returns the status, items and shipments of one of the customer’s orders.',
    access: 'person',
    limit: 'person',
    isReadOnly: true,
    input: Type.Object({ number: OrderNumber }),
    output: Type.Object({ order: OrderSummary }),
  },
  list_orders: {
    title: 'List orders',
    description: 'Returns the customer’s latest orders.',
    access: 'person',
    limit: 'person',
    isReadOnly: true,
    input: Type.Object({}),
    output: Type.Object({ orders: Type.Array(OrderSummary) }),
  },
  cancel_order: {
    title: 'Cancel an order',
    description:
      'Cancels one of the customer’s orders that has not been shipped, and refunds it. Ask the customer to confirm first.',
    access: 'person',
    limit: 'write',
    isReadOnly: false,
    input: Type.Object({ number: OrderNumber }),
    output: Type.Object({ order: OrderSummary }),
  },
  start_return: {
    title: 'Start a return',
    description: 'Requests a return of items of one of the customer’s orders. The shop decides about it.',
    access: 'person',
    limit: 'write',
    isReadOnly: false,
    input: Type.Object({
      number: OrderNumber,
      items: Type.Array(Type.Object({ itemId: Text(64, 'An item of the order.'), quantity: Quantity }), {
        minItems: 1,
        maxItems: 50,
      }),
      reason: Optional(Text(500, 'Why, in the customer’s words.')),
    }),
    output: Type.Object({ returnId: Id('ret'), status: Type.String() }),
  },
  send_verification_code: {
    title: 'Send a verification code',
    description: 'Emails a code to an address, to prove that the customer can read it.',
    access: 'public',
    limit: 'verification',
    isReadOnly: false,
    input: Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }) }),
    output: Type.Object({ sentTo: Type.String({ description: 'The address, partly hidden.' }), expiresAt: Timestamp }),
  },
  check_verification_code: {
    title: 'Check a verification code',
    description: 'Checks the code that the customer received by email.',
    access: 'public',
    limit: 'verification',
    isReadOnly: false,
    input: Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }),
    output: Type.Object({ email: Type.String() }),
  },
  hand_over: {
    title: 'Hand over to a person',
    description: 'Asks a person of the shop to take over the conversation.',
    access: 'public',
    limit: 'handover',
    isReadOnly: false,
    input: Type.Object({
      reason: OneOf([
        'requested_by_customer',
        'no_answer',
        'verification_failed',
        'tool_error',
        'budget_exceeded',
        'sensitive_topic',
      ]),
      summary: Text(1000, 'What the customer needs, for the person who takes over.'),
    }),
    output: Type.Object({ accepted: Type.Literal(true) }),
  },
} as const satisfies Record<string, ToolSchema>

export type ToolName = keyof typeof TOOL_SCHEMAS
export type ToolInput<Name extends ToolName> = Static<(typeof TOOL_SCHEMAS)[Name]['input']>
export type ToolOutput<Name extends ToolName> = Static<(typeof TOOL_SCHEMAS)[Name]['output']>

/** `verification_required`: the customer must prove who they are first. `rejected`: a rule of the shop forbids it. */
export type ToolErrorCode =
  | 'verification_required'
  | 'not_found'
  | 'invalid'
  | 'rejected'
  | 'too_many_requests'
  | 'unavailable'

export type ToolResult<Name extends ToolName> =
  | { ok: true; output: ToolOutput<Name> }
  | { ok: false; code: ToolErrorCode; message: string }

/** Whom a tool acts for, and what it may remember. */
export interface ToolSession {
  /** Null over MCP. */
  conversationId: string | null
  /** Over MCP: the handle of a customer's session, which agents send with each call. */
  mcpSessionId?: string
  locale: string
  cartId: string | null
  /** From a customer token. */
  customer: SignedInCustomer | null
  /** Proven by a code in this conversation, less than 30 minutes ago. */
  verifiedEmail: string | null
  /** Called by tools that change it; also updates this object. */
  onCart(cartId: string): Promise<void>
  onVerified(email: string): Promise<void>
  onHandOver(request: ToolInput<'hand_over'>): Promise<void>
}
