import type { Ctx } from '../../ctx.ts'
import { policyPageUrl } from '../buyer-pages/links.ts'
import type { Rates } from '../carts/rate-schemas.ts'
import type { AuthenticationNeeds, Merchant } from '../payments/merchant.ts'
import type { Policy, PolicyKind } from '../policies/schemas.ts'
import { toAddress } from './address.ts'
import { capabilitiesOf } from './capabilities.ts'
import { appliedOf, type Coupons } from './coupons.ts'
import type { SessionRow } from './rows.ts'
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
} from './shapes.ts'
import type { Shown, ShownLine } from './shown.ts'
import { lineTotalsOf, totalsOf } from './totals.ts'
import { NEWEST } from './versions.ts'

export interface View {
  row: SessionRow
  shown: Shown
  status: SessionStatus
  messages: Message[]
  rates: Rates['data']
  merchant: Merchant
  policies: Pick<Policy, 'kind' | 'title'>[]
  refusedCodes: Discounts['rejected']
  coupons: Coupons
  expiresAt: string | null
  authentication: AuthenticationNeeds | null
  /** Where the buyer must go. */
  continueUrl: string | null
  order: AcpOrder | null
}

export function toSession(ctx: Ctx, view: View): AcpSession {
  const { row, shown, status, messages, expiresAt, authentication, continueUrl, order } = view
  const { data } = row
  const { locale, currency } = shown
  const nameOf = namesBy(data.skus)
  return {
    id: row.id,
    protocol: { version: NEWEST },
    capabilities: capabilitiesOf(ctx, view),
    ...(data.buyer && { buyer: data.buyer }),
    status,
    currency: currency.toLowerCase(),
    ...(locale && { locale }),
    line_items: shown.lines.map((line) => toLine(line, shown, nameOf(line))),
    ...detailsOf(view),
    fulfillment_options: optionsOf(ctx, view),
    selected_fulfillment_options: selectedOf(shown, nameOf),
    totals: totalsOf(shown),
    ...(data.hasDiscounts && { discounts: discountsOf(view) }),
    messages,
    links: linksOf(ctx, view.policies),
    ...(authentication && { authentication_metadata: toMetadata(authentication) }),
    ...(continueUrl && { continue_url: continueUrl }),
    ...data.about,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(expiresAt && { expires_at: expiresAt }),
    ...(order && { order }),
  }
}

type NameOf = (line: ShownLine) => string

/** As the agent calls it. */
const namesBy =
  (skus: readonly string[]): NameOf =>
  ({ sku, variantId, id }) =>
    sku !== null && skus.includes(sku) ? sku : (variantId ?? id)

function toLine(line: ShownLine, { totals }: Shown, id: string): AcpLineItem {
  const options = Object.entries(line.options).map(([name, value]) => ({ name, value }))
  return {
    id: line.id,
    item: { id },
    quantity: line.quantity,
    name: line.title,
    unit_amount: line.unitPrice,
    ...(line.productId !== null && { product_id: line.productId }),
    ...(line.variantId !== null && { variant_id: line.variantId }),
    ...(line.sku !== null && { sku: line.sku }),
    ...(line.image !== null && { images: [line.image] }),
    ...(options.length > 0 && { variant_options: options }),
    ...(line.isThere !== undefined && { availability_status: line.isThere ? 'in_stock' : 'backorder' }),
    totals: lineTotalsOf(line, totals.taxIncluded),
  }
}

function detailsOf({ row: { data }, shown: { shippingAddress } }: View): { fulfillment_details?: FulfillmentDetails } {
  const address = toAddress(shippingAddress, data.contact.name)
  const details = { ...data.contact, ...(address && { address }) }
  return Object.keys(details).length > 0 ? { fulfillment_details: details } : {}
}

/** While it can be changed, what can be chosen; afterwards what was chosen, so that its id stands for something. */
function optionsOf(ctx: Ctx, { rates, shown: { shipping, totals } }: View): FulfillmentOption[] {
  if (rates.length > 0 || !shipping || shipping.type === 'pickup') return rates.flatMap((rate) => toOption(ctx, rate))
  const { type, service: id, title } = shipping
  return [{ type, id, title, totals: [{ type: 'total', display_text: title, amount: totals.shipping }] }]
}

const DAY_MS = 86_400_000

/** Picking it up is not offered to agents: they must be told a street, and a location of a shop has none. */
function toOption({ now }: Ctx, rate: Rates['data'][number]): FulfillmentOption[] {
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
      totals: [{ type: 'total', display_text: rate.title, amount: rate.price.amount }],
    },
  ]
}

function selectedOf({ shipping, lines }: Shown, nameOf: NameOf): AcpSession['selected_fulfillment_options'] {
  if (!shipping || shipping.type === 'pickup') return []
  const item_ids = lines.filter(({ requiresShipping }) => requiresShipping).map(nameOf)
  return [{ type: shipping.type, option_id: shipping.service, item_ids }]
}

function discountsOf({ shown, refusedCodes, coupons }: View): Discounts {
  const given = [...shown.promotions.flatMap(({ code }) => code ?? []), ...refusedCodes.map(({ code }) => code)]
  return { codes: [...new Set(given)], applied: appliedOf(shown, coupons), rejected: refusedCodes }
}

const LINKS: Partial<Record<PolicyKind, string>> = {
  terms: 'terms_of_use',
  privacy: 'privacy_policy',
  refund: 'return_policy',
  shipping: 'shipping_policy',
}

const linksOf = (ctx: Ctx, policies: View['policies']): AcpSession['links'] =>
  policies.flatMap(({ kind, title }) => {
    const type = LINKS[kind]
    return type ? [{ type, url: policyPageUrl(ctx, kind), title }] : []
  })

const toMetadata = ({ acquirer, directoryServer }: AuthenticationNeeds): AuthenticationMetadata => ({
  acquirer_details: {
    acquirer_bin: acquirer.bin,
    acquirer_country: acquirer.country,
    acquirer_merchant_id: acquirer.merchantId,
    merchant_name: acquirer.merchantName,
  },
  directory_server: directoryServer,
})
