import { addressFaults } from '../../kit/address-rules.ts'
import type { AppError } from '../../kit/errors.ts'
import { WHY_NOT_SHIPPED } from '../carts/rates.ts'
import type { Cart, Warning } from '../carts/schemas.ts'
import { toParam } from './params.ts'
import type { Message } from './shapes.ts'
import { NEWEST } from './versions.ts'

type Code = { code: string; content: string; param?: string }

export const failure = (
  { code, content, param }: Code,
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

export const warning = ({ code, content, param }: Code): Message => ({
  type: 'warning',
  code,
  severity: 'medium',
  resolution: 'recoverable',
  ...(param && { param }),
  content_type: 'plain',
  content,
})

const SHORT: readonly Warning['code'][] = ['out_of_stock', 'gone', 'clamped']
export const isShort = ({ warnings }: Pick<Cart, 'warnings'>) => warnings.some(({ code }) => SHORT.includes(code))

/** Told until the agent has said what is wanted instead. */
export const isOfStock = ({ code }: Message) => code === 'out_of_stock' || code === 'quantity_exceeded'

/** What has become of the items since the agent was told of them. Of shipping it is told by what is chosen. */
export const newsOf = ({ warnings }: Pick<Cart, 'warnings'>): Message[] =>
  warnings.filter(({ lineId }) => lineId !== undefined).map(ofWarning)

function ofWarning({ code, message }: Warning): Message {
  if (code === 'out_of_stock' || code === 'gone') {
    return failure({ code: 'out_of_stock', content: message, param: '$.line_items' }, 'requires_buyer_review')
  }
  if (code === 'clamped') {
    return failure({ code: 'quantity_exceeded', content: message, param: '$.line_items' }, 'requires_buyer_review')
  }
  return warning({ code: 'price_change', content: message, param: '$.line_items' })
}

/** What stands between the session and the money; an e-mail address may come with the money itself. */
export function missingIn({ items, shippingAddress, shipping }: Cart): Message[] {
  const needed = (param: string, content: string) =>
    failure({ code: 'missing', param, content }, 'requires_buyer_input')
  if (items.length === 0) return [needed('$.line_items', 'There is nothing in it that can be bought.')]
  if (!shipping.required) return []
  if (!shippingAddress) return [needed('$.fulfillment_details.address', 'Say where it is to be sent.')]
  // Agents can't have it fetched.
  if (!shipping.selected && shipping.reason && shipping.reason !== 'address_needed') {
    const content = WHY_NOT_SHIPPED[shipping.reason]
    return [
      failure({ code: 'region_restricted', param: '$.fulfillment_details.address', content }, 'requires_buyer_input'),
    ]
  }
  const faults = addressFaults(shippingAddress)
  if (faults.length > 0) {
    return faults.map(({ field, message, isMissing }) => ofAddress(`/shippingAddress/${field}`, message, isMissing))
  }
  return shipping.selected ? [] : [needed('$.selected_fulfillment_options', 'Choose how it is to be sent.')]
}

function ofAddress(path: string, content: string, isMissing: boolean): Message {
  const param = toParam(path, { version: NEWEST })
  return failure({ code: isMissing ? 'missing' : 'invalid', content, ...(param && { param }) }, 'requires_buyer_input')
}

type Refused = Cart['rejectedPromotions'][number]

const REASONS: Partial<Record<Refused['reason'], string>> = {
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

export const toRefusedCode = ({ code, reason, message }: Refused) => ({
  code: code ?? '',
  reason: `discount_code_${REASONS[reason] ?? 'invalid'}`,
  message,
})

/** Refusals of a purchase that are the buyer's business and not the agent's mistake. */
const BUSINESS: Partial<Record<AppError['code'], string>> = {
  payment_declined: 'payment_declined',
  out_of_stock: 'out_of_stock',
  insufficient_stock: 'out_of_stock',
  reservation_limit_exceeded: 'quantity_exceeded',
  cart_changed: 'conflict',
  checkout_incomplete: 'missing',
  promotion_used_up: 'coupon_invalid',
  gift_card_refused: 'coupon_invalid',
  points_refused: 'coupon_invalid',
  quote_expired: 'expired',
}

/** Undefined for what is not business. */
export function ofRefusal({ code, message, details = [] }: AppError): Message[] | undefined {
  const known = BUSINESS[code]
  if (!known) return undefined
  if (known !== 'missing') {
    const param = known === 'out_of_stock' || known === 'quantity_exceeded' ? { param: '$.line_items' } : {}
    return [failure({ code: known, content: message, ...param }, 'requires_buyer_review')]
  }
  return details.map(({ path, message }) => {
    const param = toParam(path, { version: NEWEST })
    // What is wrong with an address is a sentence already.
    const content = path.startsWith('/shippingAddress/') ? message : `This is needed: ${message}.`
    return failure({ code: known, content, ...(param && { param }) }, 'requires_buyer_input')
  })
}
