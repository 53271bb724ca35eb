import { countryNameIn } from '../../kit/local-formats.ts'
import type { Order } from '../orders/schemas.ts'

interface DocumentColumn {
  header: string
  /** In points; the first column takes what is left. */
  width: number
  isNumber?: boolean
}

interface DocumentRow {
  cells: string[]
  /** Below the first cell: options, SKU. */
  note: string
}

/** A printed page about an order, before it is drawn. */
export interface Document {
  title: string
  shopName: string
  /** Name and value, such as the date. */
  facts: [name: string, value: string][]
  addresses: { name: string; lines: string[] }[]
  columns: DocumentColumn[]
  rows: DocumentRow[]
  sums: { name: string; value: string; isBold?: boolean }[]
  note: string
  footer: string
}

export function toAddressLines(address: Order['shippingAddress'], locale: string): string[] {
  if (!address) return []
  const { name, company, line1, line2, postalCode, city, region, country } = address
  const cityLine = [postalCode, city, region].filter(Boolean).join(' ')
  const countryName = countryNameIn(locale, country)
  return [name, company, line1, line2, cityLine, countryName].filter(
    (line) => line !== undefined && line !== '',
  ) as string[]
}

const MAX_DETAILS_LENGTH = 300

/** "Size: M, Color: Red · SKU SHIRT-M". Properties whose names start with `_` are the shop's own. */
export function toItemNote({ options, properties, sku }: Order['items'][number]): string {
  const shown = Object.entries(properties).filter(([name]) => !name.startsWith('_'))
  const details = [...Object.entries(options), ...shown].map(([name, value]) => `${name}: ${value}`).join(', ')
  return [shorten(details), sku && `SKU ${sku}`].filter(Boolean).join(' · ')
}

/** Laying out text is slow, and an order can have 250 items with 20 properties each. */
const shorten = (text: string): string =>
  text.length <= MAX_DETAILS_LENGTH ? text : `${text.slice(0, MAX_DETAILS_LENGTH - 1).toWellFormed()}…`
