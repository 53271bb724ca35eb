import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { MailKind, MailTemplateDraft } from './schemas.ts'

/** What a template may name, in the words of the dashboard and the documents. */
const COMMON = {
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

const PLACEHOLDERS: Record<MailKind, Record<string, string>> = {
  order_confirmation: COMMON,
  order_shipped: {
    ...COMMON,
    shippedItems: 'A table of what is in this parcel',
    carrier: 'Who brings it; empty if not known',
    trackingNumber: 'The number of the parcel; empty if not known',
    tracking: 'A button that leads to where the parcel is; empty without an address for it',
  },
  order_refunded: {
    ...COMMON,
    refundAmount: 'What is given back this time',
    refundedTotal: 'What has been given back of this order in all',
    refundedItems: 'A table of what it is given back for; empty if it is an amount alone',
    refundReason: 'Why, in the words of the shop; empty if nothing was said',
  },
  gift_card: {
    ...COMMON,
    giftCardCode: 'The code of the gift card; the outbox does not show it',
    giftCardAmount: 'What is on the gift card',
  },
}

const BLOCKS = new Set(['items', 'totals', 'shippedItems', 'tracking', 'refundedItems'])

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
/** A note of some thousand letters, named a thousand times, would be a mail of megabytes. */
const MAX_NAMED = 100

/** Blanks inside the braces are allowed: people write them. */
export const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim())

export const replaceNames = (text: string, by: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => by(name.trim()))

export const placeholdersOf = (kind: MailKind) =>
  Object.entries(PLACEHOLDERS[kind]).map(([name, description]) => ({ name, description, isBlock: BLOCKS.has(name) }))

/** A misspelt one would reach a buyer as it stands. */
export function refuseUnfit(kind: MailKind, texts: { subject?: string; body?: string }): void {
  const known = PLACEHOLDERS[kind]
  const faults = Object.entries(texts).flatMap(([field, text]) => {
    const names = namesIn(text)
    const unknown = [...new Set(names)].filter((name) => !Object.hasOwn(known, name))
    return [
      ...unknown.map((name) => fault(field, `{{${name}}} is not known here; known are ${listed(known)}`)),
      ...(/\{\{|\}\}/.test(replaceNames(text, () => ''))
        ? [fault(field, 'has braces that are opened and not closed, or closed and not opened')]
        : []),
      ...(names.length > MAX_NAMED ? [fault(field, `names more than ${MAX_NAMED} placeholders`)] : []),
    ]
  })
  const twice = namesIn(texts.body ?? '').filter((name, at, all) => BLOCKS.has(name) && all.indexOf(name) < at)
  for (const name of new Set(twice)) faults.push(fault('body', `{{${name}}} is a table and can be there once`))
  const inSubject = namesIn(texts.subject ?? '').filter((name) => BLOCKS.has(name))
  for (const name of inSubject) faults.push(fault('subject', `{{${name}}} is a table and can't stand in a subject`))
  if (faults.length > 0) throw invalidRequest('The template names what there is not.', faults)
}

/** Nobody can tell the buyer the code later: it is in the text, and the mail is written. */
export function refuseCodeless(kind: MailKind, { subject, body, enabled }: MailTemplateDraft): void {
  if (kind !== 'gift_card') return
  const faults = [
    ...(namesIn(body).includes('giftCardCode') ? [] : [fault('body', 'must name {{giftCardCode}}')]),
    ...(namesIn(subject).includes('giftCardCode') ? [fault('subject', 'must not show the code')] : []),
    ...(enabled === false ? [fault('enabled', 'must be true: the code is told by this mail only')] : []),
  ]
  if (faults.length > 0) throw invalidRequest('A buyer would not have the gift card.', faults)
}

const fault = (field: string, message: string): ErrorDetail => ({ path: `/${field}`, message })
const listed = (known: object) => Object.keys(known).join(', ')
