import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { EmailKind, EmailTemplateInput } from './schemas.ts'

/** Descriptions shown in the dashboard and the documentation. */
const COMMON_PLACEHOLDERS = {
  shopName: 'The name of the shop, as its theme has it',
  orderNumber: 'The number of the order, such as 1001',
  orderDate: 'The day on which the order was placed',
  buyerName: 'The name in the address; without one, the e-mail address',
  email: 'The e-mail address of the buyer',
  items: 'A table of everything that was ordered',
  totals: 'A table of subtotal, discount, delivery, tax and total',
  subtotal: 'The price of all items',
  discount: 'What was taken off; empty if nothing was',
  shippingPrice: 'The price of the delivery',
  tax: 'The tax, in or on top of the prices',
  total: 'What the order costs',
  giftCards: 'What was paid by gift cards; empty if nothing was',
  points: 'What was paid with points; empty if nothing was',
  shippingMethod: 'How it is delivered, such as Standard',
  shippingAddress: 'Where it is delivered; empty if nothing is',
  billingAddress: 'Who is billed',
  note: 'What the buyer has written; empty if nothing',
}

const PLACEHOLDERS: Record<EmailKind, Record<string, string>> = {
  order_confirmation: COMMON_PLACEHOLDERS,
  order_shipped: {
    ...COMMON_PLACEHOLDERS,
    shippedItems: 'A table of what is in this parcel',
    carrier: 'Who brings it; empty if not known',
    trackingNumber: 'The number of the parcel; empty if not known',
    tracking: 'A button that leads to where the parcel is; empty without an address for it',
  },
  order_refunded: {
    ...COMMON_PLACEHOLDERS,
    refundAmount: 'What is given back this time',
    refundedTotal: 'What has been given back of this order in all',
    refundedItems: 'A table of what it is given back for; empty if it is an amount alone',
    refundReason: 'Why, in the words of the shop; empty if nothing was said',
  },
  gift_card: {
    ...COMMON_PLACEHOLDERS,
    giftCardCode: 'The code of the gift card; the outbox does not show it',
    giftCardAmount: 'What is on the gift card',
  },
}

const BLOCKS = new Set(['items', 'totals', 'shippedItems', 'tracking', 'refundedItems'])

const PLACEHOLDER_PATTERN = /\{\{([^{}]*)\}\}/g
/** A note of several thousand characters used a thousand times would produce an email of megabytes. */
const MAX_PLACEHOLDERS = 100

/** Spaces inside the braces are allowed, because people type them. */
export const findPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER_PATTERN)].map(([, name = '']) => name.trim())

export const replacePlaceholders = (text: string, replace: (name: string) => string): string =>
  text.replace(PLACEHOLDER_PATTERN, (_, name: string) => replace(name.trim()))

export const listPlaceholders = (kind: EmailKind) =>
  Object.entries(PLACEHOLDERS[kind]).map(([name, description]) => ({ name, description, isBlock: BLOCKS.has(name) }))

/** A misspelled placeholder would reach the buyer verbatim. */
export function assertValidTemplate(kind: EmailKind, texts: { subject?: string; body?: string }): void {
  const allowed = PLACEHOLDERS[kind]
  const errors = Object.entries(texts).flatMap(([field, text]) => {
    const names = findPlaceholders(text)
    const unknown = [...new Set(names)].filter((name) => !Object.hasOwn(allowed, name))
    return [
      ...unknown.map((name) => fieldError(field, `{{${name}}} is not known here; known are ${formatNames(allowed)}`)),
      ...(/\{\{|\}\}/.test(replacePlaceholders(text, () => ''))
        ? [fieldError(field, 'has braces that are opened and not closed, or closed and not opened')]
        : []),
      ...(names.length > MAX_PLACEHOLDERS
        ? [fieldError(field, `names more than ${MAX_PLACEHOLDERS} placeholders`)]
        : []),
    ]
  })
  const duplicates = findPlaceholders(texts.body ?? '').filter(
    (name, at, all) => BLOCKS.has(name) && all.indexOf(name) < at,
  )
  for (const name of new Set(duplicates))
    errors.push(fieldError('body', `{{${name}}} is a table and can be there once`))
  const inSubject = findPlaceholders(texts.subject ?? '').filter((name) => BLOCKS.has(name))
  for (const name of inSubject)
    errors.push(fieldError('subject', `{{${name}}} is a table and can't stand in a subject`))
  if (errors.length > 0) throw invalidRequest('The template names what there is not.', errors)
}

/**
 * The email is the only way the buyer gets the code, so its body must contain the code and the template must stay
 * enabled.
 */
export function assertHasGiftCardCode(kind: EmailKind, { subject, body, enabled }: EmailTemplateInput): void {
  if (kind !== 'gift_card') return
  const errors = [
    ...(findPlaceholders(body).includes('giftCardCode') ? [] : [fieldError('body', 'must name {{giftCardCode}}')]),
    ...(findPlaceholders(subject).includes('giftCardCode') ? [fieldError('subject', 'must not show the code')] : []),
    ...(enabled === false ? [fieldError('enabled', 'must be true: the code is told by this mail only')] : []),
  ]
  if (errors.length > 0) throw invalidRequest('A buyer would not have the gift card.', errors)
}

const fieldError = (field: string, message: string): ErrorDetail => ({ path: `/${field}`, message })
const formatNames = (allowed: object) => Object.keys(allowed).join(', ')
