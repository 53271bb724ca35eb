import { createValidator } from '../../../http/validation/validators.ts'
import { type AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import type { ProductUpsert } from '../bulk-upsert.ts'
import { ProductChanges } from '../schemas.ts'
import type { CsvHeader } from './csv-row.ts'
import { type MergedProduct, mergeProduct } from './merge-product.ts'
import type { CsvProduct } from './read-products.ts'
import { valueKey } from './read-variants.ts'
import type { ImportError } from './schemas.ts'

/** An upsert from CSV rows; `toImportErrors` maps its errors to rows and columns. */
export interface CsvUpsert {
  product: CsvProduct
  upsert: ProductUpsert
  toImportErrors(error: AppError): ImportError[]
}

const validateShape = createValidator(ProductChanges)

export function toCsvUpsert(product: CsvProduct, header: CsvHeader, currency: string): CsvUpsert {
  let merged: MergedProduct = { changes: {}, variantRows: [], imageRows: [] }
  const { handle, errors, row, fields } = product
  return {
    product,
    upsert: {
      matchKeys: [handle],
      identifiers: fields,
      skus: product.variants.flatMap(({ fields: { sku } }) => sku ?? []),
      resolveChanges(before) {
        if (errors.length > 0) throw invalidRequest('Some cells are not valid.')
        merged = mergeProduct(before, product)
        const { variants = [] } = merged.changes
        const missingPrices = variants.flatMap(({ prices }, at) =>
          prices.length > 0 ? [] : [{ path: `/variants/${at}/prices`, message: PRICE_REQUIRED }],
        )
        const invalid = [...missingPrices, ...(missingPrices.length > 0 ? [] : validateShape(merged.changes))]
        if (invalid.length > 0) throw invalidRequest('The product is not valid.', invalid)
        return merged.changes
      },
    },
    toImportErrors(error) {
      if (errors.length > 0) return errors
      if (!error.details) return [{ row, column: null, message: error.message }]
      return error.details.map((detail) => toImportError(detail, product, merged, header, currency))
    },
  }
}

const PRICE_REQUIRED = 'is required: every variant needs a price'

const PRODUCT_COLUMNS: Record<string, string> = {
  handle: 'handle',
  title: 'title',
  description: 'description',
  vendor: 'vendor',
  type: 'type',
  category: 'category',
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

const VARIANT_COLUMNS: Record<string, string> = {
  sku: 'sku',
  barcode: 'barcode',
  cost: 'cost',
  weightGrams: 'grams',
  requiresShipping: 'shipping',
  trackStock: 'tracker',
  inventoryPolicy: 'policy',
  externalId: 'variantExternalId',
  taxable: 'taxable',
  imageUrl: 'variantImage',
}

/** Maps an error path of the product to the row and column of the file. */
export function toImportError(
  { path, message }: ErrorDetail,
  product: CsvProduct,
  { changes, variantRows, imageRows }: MergedProduct,
  header: CsvHeader,
  currency: string,
): ImportError {
  const [, kind = '', segment = '', ...field] = path.split('/')
  const at = Number(segment)
  const errorIn = (row: number | undefined, key: string | undefined): ImportError => ({
    row: row ?? product.row,
    column: key === undefined ? null : header.nameOf(key),
    message,
  })
  if (kind === 'images') return errorIn(imageRows[at], field[0] === 'alt' ? 'imageAlt' : 'imageSrc')
  if (kind === 'options') return optionError(at, field)
  if (kind === 'variants')
    return segment === '' ? errorIn(undefined, `price:${currency}`) : errorIn(variantRows[at], variantKey())
  return errorIn(undefined, PRODUCT_COLUMNS[[kind, segment].filter(Boolean).join('/')] ?? PRODUCT_COLUMNS[kind])

  function optionError(option: number, [part, value]: string[]): ImportError {
    if (part !== 'values') return errorIn(undefined, `option${option + 1}Name`)
    const optionValue = changes.options?.[option]?.values[Number(value)]
    const row = product.variants.find(({ values }) => values[option] === optionValue)?.row
    return errorIn(row, valueKey(option))
  }

  function variantKey(): string | undefined {
    const [name = '', inner, part] = field
    if (name === 'prices') {
      const priceCurrency = changes.variants?.[at]?.prices[Number(inner)]?.price.currency ?? currency
      return `${part === 'compareAtPrice' ? 'compareAt' : 'price'}:${priceCurrency}`
    }
    if (name !== 'options') return VARIANT_COLUMNS[name]
    const option = (changes.options ?? []).findIndex((one) => one.name === field.slice(1).join('/'))
    return valueKey(Math.max(option, 0))
  }
}
