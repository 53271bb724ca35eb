import type { Authentication, AuthenticationProof } from '../../ports/payment-provider.ts'
import type { CartChanges, ItemInput } from '../carts/schemas.ts'
import { normalizeCode } from '../promotions/codes/codes.ts'
import { CARD_HANDLER, CREDENTIALS, INSTRUMENT } from './capabilities.ts'
import { AcpRequestError } from './errors.ts'
import type {
  AcpAddress,
  AcpBuyer,
  AcpItem,
  AuthenticationResult,
  CompleteRequest,
  CreateRequest,
  UpdateRequest,
} from './schemas.ts'
import type { SessionData } from './session-row.ts'
import { isBefore, type Version } from './versions.ts'

type SessionRequest = Pick<CreateRequest & UpdateRequest, keyof CreateRequest & keyof UpdateRequest>

const VARIANT_ID = /^var_[0-9a-hjkmnp-tv-z]{26}$/

/** An id that is neither a variant id nor a SKU of the shop is rejected later. */
export function parseItems(input: SessionRequest): ItemInput[] | undefined {
  return (input.line_items ?? input.items)?.map((item, index) => {
    const id = idOf(item)
    if (id === undefined) {
      const message = 'Send the ID of each item: a variant ID or a SKU.'
      throw new AcpRequestError('invalid_request', message, { code: 'missing', param: `$.line_items[${index}].id` })
    }
    const quantity = item.quantity ?? 1
    return VARIANT_ID.test(id) ? { variantId: id as `var_${string}`, quantity } : { sku: id, quantity }
  })
}

const idOf = ({ id, item }: AcpItem): string | undefined => item?.id ?? id

/** Removes duplicates regardless of spelling. */
export function parseCodes({
  discounts,
  coupons,
}: Pick<SessionRequest, 'discounts' | 'coupons'>): string[] | undefined {
  const codes = discounts?.codes ?? coupons
  return codes && [...new Map(codes.map((text) => [normalizeCode(text), text])).values()]
}

/** Fields that the request omits keep their value. */
export function parseCartChanges(input: SessionRequest): CartChanges {
  const { buyer, fulfillment_details: details, order_notes } = input
  const email = buyer?.email ?? details?.email
  const address = details?.address ?? input.fulfillment_address
  const phone = details?.phone_number ?? buyer?.phone_number
  return {
    ...(email !== undefined && { email }),
    ...(address && { shippingAddress: parseAddress(address, { name: details?.name, phone }) }),
    ...(order_notes !== undefined && { note: order_notes.trim() || null }),
  }
}

/** Agents send empty strings for missing address lines. */
export function parseAddress(
  address: AcpAddress,
  contact: { name?: string | undefined; phone?: string | undefined } = {},
): NonNullable<CartChanges['shippingAddress']> {
  const fields = {
    name: address.name?.trim() || contact.name?.trim(),
    company: address.company?.trim(),
    line1: address.line_one.trim(),
    line2: address.line_two?.trim(),
    city: address.city.trim(),
    region: address.state?.trim(),
    postalCode: address.postal_code?.trim(),
    phone: contact.phone?.trim(),
  }
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
  return { ...filled, country: address.country.toUpperCase() }
}

/** The recipient, if it isn't the buyer. */
export function parseContact({ name, phone_number, email }: NonNullable<SessionRequest['fulfillment_details']>) {
  return { ...(name && { name }), ...(phone_number && { phone_number }), ...(email && { email }) }
}

export function parseShippingOption({
  selected_fulfillment_options,
  fulfillment_option_id,
}: UpdateRequest): string | undefined {
  const [first] = selected_fulfillment_options ?? []
  return first?.option_id ?? first?.shipping?.option_id ?? first?.digital?.option_id ?? fulfillment_option_id
}

/** Attribution for the order's attributes, under our own names. */
export function parseAttributes(
  { affiliate_attribution: affiliate }: Pick<CompleteRequest, 'affiliate_attribution'>,
  before: SessionData['attributes'] = {},
): SessionData['attributes'] {
  const values: Record<string, unknown> = { ...before }
  if (affiliate) {
    values.affiliateProvider = affiliate.provider
    values.affiliateToken = affiliate.token
    values.affiliatePublisher = affiliate.publisher_id
    values.affiliateCampaign = affiliate.campaign_id
  }
  const entries = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value.slice(0, 500)]] : [])))
}

/** The token for the buyer's card; never the card itself. */
export function parsePaymentToken({ payment_data: data }: CompleteRequest): string | undefined {
  const { instrument, token, purchase_order_number } = data
  if (instrument) assertKnownInstrument(data, instrument)
  else if (token !== undefined) assertKnownProvider(data)
  else if (data.handler_id !== undefined) {
    throw missing('$.payment_data.instrument', 'Send the payment instrument.')
  } else if (purchase_order_number !== undefined) {
    throw unsupported('$.payment_data.purchase_order_number', 'Purchase orders are not accepted. Send a payment token.')
  }
  return instrument?.credential.token ?? token
}

type PaymentData = CompleteRequest['payment_data']

function assertKnownInstrument(
  { handler_id }: PaymentData,
  { type, credential }: NonNullable<PaymentData['instrument']>,
) {
  const at = '$.payment_data'
  if (handler_id === undefined) throw missing(`${at}.handler_id`, 'Send the payment handler.')
  if (handler_id !== CARD_HANDLER) {
    throw unsupported(`${at}.handler_id`, `This payment handler is not supported. Use ${CARD_HANDLER}.`)
  }
  if (type === undefined) throw missing(`${at}.instrument.type`, 'Send the instrument type.')
  if (type !== INSTRUMENT) {
    throw unsupported(`${at}.instrument.type`, `This instrument type is not supported. Use ${INSTRUMENT}.`)
  }
  if (credential.type === undefined) {
    throw missing(`${at}.instrument.credential.type`, 'Send the credential type.')
  }
  if (!CREDENTIALS.includes(credential.type)) {
    const message = `This credential type is not supported. Use ${CREDENTIALS.join(' or ')}.`
    throw unsupported(`${at}.instrument.credential.type`, message)
  }
}

/** Up to 2026-01-16 there is no other provider name, so agents send it even where payments are simulated. */
function assertKnownProvider({ provider }: PaymentData): void {
  if (provider === undefined || provider === 'stripe') return
  throw unsupported('$.payment_data.provider', 'This payment provider is not supported. Use stripe.')
}

const missing = (param: string, message: string) =>
  new AcpRequestError('invalid_request', message, { code: 'missing', param })
const unsupported = (param: string, message: string) =>
  new AcpRequestError('invalid_request', message, { code: 'unsupported', param })

/** 3-D Secure status codes; 2026-01-16 calls `attempt_acknowledged` `attempt`. */
const PROOF_STATUSES: Record<string, AuthenticationProof['status']> = {
  authenticated: 'Y',
  attempt_acknowledged: 'A',
  attempt: 'A',
  informational: 'I',
}
const FAILED_OUTCOMES = [
  'abandoned',
  'canceled',
  'denied',
  'failed',
  'internal_error',
  'not_supported',
  'processing_error',
  'rejected',
  'unavailable',
]

export function parseAuthentication({ outcome, outcome_details: proof }: AuthenticationResult): Authentication {
  if (FAILED_OUTCOMES.includes(outcome)) return { proof: null }
  const status = Object.hasOwn(PROOF_STATUSES, outcome) ? PROOF_STATUSES[outcome] : undefined
  if (!status) {
    const supported = [...Object.keys(PROOF_STATUSES), ...FAILED_OUTCOMES].join(', ')
    throw unsupported('$.authentication_result.outcome', `This outcome is not supported. Use one of ${supported}.`)
  }
  const { three_ds_cryptogram: cryptogram, electronic_commerce_indicator: eci, transaction_id, version } = proof ?? {}
  if (!cryptogram || !eci || !transaction_id || !version) {
    const message = `The outcome ${outcome} requires outcome_details: cryptogram, indicator, transaction and version.`
    throw missing('$.authentication_result.outcome_details', message)
  }
  return { proof: { status, cryptogram, eci, transactionId: transaction_id, version } }
}

const BUYER_FIELDS = ['email', 'first_name', 'last_name', 'full_name', 'phone_number', 'customer_id'] as const

/** The buyer fields that responses repeat. The rest is not ours to store. */
export const parseBuyer = (buyer: AcpBuyer): AcpBuyer => ({
  ...Object.fromEntries(BUYER_FIELDS.flatMap((name) => (buyer[name] ? [[name, buyer[name]]] : []))),
  email: buyer.email,
})

/**
 * The agent's capabilities that we can use; an agent that lists none gets discounts. 2025-12-12 and 2026-01-16 have no
 * capabilities: every agent can authenticate buyers there. Before that none could.
 */
export function parseCapabilities({ capabilities, discounts, coupons }: CreateRequest, version: Version) {
  const interventions = (capabilities?.interventions?.supported ?? []).filter((name) => name === '3ds')
  const names = (capabilities?.extensions ?? []).map((extension) =>
    typeof extension === 'string' ? extension : String((extension as { name?: unknown } | null)?.name),
  )
  const supportsDiscounts = capabilities === undefined || names.some((name) => /^discount(@|$)/.test(name))
  return {
    interventions: isBefore(version, '2026-01-30') ? (version === '2025-09-29' ? [] : ['3ds']) : interventions,
    hasDiscounts: discounts !== undefined || coupons !== undefined || supportsDiscounts,
  }
}
