import type { CsvRow } from '../csv-row.ts'
import { type RawReader, type ReportError, setCell, type TranslationContext } from './source.ts'

export const GRAMS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.59237, oz: 28.349523125 }

/** Price, stock, tax and weight of a simple product or a variation. */
export function translateVariant(
  row: CsvRow,
  readRaw: RawReader,
  { currency }: TranslationContext,
  fail: ReportError,
): void {
  const raw = (key: string) => readRaw(row, key)
  const [regular, sale] = [toDecimal(raw('regularPrice')), toDecimal(raw('salePrice'))]
  // A sale with dates is over some day; what we import would stay.
  const isOnSale = sale !== '' && !raw('saleStarts') && !raw('saleEnds')
  setCell(row, `price:${currency}`, isOnSale ? sale : regular)
  setCell(row, `compareAt:${currency}`, isOnSale ? regular : '')
  setCell(row, 'taxable', raw('taxStatus') === '' ? '' : raw('taxStatus') === 'none' ? 'FALSE' : 'TRUE')
  setCell(row, 'shipping', /\bvirtual\b/i.test(raw('type')) ? 'FALSE' : 'TRUE')
  setCell(row, 'variantExternalId', raw('id') && `woocommerce:${raw('id')}`)
  translateStock()
  translateWeight()

  /** Without a quantity, stock is not tracked: the shop only says whether there is some. */
  function translateStock(): void {
    const stock = toDecimal(raw('stock'))
    if (stock === 'parent')
      fail(row, 'raw.stock', 'must be a number: set the stock of each variation, not of the product')
    const isOut = ['0', 'no', 'outofstock'].includes(raw('inStock').toLowerCase())
    setCell(row, 'tracker', stock !== '' || isOut ? 'woocommerce' : '')
    setCell(row, 'quantity', stock === 'parent' ? '' : stock || (isOut ? '0' : ''))
    const backorders = raw('backorders').toLowerCase()
    if (backorders) setCell(row, 'policy', ['1', 'yes', 'notify'].includes(backorders) ? 'continue' : 'deny')
  }

  function translateWeight(): void {
    for (const [unit, grams] of Object.entries(GRAMS)) {
      const weight = toDecimal(raw(`weight.${unit}`))
      if (weight === '') continue
      const value = Number(weight) * grams
      // An invalid weight is reported as it is in the file.
      setCell(row, 'grams', Number.isFinite(value) ? String(Math.round(value * 1000) / 1000) : weight)
    }
  }
}

/** Numbers are written as in the shop's language: 19,99. */
const toDecimal = (text: string) => (/^-?\d+,\d{1,6}$/.test(text) ? text.replace(',', '.') : text)
