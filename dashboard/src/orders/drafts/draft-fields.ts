import { formatDecimal } from '../../../../sdk/src/money.ts'
import { type Money, parseMoney } from '../../ui/money.ts'
import { textOrNull } from '../../ui/text.ts'
import { type AddressFields, toAddress, toAddressFields } from '../address-fields.ts'
import type { Address, DraftContents, DraftItem, Order } from '../orders.ts'
import type { SellableVariant } from '../variant-picker.tsx'

/** An item of a draft in the form. */
export interface DraftRow {
  key: string
  /** Null for a custom item. */
  variantId: string | null
  title: string
  description: string
  image: string | null
  quantity: number
  /** As typed; empty means the catalog price. */
  price: string
  /** The catalog price, if known. */
  catalogPrice: Money | null
  requiresShipping: boolean
  /** Fields only the API can set; sent back unchanged. */
  preserved: Pick<DraftItem, 'sku' | 'taxClass'>
}

export interface DraftFields {
  rows: DraftRow[]
  email: string
  address: AddressFields
  shippingTitle: string
  shippingPrice: string
}

export const EMPTY_DRAFT: DraftFields = {
  rows: [],
  email: '',
  address: toAddressFields(null),
  shippingTitle: '',
  shippingPrice: '',
}

/** `draft.items` and `items` have the same order. */
export const toDraftFields = ({ items, draft, email, shippingAddress }: Order): DraftFields => ({
  rows: (draft?.items ?? []).map(({ variantId, unitPrice, quantity, sku, taxClass }, at) => {
    const item = items[at]
    return {
      key: item?.id ?? String(at),
      variantId: variantId ?? null,
      title: item?.title ?? '',
      description: [...Object.values(item?.options ?? {}), item?.sku].filter(Boolean).join(' · '),
      image: item?.image?.url ?? null,
      quantity,
      price: unitPrice ? formatDecimal(unitPrice) : '',
      catalogPrice: unitPrice ? null : (item?.unitPrice ?? null),
      requiresShipping: item?.requiresShipping ?? true,
      preserved: { ...(sku && { sku }), ...(taxClass && { taxClass }) },
    }
  }),
  email: email ?? '',
  address: toAddressFields(shippingAddress),
  shippingTitle: draft?.shipping?.title ?? '',
  shippingPrice: draft?.shipping ? formatDecimal(draft.shipping.amount) : '',
})

export function addVariant(rows: DraftRow[], { price, ...variant }: SellableVariant): DraftRow[] {
  const existing = rows.find(({ variantId }) => variantId === variant.variantId)
  if (existing) return rows.map((row) => (row === existing ? { ...row, quantity: row.quantity + 1 } : row))
  return [...rows, { ...variant, key: variant.variantId, quantity: 1, price: '', catalogPrice: price, preserved: {} }]
}

/** For anything outside the catalog, such as labor or gift wrap. */
export const addCustomItem = (rows: DraftRow[], key: string): DraftRow[] => [
  ...rows,
  {
    key,
    variantId: null,
    title: '',
    description: '',
    image: null,
    quantity: 1,
    price: '',
    catalogPrice: null,
    requiresShipping: false,
    preserved: {},
  },
]

const rowPrice = ({ price, catalogPrice }: DraftRow, currency: string): Money | null | undefined =>
  price.trim() ? parseMoney(price, currency) : catalogPrice

function toDraftItem(
  { variantId, title, quantity, price, requiresShipping, preserved }: DraftRow,
  currency: string,
): DraftItem {
  const unitPrice = price.trim() ? parseMoney(price, currency) : undefined
  const item = { quantity, ...(unitPrice && { unitPrice }) }
  return variantId ? { variantId, ...item } : { title: title.trim(), ...item, requiresShipping, ...preserved }
}

export const toShippingAddress = ({ address }: DraftFields): Address | null => toAddress(address)

export function toDraftContents({ rows, shippingTitle, shippingPrice }: DraftFields, currency: string): DraftContents {
  const amount = parseMoney(shippingPrice, currency)
  const title = shippingTitle.trim() || 'Delivery'
  return { items: rows.map((row) => toDraftItem(row, currency)), shipping: amount ? { title, amount } : null }
}

/** Why the draft cannot be saved. */
export function validateDraft(fields: DraftFields, currency: string): string | undefined {
  const { rows, address, shippingTitle, shippingPrice } = fields
  if (rows.length === 0) return 'Add an item.'
  if (rows.some(({ variantId, title }) => !variantId && title.trim() === ''))
    return 'Enter a name for each custom item.'
  if (rows.some((row) => row.price.trim() !== '' && !rowPrice(row, currency))) return 'Enter valid prices.'
  if (rows.some(({ variantId, price }) => !variantId && price.trim() === '')) return 'Enter a price for each item.'
  if (rows.some(({ quantity }) => quantity < 1)) return 'Quantities must be at least 1.'
  if (shippingPrice.trim() !== '' && !parseMoney(shippingPrice, currency)) return 'Enter a valid shipping price.'
  if (shippingTitle.trim() !== '' && shippingPrice.trim() === '') return 'Enter a shipping price, or 0.'
  if (toShippingAddress(fields) && address.country === '') return 'Select a country for the address.'
  return undefined
}

/** Estimated from the prices on screen; the server calculates taxes. */
export function estimateTotal({ rows, shippingPrice }: DraftFields, currency: string): Money {
  const itemsTotal = rows.reduce((sum, row) => sum + (rowPrice(row, currency)?.amount ?? 0) * row.quantity, 0)
  return { amount: itemsTotal + (parseMoney(shippingPrice, currency)?.amount ?? 0), currency }
}

/** Sends only changed fields, so the server does not recalculate the rest. */
export function diffDraft(fields: DraftFields, before: DraftFields, currency: string) {
  const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const [next, previous] = [toDraftContents(fields, currency), toDraftContents(before, currency)]
  const address = toShippingAddress(fields)
  return {
    ...(isEqual(next.items, previous.items) ? {} : { items: next.items }),
    ...(isEqual(next.shipping, previous.shipping) ? {} : { shipping: next.shipping }),
    ...(fields.email.trim() === before.email ? {} : { email: textOrNull(fields.email) }),
    ...(isEqual(address, toShippingAddress(before)) ? {} : { shippingAddress: address }),
  }
}

/** The form's label for a path in the request body. */
export function draftLabelFor({ rows }: DraftFields) {
  return (path: string): string => {
    const [, field, at] = path.split('/')
    const row = rows[Number(at)] ?? rows.find(({ variantId }) => variantId === at)
    if (field === 'items' && row) return `${row.title || 'Item'}:`
    return field === 'email' ? 'Email' : field === 'shippingAddress' ? 'Address:' : `${field ?? ''}`
  }
}
