import type { ErrorDetail } from '../../kit/errors.ts'
import type { Merged } from './csv-merge.ts'
import type { CsvProduct } from './csv-products.ts'
import type { Header } from './csv-read.ts'
import { valueKey } from './csv-variants.ts'
import type { ImportFault } from './import-schemas.ts'

const OF_PRODUCT: Record<string, string> = {
  handle: 'handle',
  title: 'title',
  description: 'description',
  vendor: 'vendor',
  type: 'type',
  tags: 'tags',
  status: 'status',
  publishAt: 'publishAt',
  unpublishAt: 'unpublishAt',
  customFields: 'customFields',
  taxClass: 'taxClass',
  externalId: 'externalId',
  'seo/title': 'seoTitle',
  'seo/description': 'seoDescription',
}

const OF_VARIANT: Record<string, string> = {
  sku: 'sku',
  barcode: 'barcode',
  cost: 'cost',
  weightGrams: 'grams',
  requiresShipping: 'shipping',
  trackStock: 'tracker',
  whenOut: 'policy',
  externalId: 'variantExternalId',
}

/** Where in the file that is which is wrong in the product: the fault of a field becomes the fault of a cell. */
export function faultAt(
  { path, message }: ErrorDetail,
  product: CsvProduct,
  { changes, variantRows, imageRows }: Merged,
  header: Header,
  currency: string,
): ImportFault {
  const [, kind = '', place = '', ...field] = path.split('/')
  const at = Number(place)
  const fault = (row: number | undefined, key: string | undefined): ImportFault => ({
    row: row ?? product.row,
    column: key === undefined ? null : header.nameOf(key),
    reason: message,
  })
  if (kind === 'images') return fault(imageRows[at], field[0] === 'alt' ? 'imageAlt' : 'imageSrc')
  if (kind === 'options') return optionFault(at, field)
  if (kind === 'variants')
    return place === '' ? fault(undefined, `price:${currency}`) : fault(variantRows[at], variantKey())
  return fault(undefined, OF_PRODUCT[[kind, place].filter(Boolean).join('/')] ?? OF_PRODUCT[kind])

  function optionFault(option: number, [part, value]: string[]): ImportFault {
    if (part !== 'values') return fault(undefined, `option${option + 1}Name`)
    const wrong = changes.options?.[option]?.values[Number(value)]
    const row = product.variants.find(({ values }) => values[option] === wrong)?.row
    return fault(row, valueKey(option))
  }

  function variantKey(): string | undefined {
    const [name = '', inner, part] = field
    if (name === 'prices') {
      const of = changes.variants?.[at]?.prices[Number(inner)]?.price.currency ?? currency
      return `${part === 'compareAtPrice' ? 'compareAt' : 'price'}:${of}`
    }
    if (name !== 'options') return OF_VARIANT[name]
    const option = (changes.options ?? []).findIndex((one) => one.name === field.slice(1).join('/'))
    return valueKey(Math.max(option, 0))
  }
}
