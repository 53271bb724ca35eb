import type { Ctx } from '../../ctx.ts'
import type { ShippingQuote } from '../carts/shipping-rates/schemas.ts'
import type { AuthenticationRequirements, Merchant } from '../payments/merchant/merchant.ts'
import { policyPageUrl } from '../policies/policies.ts'
import type { Policy, PolicyKind } from '../policies/schemas.ts'
import { toAddress } from './address.ts'
import { capabilitiesOf } from './capabilities.ts'
import { type Coupons, toAppliedDiscounts } from './coupons.ts'
import type {
  AcpLineItem,
  AcpOrder,
  AcpSession,
  AuthenticationMetadata,
  Discounts,
  FulfillmentDetails,
  FulfillmentOption,
  Message,
  SessionStatus,
} from './protocol.ts'
import type { SessionRow } from './session-row.ts'
import type { SessionView, SessionViewItem } from './session-view.ts'
import { toLineItemTotals, toTotals } from './totals.ts'
import { LATEST } from './versions.ts'

export interface SessionState {
  row: SessionRow
  sessionView: SessionView
  status: SessionStatus
  messages: Message[]
  rates: ShippingQuote[]
  merchant: Merchant
  policies: Pick<Policy, 'kind' | 'title'>[]
  rejectedCodes: Discounts['rejected']
  coupons: Coupons
  expiresAt: string | null
  authentication: AuthenticationRequirements | null
  /** Where the buyer has to go. */
  continueUrl: string | null
  order: AcpOrder | null
}

export function toSession(ctx: Ctx, state: SessionState): AcpSession {
  const { row, sessionView, status, messages, expiresAt, authentication, continueUrl, order } = state
  const { data } = row
  const { locale, currency } = sessionView
  const itemIdOf = itemIdBySku(data.skus)
  return {
    id: row.id,
    protocol: { version: LATEST },
    capabilities: capabilitiesOf(ctx, state),
    ...(data.buyer && { buyer: data.buyer }),
    status,
    currency: currency.toLowerCase(),
    ...(locale && { locale }),
    line_items: sessionView.items.map((item) => toLineItem(item, sessionView, itemIdOf(item))),
    ...toFulfillmentDetails(state),
    fulfillment_options: toFulfillmentOptions(ctx, state),
    selected_fulfillment_options: toSelectedOptions(sessionView, itemIdOf),
    totals: toTotals(sessionView),
    ...(data.hasDiscounts && { discounts: toDiscounts(state) }),
    messages,
    links: toLinks(ctx, state.policies),
    ...(authentication && { authentication_metadata: toAuthenticationMetadata(authentication) }),
    ...(continueUrl && { continue_url: continueUrl }),
    ...data.passthrough,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(expiresAt && { expires_at: expiresAt }),
    ...(order && { order }),
  }
}

type ItemIdOf = (item: SessionViewItem) => string

/** The id that the agent uses for the item. */
const itemIdBySku =
  (skus: readonly string[]): ItemIdOf =>
  ({ sku, variantId, id }) =>
    sku !== null && skus.includes(sku) ? sku : (variantId ?? id)

function toLineItem(item: SessionViewItem, { totals }: SessionView, id: string): AcpLineItem {
  const options = Object.entries(item.options).map(([name, value]) => ({ name, value }))
  return {
    id: item.id,
    item: { id },
    quantity: item.quantity,
    name: item.title,
    unit_amount: item.unitPrice,
    ...(item.productId !== null && { product_id: item.productId }),
    ...(item.variantId !== null && { variant_id: item.variantId }),
    ...(item.sku !== null && { sku: item.sku }),
    ...(item.image !== null && { images: [item.image.url] }),
    ...(options.length > 0 && { variant_options: options }),
    ...(item.isInStock !== undefined && { availability_status: item.isInStock ? 'in_stock' : 'backorder' }),
    totals: toLineItemTotals(item, totals.taxIncluded),
  }
}

function toFulfillmentDetails({ row: { data }, sessionView: { shippingAddress } }: SessionState): {
  fulfillment_details?: FulfillmentDetails
} {
  const address = toAddress(shippingAddress, data.contact.name)
  const details = { ...data.contact, ...(address && { address }) }
  return Object.keys(details).length > 0 ? { fulfillment_details: details } : {}
}

/** While the session can be changed, all options; afterwards only the selected one, so that its id resolves. */
function toFulfillmentOptions(
  ctx: Ctx,
  { rates, sessionView: { shipping, totals } }: SessionState,
): FulfillmentOption[] {
  if (rates.length > 0 || !shipping || shipping.type === 'pickup')
    return rates.flatMap((rate) => toFulfillmentOption(ctx, rate))
  const { type, service: id, title } = shipping
  return [{ type, id, title, totals: [{ type: 'total', display_text: title, amount: totals.shipping }] }]
}

const DAY_MS = 86_400_000

/** Pickup isn't offered to agents: the protocol requires a street, and a location has none. */
function toFulfillmentOption({ now }: Ctx, rate: ShippingQuote): FulfillmentOption[] {
  if (rate.type === 'pickup') return []
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  return [
    {
      type: rate.type,
      id: rate.service,
      title: rate.title,
      ...(rate.description && { description: rate.description }),
      ...(rate.type === 'shipping' && rate.minDays !== null && { earliest_delivery_time: after(rate.minDays) }),
      ...(rate.type === 'shipping' && rate.maxDays !== null && { latest_delivery_time: after(rate.maxDays) }),
      totals: [{ type: 'total', display_text: rate.title, amount: rate.amount.amount }],
    },
  ]
}

function toSelectedOptions(
  { shipping, items }: SessionView,
  itemIdOf: ItemIdOf,
): AcpSession['selected_fulfillment_options'] {
  if (!shipping || shipping.type === 'pickup') return []
  const item_ids = items.filter(({ requiresShipping }) => requiresShipping).map(itemIdOf)
  return [{ type: shipping.type, option_id: shipping.service, item_ids }]
}

function toDiscounts({ sessionView, rejectedCodes, coupons }: SessionState): Discounts {
  const codes = [...sessionView.promotions.flatMap(({ code }) => code ?? []), ...rejectedCodes.map(({ code }) => code)]
  return { codes: [...new Set(codes)], applied: toAppliedDiscounts(sessionView, coupons), rejected: rejectedCodes }
}

const LINKS: Partial<Record<PolicyKind, string>> = {
  terms: 'terms_of_use',
  privacy: 'privacy_policy',
  refund: 'return_policy',
  shipping: 'shipping_policy',
}

const toLinks = (ctx: Ctx, policies: SessionState['policies']): AcpSession['links'] =>
  policies.flatMap(({ kind, title }) => {
    const type = LINKS[kind]
    return type ? [{ type, url: policyPageUrl(ctx, kind), title }] : []
  })

const toAuthenticationMetadata = ({
  acquirer,
  directoryServer,
}: AuthenticationRequirements): AuthenticationMetadata => ({
  acquirer_details: {
    acquirer_bin: acquirer.bin,
    acquirer_country: acquirer.country,
    acquirer_merchant_id: acquirer.merchantId,
    merchant_name: acquirer.merchantName,
  },
  directory_server: directoryServer,
})
