import { isCurrency, type Money, parseDecimal } from '../../../kit/money.ts'
import type { VariantInput } from '../schemas.ts'
import {
  type CellReader,
  parseBoolean,
  parseGrams,
  parseInventoryPolicy,
  parseQuantity,
  parseUrl,
  URL_EXAMPLE,
} from './cells.ts'
import { MAX_OPTIONS } from './columns.ts'
import type { CsvHeader, CsvRow } from './csv-row.ts'
import type { ImportError } from './schemas.ts'

/** Undefined when the file has no such column, null when the cell is empty. */
export interface PriceCells {
  price?: Money | null
  compareAtPrice?: Money | null
}

export interface ParsedVariant {
  row: number
  /** Option values by index; an empty string when there is none. */
  values: string[]
  fields: Omit<VariantInput, 'id' | 'options' | 'prices'>
  prices: Map<string, PriceCells>
}

export const optionIndexes = Array.from({ length: MAX_OPTIONS }, (_, index) => index)
export const valueKey = (index: number) => `option${index + 1}Value`

export function readVariant(row: CsvRow, header: CsvHeader, cells: CellReader, currency: string): ParsedVariant {
  const { text, read } = cells
  const { has } = header
  const shipping = read(row, 'shipping', parseBoolean, 'TRUE or FALSE')
  const stock = read(row, 'quantity', parseQuantity, 'a whole number, such as 12')
  const taxable = read(row, 'taxable', parseBoolean, 'TRUE or FALSE')
  const inventoryPolicy = read(row, 'policy', parseInventoryPolicy, 'deny or continue')
  return {
    row: row.row,
    values: optionIndexes.map((index) => text(row, valueKey(index))),
    fields: {
      ...(has('sku') && { sku: text(row, 'sku') || null }),
      ...(has('barcode') && { barcode: text(row, 'barcode') || null }),
      ...(has('grams') && { weightGrams: read(row, 'grams', parseGrams, 'a weight in grams, such as 250') ?? null }),
      ...(has('cost') && { cost: readCost(row, cells, currency) ?? null }),
      ...(shipping !== undefined && { requiresShipping: shipping }),
      ...(has('tracker') && { trackStock: row.cells.has('tracker') }),
      ...(inventoryPolicy && { inventoryPolicy }),
      // Negative quantities, as in shops that continue selling when out of stock, start at 0.
      ...(stock !== undefined && { stock: Math.max(0, stock) }),
      ...(taxable !== undefined && { taxable }),
      ...(has('variantImage') && { imageUrl: read(row, 'variantImage', parseUrl, URL_EXAMPLE) ?? null }),
      ...(has('variantExternalId') && { externalId: text(row, 'variantExternalId') || null }),
    },
    prices: readPrices(row, header, cells),
  }
}

const readAmount = (row: CsvRow, key: string, currency: string, read: CellReader['read']): Money | undefined => {
  const parse = (text: string) => (isCurrency(currency) ? parseDecimal(text, currency) : undefined)
  const example = parseDecimal('1234.56', currency)
    ? '1234.56'
    : parseDecimal('1234.567', currency)
      ? '1234.567'
      : '1234'
  return read(row, key, parse, `an amount in ${currency}, such as ${example}`)
}

function readCost(row: CsvRow, { read, text }: CellReader, currency: string): Money | undefined {
  return readAmount(row, 'cost', text(row, 'costCurrency').trim().toUpperCase() || currency, read)
}

function readPrices(row: CsvRow, header: CsvHeader, { read }: CellReader): ParsedVariant['prices'] {
  const prices: ParsedVariant['prices'] = new Map()
  for (const key of header.priceKeys) {
    const [kind, currency = ''] = key.split(':')
    const amount = readAmount(row, key, currency, read) ?? null
    prices.set(currency, {
      ...prices.get(currency),
      ...(kind === 'price' ? { price: amount } : { compareAtPrice: amount }),
    })
  }
  return prices
}

export function reportDuplicates(variants: ParsedVariant[], header: CsvHeader, errors: ImportError[]): void {
  const seen = new Map<string, number>()
  for (const { row, values } of variants) {
    const key = JSON.stringify(values)
    const first = seen.get(key)
    const message = `The option values are the same as in row ${first}.`
    if (first !== undefined) errors.push({ row, column: header.nameOf(valueKey(0)), message })
    else seen.set(key, row)
  }
}
