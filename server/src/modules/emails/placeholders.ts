import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { EmailKind, EmailTemplateSettings } from './schemas.ts'

/** Descriptions shown in the dashboard and the documentation. */
const COMMON_PLACEHOLDERS = {
  shopName: 'Shop name from the theme',
  orderNumber: 'Order number, such as 1001',
  orderDate: 'Date the order was placed',
  customerName: 'Customer name from the address, or the email address if there is none',
  email: 'Email address of the customer',
  items: 'Table of all ordered items',
  orderStatus: 'Button that links to the page with the status of the order',
  totals: 'Table of subtotal, discount, shipping, tax and total',
  subtotal: 'Price of all items',
  discount: 'Discount amount; empty if there is none',
  shippingPrice: 'Shipping price',
  tax: 'Tax amount, included in or added to the prices',
  total: 'Order total',
  giftCards: 'Amount paid with gift cards; empty if there is none',
  points: 'Amount paid with points; empty if there is none',
  storeCredit: 'Amount paid with store credit; empty if there is none',
  shippingMethod: 'Shipping method, such as Standard',
  shippingAddress: 'Shipping address; empty if nothing is shipped',
  billingAddress: 'Billing address',
  note: 'Note from the customer; empty if there is none',
}

const EXPIRES_IN_MINUTES = 'Number of minutes until the code expires'

const PLACEHOLDERS: Record<EmailKind, Record<string, string>> = {
  order_confirmation: COMMON_PLACEHOLDERS,
  order_shipped: {
    ...COMMON_PLACEHOLDERS,
    shippedItems: 'Table of the items in this shipment',
    carrier: 'Carrier; empty if unknown',
    trackingNumber: 'Tracking number; empty if unknown',
    tracking: 'Button that links to the tracking page; empty without a tracking URL',
  },
  shipment_update: {
    ...COMMON_PLACEHOLDERS,
    trackingStatus: 'Status of the shipment, such as Out for delivery',
    trackingMessage: 'The same as a sentence',
    estimatedDelivery: 'Date the carrier expects to deliver; empty if unknown',
    shippedItems: 'Table of the items in this shipment',
    carrier: 'Carrier; empty if unknown',
    trackingNumber: 'Tracking number; empty if unknown',
    tracking: 'Button that links to the tracking page; empty without a tracking URL',
  },
  order_refunded: {
    ...COMMON_PLACEHOLDERS,
    refundAmount: 'Amount of this refund',
    refundedToStoreCredit: 'Part of this refund that became store credit; empty if there is none',
    refundedTotal: 'Total refunded for this order',
    refundedItems: 'Table of the refunded items; empty if only an amount was refunded',
    refundReason: 'Reason entered by the shop; empty if there is none',
  },
  gift_card: {
    ...COMMON_PLACEHOLDERS,
    giftCardCode: 'Gift card code; hidden in the outbox',
    giftCardAmount: 'Gift card value',
  },
  login_code: {
    shopName: COMMON_PLACEHOLDERS.shopName,
    email: COMMON_PLACEHOLDERS.email,
    loginCode: 'Login code; hidden in the outbox',
    expiresInMinutes: EXPIRES_IN_MINUTES,
  },
  chat_code: {
    shopName: COMMON_PLACEHOLDERS.shopName,
    email: COMMON_PLACEHOLDERS.email,
    chatCode: 'Verification code for the chat; hidden in the outbox',
    expiresInMinutes: EXPIRES_IN_MINUTES,
  },
}

const BLOCKS = new Set(['items', 'totals', 'orderStatus', 'shippedItems', 'tracking', 'refundedItems'])

const PLACEHOLDER_PATTERN = /\{\{([^{}]*)\}\}/g
/** A note of several thousand characters used a thousand times would produce an email of megabytes. */
const MAX_PLACEHOLDERS = 100

/** Spaces inside the braces are allowed, because people type them. */
export const findPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER_PATTERN)].map(([, name = '']) => name.trim())

export const replacePlaceholders = (text: string, replace: (name: string) => string): string =>
  text.replace(PLACEHOLDER_PATTERN, (_, name: string) => replace(name.trim()))

export const listPlaceholders = (kind: EmailKind) =>
  Object.entries(PLACEHOLDERS[kind]).map(([name, description]) => ({ name, description, block: BLOCKS.has(name) }))

/** A misspelled placeholder would reach the buyer verbatim. */
export function assertValidTemplate(kind: EmailKind, texts: { subject?: string; body?: string }): void {
  const allowed = PLACEHOLDERS[kind]
  const errors = Object.entries(texts).flatMap(([field, text]) => {
    const names = findPlaceholders(text)
    const unknown = [...new Set(names)].filter((name) => !Object.hasOwn(allowed, name))
    return [
      ...unknown.map((name) =>
        fieldError(field, `must not contain {{${name}}}; available placeholders: ${formatNames(allowed)}`),
      ),
      ...(/\{\{|\}\}/.test(replacePlaceholders(text, () => ''))
        ? [fieldError(field, 'must close every {{ with }}')]
        : []),
      ...(names.length > MAX_PLACEHOLDERS
        ? [fieldError(field, `must not have more than ${MAX_PLACEHOLDERS} placeholders`)]
        : []),
    ]
  })
  const duplicates = findPlaceholders(texts.body ?? '').filter(
    (name, at, all) => BLOCKS.has(name) && all.indexOf(name) < at,
  )
  for (const name of new Set(duplicates)) errors.push(fieldError('body', `must contain {{${name}}} only once`))
  const inSubject = findPlaceholders(texts.subject ?? '').filter((name) => BLOCKS.has(name))
  for (const name of inSubject) errors.push(fieldError('subject', `must not contain {{${name}}}; use it in the body`))
  if (errors.length > 0) throw invalidRequest('The template is not valid.', errors)
}

const CODE_PLACEHOLDERS: Partial<Record<EmailKind, string>> = {
  gift_card: 'giftCardCode',
  login_code: 'loginCode',
  chat_code: 'chatCode',
}

/**
 * The email is the only way the buyer gets the code, so its body must contain the code and the template must stay
 * active.
 */
export function assertHasCode(kind: EmailKind, { subject, body, active }: EmailTemplateSettings): void {
  const code = CODE_PLACEHOLDERS[kind]
  if (!code) return
  const errors = [
    ...(findPlaceholders(body).includes(code) ? [] : [fieldError('body', `must contain {{${code}}}`)]),
    ...(findPlaceholders(subject).includes(code) ? [fieldError('subject', `must not contain {{${code}}}`)] : []),
    ...(active === false ? [fieldError('active', 'must be true: the customer gets the code only in this email')] : []),
  ]
  if (errors.length > 0) throw invalidRequest('The email must deliver the code.', errors)
}

const fieldError = (field: string, message: string): ErrorDetail => ({ path: `/${field}`, message })
const formatNames = (allowed: object) => Object.keys(allowed).join(', ')
