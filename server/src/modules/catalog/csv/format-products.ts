import { formatDecimal } from '../../../../../sdk/src/money.ts'
import { escapeFormula, formatCsv, joinTags } from '../../../kit/csv.ts'
import type { Product } from '../schemas.ts'
import { COLUMNS, MAX_OPTIONS, priceColumns } from './columns.ts'

export interface FileFormat {
  columns: { key: string; name: string }[]
  /** Currency of price columns without a currency code. */
  currency: string
}

type Cells = Record<string, string>
type OnHand = Map<string, number>

export const createFormat = (currency: string, otherCurrencies: string[]): FileFormat => ({
  columns: [...COLUMNS, ...otherCurrencies.filter((other) => other !== currency).flatMap(priceColumns)],
  currency,
})

export const formatHeader = ({ columns }: FileFormat): string => formatCsv([columns.map(({ name }) => name)])

export const formatProducts = (products: Product[], onHand: OnHand, { columns, currency }: FileFormat): string =>
  formatCsv(
    products
      .flatMap((product) => toRows(product, onHand, currency))
      .map((cells) => columns.map(({ key }) => cells[key] ?? '')),
  )

/** One row per variant or image, whichever are more; product cells are on the first row. */
function toRows(product: Product, onHand: OnHand, currency: string): Cells[] {
  const count = Math.max(product.variants.length, product.images.length, 1)
  return Array.from({ length: count }, (_, at) => {
    const [variant, image] = [product.variants[at], product.images[at]]
    return {
      handle: product.handle,
      ...(at === 0 && toProductCells(product)),
      ...(variant && toVariantCells(product, variant, currency)),
      ...(variant && { quantity: String(onHand.get(variant.id) ?? '') }),
      ...(image && { imageSrc: image.url, imagePosition: String(at + 1), imageAlt: escapeFormula(image.alt) }),
    }
  })
}

const toProductCells = (product: Product): Cells => ({
  title: escapeFormula(product.title),
  description: escapeFormula(product.description),
  vendor: escapeFormula(product.vendor),
  type: escapeFormula(product.type),
  category: escapeFormula(product.category),
  tags: escapeFormula(joinTags(product.tags)),
  published: formatBoolean(product.status === 'active'),
  ...Object.fromEntries(optionsOf(product).map(({ name }, at) => [`option${at + 1}Name`, escapeFormula(name)])),
  seoTitle: escapeFormula(product.seo.title ?? ''),
  seoDescription: escapeFormula(product.seo.description ?? ''),
  status: product.status,
  externalId: escapeFormula(product.externalId ?? ''),
  publishAt: product.publishAt ?? '',
  unpublishAt: product.unpublishAt ?? '',
  giftCard: formatBoolean(product.giftCard),
  taxClass: product.taxClass,
  customFields: Object.keys(product.customFields).length > 0 ? JSON.stringify(product.customFields) : '',
})

function toVariantCells(product: Product, variant: Product['variants'][number], currency: string): Cells {
  const values = optionsOf(product).map(({ name }, at) => [
    `option${at + 1}Value`,
    escapeFormula(variant.options[name] ?? DEFAULT_VALUE),
  ])
  const prices = variant.prices.flatMap(({ price, compareAtPrice }) => {
    const suffix = price.currency === currency ? '' : `:${price.currency}`
    return [
      [`price${suffix}`, formatDecimal(price)],
      [`compareAt${suffix}`, compareAtPrice ? formatDecimal(compareAtPrice) : ''],
    ]
  })
  return {
    ...Object.fromEntries([...values, ...prices]),
    sku: escapeFormula(variant.sku ?? ''),
    barcode: escapeFormula(variant.barcode ?? ''),
    grams: variant.weightGrams === null ? '' : String(variant.weightGrams),
    tracker: variant.trackStock ? 'shopify' : '',
    policy: variant.inventoryPolicy,
    shipping: formatBoolean(variant.requiresShipping),
    taxable: formatBoolean(variant.taxable),
    variantImage: variant.imageUrl ?? '',
    cost: variant.cost ? formatDecimal(variant.cost) : '',
    costCurrency: variant.cost && variant.cost.currency !== currency ? variant.cost.currency : '',
    variantExternalId: escapeFormula(variant.externalId ?? ''),
  }
}

/** Shopify's files give a product without options the option "Title" with this single value. */
const DEFAULT_VALUE = 'Default Title'
const optionsOf = ({ options }: Product) => (options.length > 0 ? options.slice(0, MAX_OPTIONS) : [{ name: 'Title' }])

const formatBoolean = (value: boolean) => (value ? 'TRUE' : 'FALSE')
