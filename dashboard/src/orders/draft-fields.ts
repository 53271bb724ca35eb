import { type Money, moneyText, parseMoney } from '../parts/money.ts'
import type { Offer } from './add-variant.tsx'
import type { Address, Order } from './orders.ts'
import type { DraftItem, DraftWish } from './wishes.ts'

/** One line of a draft while it is written. */
export interface DraftRow {
  key: string
  /** Nothing where it is not of the catalogue. */
  variantId: string | null
  title: string
  about: string
  image: string | null
  quantity: number
  /** As typed; empty: the catalogue's. */
  price: string
  /** The catalogue's, as far as it is known. */
  todays: Money | null
  requiresShipping: boolean
  /** What only the API can say of a line, kept as it is. */
  kept: Pick<DraftItem, 'sku' | 'taxClass'>
}

const PARTS = ['name', 'company', 'line1', 'line2', 'postcode', 'city', 'region', 'country', 'phone'] as const
export type AddressFields = Record<(typeof PARTS)[number], string>

export interface DraftFields {
  rows: DraftRow[]
  email: string
  address: AddressFields
  shippingTitle: string
  shippingPrice: string
}

const addressOf = (address: Address | null): AddressFields =>
  Object.fromEntries(PARTS.map((part) => [part, address?.[part] ?? ''])) as AddressFields

export const EMPTY_DRAFT: DraftFields = {
  rows: [],
  email: '',
  address: addressOf(null),
  shippingTitle: '',
  shippingPrice: '',
}

/** Each wish stands in the place of its line. */
export const fieldsOf = ({ items, draft, email, shippingAddress }: Order): DraftFields => ({
  rows: (draft?.items ?? []).map(({ variantId, unitPrice, quantity, sku, taxClass }, at) => {
    const line = items[at]
    return {
      key: line?.id ?? String(at),
      variantId: variantId ?? null,
      title: line?.title ?? '',
      about: [...Object.values(line?.options ?? {}), line?.sku].filter(Boolean).join(' · '),
      image: line?.image ?? null,
      quantity,
      price: unitPrice ? moneyText(unitPrice) : '',
      todays: unitPrice ? null : (line?.unitPrice ?? null),
      requiresShipping: line?.requiresShipping ?? true,
      kept: { ...(sku && { sku }), ...(taxClass && { taxClass }) },
    }
  }),
  email: email ?? '',
  address: addressOf(shippingAddress),
  shippingTitle: draft?.shipping?.title ?? '',
  shippingPrice: draft?.shipping ? moneyText(draft.shipping.amount) : '',
})

export function withOffer(rows: DraftRow[], { price, ...offer }: Offer): DraftRow[] {
  const known = rows.find(({ variantId }) => variantId === offer.variantId)
  if (known) return rows.map((row) => (row === known ? { ...row, quantity: row.quantity + 1 } : row))
  return [...rows, { ...offer, key: offer.variantId, quantity: 1, price: '', todays: price, kept: {} }]
}

/** Something that is not in the catalogue: work, a gift wrap. */
export const withOwn = (rows: DraftRow[], key: string): DraftRow[] => [
  ...rows,
  {
    key,
    variantId: null,
    title: '',
    about: '',
    image: null,
    quantity: 1,
    price: '',
    todays: null,
    requiresShipping: false,
    kept: {},
  },
]

const priceOf = ({ price, todays }: DraftRow, currency: string): Money | null | undefined =>
  price.trim() ? parseMoney(price, currency) : todays

function itemOf({ variantId, title, quantity, price, requiresShipping, kept }: DraftRow, currency: string): DraftItem {
  const unitPrice = price.trim() ? parseMoney(price, currency) : undefined
  const given = { quantity, ...(unitPrice && { unitPrice }) }
  return variantId ? { variantId, ...given } : { title: title.trim(), ...given, requiresShipping, ...kept }
}

export function shippingAddressIn({ address }: DraftFields): Address | null {
  const said = PARTS.flatMap((part) => (address[part].trim() ? [[part, address[part].trim()]] : []))
  return said.length > 0 ? (Object.fromEntries(said) as unknown as Address) : null
}

export function wishIn({ rows, shippingTitle, shippingPrice }: DraftFields, currency: string): DraftWish {
  const amount = parseMoney(shippingPrice, currency)
  const title = shippingTitle.trim() || 'Delivery'
  return { items: rows.map((row) => itemOf(row, currency)), shipping: amount ? { title, amount } : null }
}

/** Why it can't be saved as it is. */
export function obstacleIn(fields: DraftFields, currency: string): string | undefined {
  const { rows, address, shippingTitle, shippingPrice } = fields
  if (rows.length === 0) return 'Add what is sold.'
  if (rows.some(({ variantId, title }) => !variantId && title.trim() === '')) return 'Name what is sold.'
  if (rows.some((row) => row.price.trim() !== '' && !priceOf(row, currency))) return 'A price can’t be read.'
  if (rows.some(({ variantId, price }) => !variantId && price.trim() === '')) return 'Say what it costs.'
  if (rows.some(({ quantity }) => quantity < 1)) return 'Each thing at least once.'
  if (shippingPrice.trim() !== '' && !parseMoney(shippingPrice, currency)) return 'The fee for shipping can’t be read.'
  if (shippingTitle.trim() !== '' && shippingPrice.trim() === '') return 'Say what shipping costs, or 0.'
  if (shippingAddressIn(fields) && address.country === '') return 'Choose the country of the address.'
  return undefined
}

/** What it comes to by the prices on the screen; taxes are the server's. */
export function estimateOf({ rows, shippingPrice }: DraftFields, currency: string): Money {
  const goods = rows.reduce((sum, row) => sum + (priceOf(row, currency)?.amount ?? 0) * row.quantity, 0)
  return { amount: goods + (parseMoney(shippingPrice, currency)?.amount ?? 0), currency }
}

/** Only what was changed: the rest is not reckoned anew. */
export function changesIn(fields: DraftFields, before: DraftFields, currency: string) {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const [now, then] = [wishIn(fields, currency), wishIn(before, currency)]
  const address = shippingAddressIn(fields)
  return {
    ...(isSame(now.items, then.items) ? {} : { items: now.items }),
    ...(isSame(now.shipping, then.shipping) ? {} : { shipping: now.shipping }),
    ...(fields.email.trim() === before.email ? {} : { email: fields.email.trim() || null }),
    ...(isSame(address, shippingAddressIn(before)) ? {} : { shippingAddress: address }),
  }
}

/** A path of the body in words of the form. */
export function draftNameOf({ rows }: DraftFields) {
  return (path: string): string => {
    const [, field, at] = path.split('/')
    const row = rows[Number(at)] ?? rows.find(({ variantId }) => variantId === at)
    if (field === 'items' && row) return `${row.title || 'What is sold'}:`
    return field === 'email' ? 'The e-mail' : field === 'shippingAddress' ? 'The address:' : `${field ?? ''}`
  }
}
