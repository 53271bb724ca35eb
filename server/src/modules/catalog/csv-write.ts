import { stringify } from 'csv-stringify/sync'
import { toDecimalText } from '../../kit/money-text.ts'
import { guarded, joinTags } from './csv-cells.ts'
import { COLUMNS, MAX_OPTIONS, priceColumns } from './csv-columns.ts'
import type { Product } from './schemas.ts'

/** What all rows of one file have in common. */
export interface Sheet {
  columns: { key: string; name: string }[]
  /** In which prices are that name no currency. */
  currency: string
}

type Cells = Record<string, string>
type OnHand = Map<string, number>

export const sheetFor = (currency: string, others: string[]): Sheet => ({
  columns: [...COLUMNS, ...others.filter((other) => other !== currency).flatMap(priceColumns)],
  currency,
})

/** The rules of quoting are RFC 4180's; without a byte order mark, as Shopify's own files are. */
const toText = (rows: string[][]): string =>
  rows.length > 0 ? stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ }) : ''

export const headerText = ({ columns }: Sheet): string => toText([columns.map(({ name }) => name)])

export const productsText = (products: Product[], onHand: OnHand, { columns, currency }: Sheet): string =>
  toText(
    products
      .flatMap((product) => rowsOf(product, onHand, currency))
      .map((cells) => columns.map(({ key }) => cells[key] ?? '')),
  )

/** As many rows as it has variants or images, whichever is more; what belongs to the product stands on the first. */
function rowsOf(product: Product, onHand: OnHand, currency: string): Cells[] {
  const count = Math.max(product.variants.length, product.images.length, 1)
  return Array.from({ length: count }, (_, at) => {
    const [variant, image] = [product.variants[at], product.images[at]]
    return {
      handle: product.handle,
      ...(at === 0 && productCells(product)),
      ...(variant && variantCells(product, variant, currency)),
      ...(variant && { quantity: String(onHand.get(variant.id) ?? '') }),
      ...(image && { imageSrc: image.url, imagePosition: String(at + 1), imageAlt: guarded(image.alt) }),
    }
  })
}

const productCells = (product: Product): Cells => ({
  title: guarded(product.title),
  description: guarded(product.description),
  vendor: guarded(product.vendor),
  type: guarded(product.type),
  tags: guarded(joinTags(product.tags)),
  published: yesNo(product.status === 'active'),
  ...Object.fromEntries(optionsOf(product).map(({ name }, at) => [`option${at + 1}Name`, guarded(name)])),
  seoTitle: guarded(product.seo.title ?? ''),
  seoDescription: guarded(product.seo.description ?? ''),
  status: product.status,
  externalId: guarded(product.externalId ?? ''),
  publishAt: product.publishAt ?? '',
  unpublishAt: product.unpublishAt ?? '',
  giftCard: yesNo(product.isGiftCard),
  taxClass: product.taxClass,
  customFields: Object.keys(product.customFields).length > 0 ? JSON.stringify(product.customFields) : '',
})

function variantCells(product: Product, variant: Product['variants'][number], currency: string): Cells {
  const values = optionsOf(product).map(({ name }, at) => [
    `option${at + 1}Value`,
    guarded(variant.options[name] ?? DEFAULT),
  ])
  const prices = variant.prices.flatMap(({ price, compareAtPrice }) => {
    const suffix = price.currency === currency ? '' : `:${price.currency}`
    return [
      [`price${suffix}`, toDecimalText(price)],
      [`compareAt${suffix}`, compareAtPrice ? toDecimalText(compareAtPrice) : ''],
    ]
  })
  return {
    ...Object.fromEntries([...values, ...prices]),
    sku: guarded(variant.sku ?? ''),
    barcode: guarded(variant.barcode ?? ''),
    grams: variant.weightGrams === null ? '' : String(variant.weightGrams),
    tracker: variant.trackStock ? 'shopify' : '',
    policy: variant.whenOut,
    shipping: yesNo(variant.requiresShipping),
    cost: variant.cost ? toDecimalText(variant.cost) : '',
    costCurrency: variant.cost && variant.cost.currency !== currency ? variant.cost.currency : '',
    variantExternalId: guarded(variant.externalId ?? ''),
  }
}

/** A product without options has, in Shopify's files, the option "Title" with this one value. */
const DEFAULT = 'Default Title'
const optionsOf = ({ options }: Product) => (options.length > 0 ? options.slice(0, MAX_OPTIONS) : [{ name: 'Title' }])

const yesNo = (is: boolean) => (is ? 'TRUE' : 'FALSE')
