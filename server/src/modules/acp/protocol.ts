/** The protocol's objects in version 2026-04-17, as far as we use them. Its snake_case stays in this folder. */

export interface Total {
  type:
    | 'items_base_amount'
    | 'items_discount'
    | 'subtotal'
    | 'discount'
    | 'fulfillment'
    | 'tax'
    | 'store_credit'
    | 'total'
    | 'amount_refunded'
  display_text: string
  amount: number
  description?: string
  breakdown?: { jurisdiction: string; rate: number; amount: number }[]
}

export interface Message {
  type: 'info' | 'warning' | 'error'
  code?: string
  severity?: 'info' | 'low' | 'medium' | 'high'
  resolution?: 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review'
  param?: string
  content_type: 'plain'
  content: string
}

export interface AcpLineItem {
  id: string
  item: { id: string }
  quantity: number
  name: string
  unit_amount: number
  product_id?: string
  variant_id?: string
  sku?: string
  images?: string[]
  variant_options?: { name: string; value: string }[]
  availability_status?: 'in_stock' | 'backorder'
  totals: Total[]
}

export interface FulfillmentOption {
  type: 'shipping' | 'digital'
  id: string
  title: string
  description?: string
  earliest_delivery_time?: string
  latest_delivery_time?: string
  totals: Total[]
}

export interface SessionAddress {
  name: string
  company?: string
  line_one: string
  line_two?: string
  city: string
  state: string
  country: string
  postal_code: string
}

export interface FulfillmentDetails {
  name?: string
  phone_number?: string
  email?: string
  address?: SessionAddress
}

export interface PaymentHandler {
  id: string
  name: string
  version: string
  spec: string
  requires_delegate_payment: boolean
  requires_pci_compliance: boolean
  psp: string
  config_schema: string
  instrument_schemas: string[]
  config: {
    merchant_id?: string
    psp: string
    accepted_brands: string[]
    supports_3ds: boolean
    environment: 'production' | 'sandbox'
  }
}

export interface AuthenticationMetadata {
  /** Up to 2026-01-30. */
  channel?: { type: 'browser'; browser: object }
  acquirer_details: {
    acquirer_bin: string
    acquirer_country: string
    acquirer_merchant_id: string
    merchant_name: string
  }
  directory_server: string
}

export interface Discounts {
  codes: string[]
  applied: object[]
  rejected: { code: string; reason: string; message: string }[]
}

export interface AcpOrder {
  type: 'order'
  id: string
  checkout_session_id: string
  permalink_url: string
  order_number: string
  status: string
  [more: string]: unknown
}

export type SessionStatus =
  | 'not_ready_for_payment'
  | 'ready_for_payment'
  | 'authentication_required'
  | 'requires_escalation'
  | 'complete_in_progress'
  | 'completed'
  | 'canceled'

export interface AcpSession {
  id: string
  protocol: { version: string }
  capabilities: {
    payment: { handlers: PaymentHandler[] }
    interventions: { supported: string[]; required: string[]; enforcement: 'conditional' }
    extensions?: object[]
  }
  buyer?: Record<string, unknown>
  status: SessionStatus
  currency: string
  locale?: string
  timezone?: string
  quote_id?: string
  line_items: AcpLineItem[]
  fulfillment_details?: FulfillmentDetails
  fulfillment_options: FulfillmentOption[]
  selected_fulfillment_options: { type: 'shipping' | 'digital'; option_id: string; item_ids: string[] }[]
  totals: Total[]
  discounts?: Discounts
  messages: Message[]
  links: { type: string; url: string; title?: string }[]
  authentication_metadata?: AuthenticationMetadata
  continue_url?: string
  metadata?: Record<string, unknown>
  created_at: string
  updated_at: string
  expires_at?: string
  order?: AcpOrder
}
