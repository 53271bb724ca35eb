import type { AppError } from '../../kit/errors.ts'
import type { Cart, Warning } from '../carts/schemas.ts'
import { NO_SHIPPING_MESSAGES } from '../carts/shipping-rates/shipping-rates.ts'
import { validateAddress } from '../customers/addresses/addresses.ts'
import { toParam } from './error-params.ts'
import type { Message } from './protocol.ts'
import { LATEST } from './versions.ts'

type MessageContent = { code: string; content: string; param?: string }

export const errorMessage = (
  { code, content, param }: MessageContent,
  resolution: Message['resolution'] = 'recoverable',
): Message => ({
  type: 'error',
  code,
  severity: 'high',
  resolution: resolution as NonNullable<Message['resolution']>,
  ...(param && { param }),
  content_type: 'plain',
  content,
})

export const warningMessage = ({ code, content, param }: MessageContent): Message => ({
  type: 'warning',
  code,
  severity: 'medium',
  resolution: 'recoverable',
  ...(param && { param }),
  content_type: 'plain',
  content,
})

const STOCK_WARNINGS: readonly Warning['code'][] = ['out_of_stock', 'unavailable', 'quantity_reduced']
export const hasStockWarnings = ({ warnings }: Pick<Cart, 'warnings'>) =>
  warnings.some(({ code }) => STOCK_WARNINGS.includes(code))

/** Repeated until the agent sends other items. */
export const isStockMessage = ({ code }: Message) => code === 'out_of_stock' || code === 'quantity_exceeded'

/**
 * What happened to the items since the agent was last shown them. Shipping is reported through the selected option
 * instead.
 */
export const itemMessages = ({ warnings }: Pick<Cart, 'warnings'>): Message[] =>
  warnings.filter(({ itemId }) => itemId !== undefined).map(toItemMessage)

function toItemMessage({ code, message }: Warning): Message {
  if (code === 'out_of_stock' || code === 'unavailable') {
    return errorMessage({ code: 'out_of_stock', content: message, param: '$.line_items' }, 'requires_buyer_review')
  }
  if (code === 'quantity_reduced') {
    return errorMessage({ code: 'quantity_exceeded', content: message, param: '$.line_items' }, 'requires_buyer_review')
  }
  return warningMessage({ code: 'price_change', content: message, param: '$.line_items' })
}

/** What prevents payment. A missing email doesn't: it may come with the payment. */
export function blockingMessages({ items, shippingAddress, shipping }: Cart): Message[] {
  const needed = (param: string, content: string) =>
    errorMessage({ code: 'missing', param, content }, 'requires_buyer_input')
  if (items.length === 0) return [needed('$.line_items', 'The session has no available items.')]
  if (!shipping.required) return []
  if (!shippingAddress) return [needed('$.fulfillment_details.address', 'Enter a shipping address.')]
  // Agents can't offer pickup.
  if (!shipping.selected && shipping.reason && shipping.reason !== 'address_required') {
    const content = NO_SHIPPING_MESSAGES[shipping.reason]
    return [
      errorMessage(
        { code: 'region_restricted', param: '$.fulfillment_details.address', content },
        'requires_buyer_input',
      ),
    ]
  }
  const addressErrors = validateAddress(shippingAddress)
  if (addressErrors.length > 0) {
    return addressErrors.map(({ field, message, isMissing }) =>
      addressMessage(`/shippingAddress/${field}`, message, isMissing),
    )
  }
  return shipping.selected ? [] : [needed('$.selected_fulfillment_options', 'Select a fulfillment option.')]
}

function addressMessage(path: string, content: string, isMissing: boolean): Message {
  const param = toParam(path, { version: LATEST })
  return errorMessage(
    { code: isMissing ? 'missing' : 'invalid', content, ...(param && { param }) },
    'requires_buyer_input',
  )
}

type RejectedPromotion = Cart['rejectedPromotions'][number]

const REASONS: Partial<Record<RejectedPromotion['reason'], string>> = {
  expired: 'expired',
  usage_limit: 'usage_limit_reached',
  customer_limit: 'usage_limit_reached',
  minimum_amount: 'minimum_not_met',
  minimum_quantity: 'minimum_not_met',
  customer_ineligible: 'user_ineligible',
  country_ineligible: 'user_ineligible',
  not_combinable: 'combination_disallowed',
  login_required: 'user_not_logged_in',
}

export const toRejectedCode = ({ code, reason, message }: RejectedPromotion) => ({
  code: code ?? '',
  reason: `discount_code_${REASONS[reason] ?? 'invalid'}`,
  message,
})

/** Rejections that concern the buyer rather than a mistake of the agent. */
const BUSINESS_CODES: Partial<Record<AppError['code'], string>> = {
  payment_declined: 'payment_declined',
  out_of_stock: 'out_of_stock',
  insufficient_stock: 'out_of_stock',
  reservation_limit_exceeded: 'quantity_exceeded',
  cart_changed: 'conflict',
  checkout_incomplete: 'missing',
  promotion_exhausted: 'coupon_invalid',
  gift_card_rejected: 'coupon_invalid',
  points_rejected: 'coupon_invalid',
  store_credit_rejected: 'coupon_invalid',
  quote_expired: 'expired',
}

/** Undefined for errors that don't concern the buyer. */
export function toBusinessMessages({ code, message, details = [] }: AppError): Message[] | undefined {
  const acpCode = BUSINESS_CODES[code]
  if (!acpCode) return undefined
  if (acpCode !== 'missing') {
    const param = acpCode === 'out_of_stock' || acpCode === 'quantity_exceeded' ? { param: '$.line_items' } : {}
    return [errorMessage({ code: acpCode, content: message, ...param }, 'requires_buyer_review')]
  }
  return details.map(({ path, message }) => {
    const param = toParam(path, { version: LATEST })
    // Address errors are full sentences already.
    const content = path.startsWith('/shippingAddress/') ? message : `Missing: ${message}.`
    return errorMessage({ code: acpCode, content, ...(param && { param }) }, 'requires_buyer_input')
  })
}
