import { type SentRequest, toSentParam } from './error-params.ts'
import type { AcpLineItem, AcpOrder, AcpSession, FulfillmentOption, Message, Total } from './protocol.ts'
import { isBefore, LATEST, type Version } from './versions.ts'

/** The client's browser as far as we know it: versions up to 2026-01-30 require it for 3-D Secure. */
export interface Browser {
  accept_header: string
  ip_address: string
  javascript_enabled: false
  language: string
  user_agent: string
}

export interface VersionedRequest extends SentRequest {
  browser: Browser
}

/** Converts the session to the requested version (docs/acp.md lists the differences). */
export function downgradeSession(session: AcpSession, request: VersionedRequest): object {
  const { version, browser } = request
  const translated = { ...session, messages: session.messages.map((message) => withParam(message, request)) }
  if (version === LATEST) return translated
  const withBrowser = withChannel(translated, browser)
  return version === '2026-01-30' ? to20260130(withBrowser) : toEarlyVersion(withBrowser, version)
}

const withParam = ({ param, ...message }: Message, request: VersionedRequest): Message => ({
  ...message,
  ...(param && { param: toSentParam(param, request) }),
})

const withChannel = ({ authentication_metadata: metadata, ...session }: AcpSession, browser: Browser): AcpSession => ({
  ...session,
  ...(metadata && { authentication_metadata: { channel: { type: 'browser', browser }, ...metadata } }),
})

function to20260130({ messages, order, fulfillment_details: details, ...session }: AcpSession): object {
  const { company: _, ...address } = details?.address ?? {}
  return {
    ...session,
    protocol: { version: '2026-01-30' },
    ...(details && { fulfillment_details: { ...details, ...(details.address && { address }) } }),
    messages: messages.map(({ resolution: _, ...message }) => message),
    ...(order && { order: { ...toOrderSummary(order), order_number: order.order_number, ...orderStatusIn(order) } }),
  }
}

const toOrderSummary = ({ id, checkout_session_id, permalink_url }: AcpOrder) => ({
  id,
  checkout_session_id,
  permalink_url,
})

/** That version has no status for a canceled order, so the field is omitted. */
const ORDER_STATUS: Record<string, string> = {
  created: 'confirmed',
  confirmed: 'confirmed',
  processing: 'processing',
  shipped: 'shipped',
  completed: 'delivered',
}

function orderStatusIn({ status: current }: AcpOrder): { status?: string } {
  const status = ORDER_STATUS[current]
  return status ? { status } : {}
}

/** 2025-09-29 to 2026-01-16: amounts as named fields instead of lists, and no capabilities. */
function toEarlyVersion(session: AcpSession, version: Version): object {
  const { id, currency, order } = session
  return {
    id,
    ...buyerIn(session),
    ...providerIn(session, version),
    ...authenticationProviderIn(session, version),
    status: statusIn(session, version),
    currency,
    line_items: session.line_items.map((item) => lineIn(item, version)),
    ...destinationIn(session, version),
    fulfillment_options: session.fulfillment_options.map((option) => optionIn(option, version)),
    totals: session.totals.map(totalIn),
    messages: session.messages.map(messageIn),
    links: session.links.flatMap((link) => linkIn(link, version)),
    ...authenticationIn(session, version),
    ...(order && { order: toOrderSummary(order) }),
  }
}

/**
 * `continue_url` is not part of these versions, but without it the buyer couldn't finish the payment; the URL is in the
 * message as well.
 */
function authenticationIn(session: AcpSession, version: Version): object {
  const { status, authentication_metadata, continue_url } = session
  if (status === 'authentication_required' && version !== '2025-09-29') return { authentication_metadata }
  return continue_url ? { continue_url } : {}
}

/** These versions require both names. */
function buyerIn({ buyer }: AcpSession): { buyer?: object } {
  const { email, first_name, last_name, phone_number } = buyer ?? {}
  if (!first_name || !last_name) return {}
  return { buyer: { first_name, last_name, email, ...(phone_number !== undefined && { phone_number }) } }
}

/** These versions define no provider but Stripe. */
function providerIn({ capabilities }: AcpSession, version: Version): { payment_provider?: object } {
  const [handler] = capabilities.payment.handlers
  if (handler?.psp !== 'stripe') return {}
  const { merchant_id, accepted_brands } = handler.config
  const methods = [{ type: 'card', supported_card_networks: accepted_brands }]
  if (version === '2025-09-29') return { payment_provider: { provider: 'stripe', supported_payment_methods: ['card'] } }
  if (isBefore(version, '2026-01-16')) {
    return { payment_provider: { provider: 'stripe', supported_payment_methods: methods } }
  }
  // Required there: without it an agent couldn't create a token.
  if (merchant_id === undefined) return {}
  return { payment_provider: { provider: 'stripe', merchant_id, supported_payment_methods: methods } }
}

/** Only 2026-01-16 has this field. */
function authenticationProviderIn(
  { capabilities }: AcpSession,
  version: Version,
): { authentication_provider?: object } {
  const [handler] = capabilities.payment.handlers
  const { merchant_id, supports_3ds } = handler?.config ?? {}
  if (version !== '2026-01-16' || handler?.psp !== 'stripe' || !supports_3ds || merchant_id === undefined) return {}
  return {
    authentication_provider: { provider: 'stripe', merchant_id, supported_authentication_methods: ['3ds'] },
  }
}

function statusIn({ status }: AcpSession, version: Version): string {
  if (status === 'complete_in_progress') return 'in_progress'
  if (status === 'authentication_required' && version !== '2025-09-29') return status
  if (status === 'requires_escalation' || status === 'authentication_required') return 'not_ready_for_payment'
  return status
}

const amountOf = (totals: readonly Total[], type: Total['type']) =>
  totals.find((total) => total.type === type)?.amount ?? 0

function lineIn({ id, item, quantity, totals, ...more }: AcpLineItem, version: Version): object {
  const { name, images, unit_amount } = more
  return {
    id,
    item: { id: item.id, quantity },
    base_amount: amountOf(totals, 'items_base_amount'),
    discount: amountOf(totals, 'discount'),
    subtotal: amountOf(totals, 'subtotal'),
    tax: amountOf(totals, 'tax'),
    total: amountOf(totals, 'total'),
    ...(version !== '2025-09-29' && { name, unit_amount, ...(images && { images }) }),
  }
}

function destinationIn(session: AcpSession, version: Version): object {
  const { company: _, ...address } = session.fulfillment_details?.address ?? {}
  const hasAddress = session.fulfillment_details?.address !== undefined
  const [selected] = session.selected_fulfillment_options
  if (version === '2025-09-29') {
    return {
      ...(hasAddress && { fulfillment_address: address }),
      ...(selected && { fulfillment_option_id: selected.option_id }),
    }
  }
  return {
    ...(session.fulfillment_details && {
      fulfillment_details: { ...session.fulfillment_details, ...(hasAddress && { address }) },
    }),
    selected_fulfillment_options: session.selected_fulfillment_options.map(({ type, option_id, item_ids }) => ({
      type,
      [type]: { option_id, item_ids },
    })),
  }
}

function optionIn(option: FulfillmentOption, version: Version): object {
  if (version === '2026-01-16') return option
  const { totals, description, ...plain } = option
  const total = amountOf(totals, 'total')
  return { ...plain, ...(description && { subtitle: description }), subtotal: total, tax: 0, total }
}

/** These versions have no store credit, so what it pays becomes a discount. */
const totalIn = ({ type, display_text, amount }: Total) => ({
  type: type === 'store_credit' ? 'discount' : type,
  display_text,
  amount,
})

const EARLY_CODES = ['missing', 'invalid', 'out_of_stock', 'payment_declined', 'requires_sign_in', 'requires_3ds']

function messageIn({ type, code = '', param, content_type, content }: Message): object {
  const base = { ...(param && { param }), content_type, content }
  if (type !== 'error') return { type: 'info', ...base }
  return { type, code: EARLY_CODES.includes(code) ? code : 'invalid', ...base }
}

function linkIn({ type, url }: AcpSession['links'][number], version: Version): object[] {
  if (type === 'terms_of_use' || type === 'privacy_policy') return [{ type, url }]
  if (version === '2025-09-29') return [{ type: 'seller_shop_policies', url }]
  return type === 'return_policy' ? [{ type, url }] : []
}
