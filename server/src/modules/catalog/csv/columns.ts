import { isCurrency } from '../../../kit/money.ts'

/** Product columns are read from the first row; variant and image columns from every row. */
type Owner = 'product' | 'variant' | 'image'

interface Column {
  key: string
  owner: Owner
  /** The exported name: Shopify's long-standing name where there is one, our own otherwise. */
  name: string
  /** Other accepted names, such as those in newer Shopify files. */
  aliases?: string[]
}

export const MAX_OPTIONS = 5
const optionNumbers = Array.from({ length: MAX_OPTIONS }, (_, at) => at + 1)

/** Columns present in every export, in order. */
export const COLUMNS: Column[] = [
  { key: 'handle', owner: 'product', name: 'Handle', aliases: ['URL handle'] },
  { key: 'title', owner: 'product', name: 'Title' },
  { key: 'description', owner: 'product', name: 'Body (HTML)', aliases: ['Body HTML', 'Description'] },
  { key: 'vendor', owner: 'product', name: 'Vendor' },
  { key: 'category', owner: 'product', name: 'Product Category' },
  { key: 'type', owner: 'product', name: 'Type', aliases: ['Custom Product Type'] },
  { key: 'tags', owner: 'product', name: 'Tags' },
  { key: 'published', owner: 'product', name: 'Published', aliases: ['Published on online store'] },
  ...optionNumbers.flatMap((number): Column[] => [
    { key: `option${number}Name`, owner: 'product', name: `Option${number} Name` },
    { key: `option${number}Value`, owner: 'variant', name: `Option${number} Value` },
  ]),
  { key: 'sku', owner: 'variant', name: 'Variant SKU', aliases: ['SKU'] },
  { key: 'grams', owner: 'variant', name: 'Variant Grams', aliases: ['Weight value (grams)'] },
  { key: 'tracker', owner: 'variant', name: 'Variant Inventory Tracker', aliases: ['Inventory tracker'] },
  { key: 'quantity', owner: 'variant', name: 'Variant Inventory Qty', aliases: ['Inventory quantity'] },
  {
    key: 'policy',
    owner: 'variant',
    name: 'Variant Inventory Policy',
    aliases: ['Inventory policy', 'Continue selling when out of stock'],
  },
  { key: 'price', owner: 'variant', name: 'Variant Price', aliases: ['Price'] },
  {
    key: 'compareAt',
    owner: 'variant',
    name: 'Variant Compare At Price',
    aliases: ['Compare-at price', 'Compare At Price'],
  },
  { key: 'shipping', owner: 'variant', name: 'Variant Requires Shipping', aliases: ['Requires shipping'] },
  { key: 'taxable', owner: 'variant', name: 'Variant Taxable', aliases: ['Charge tax'] },
  { key: 'barcode', owner: 'variant', name: 'Variant Barcode', aliases: ['Barcode', 'Barcodes'] },
  { key: 'imageSrc', owner: 'image', name: 'Image Src', aliases: ['Product image URL', 'Image source'] },
  { key: 'imagePosition', owner: 'image', name: 'Image Position' },
  { key: 'imageAlt', owner: 'image', name: 'Image Alt Text' },
  { key: 'variantImage', owner: 'variant', name: 'Variant Image', aliases: ['Variant image URL'] },
  { key: 'giftCard', owner: 'product', name: 'Gift Card' },
  { key: 'seoTitle', owner: 'product', name: 'SEO Title' },
  { key: 'seoDescription', owner: 'product', name: 'SEO Description' },
  { key: 'cost', owner: 'variant', name: 'Cost per item' },
  { key: 'status', owner: 'product', name: 'Status' },
  { key: 'costCurrency', owner: 'variant', name: 'Cost Currency' },
  { key: 'variantExternalId', owner: 'variant', name: 'Variant External Id' },
  { key: 'externalId', owner: 'product', name: 'External Id' },
  { key: 'publishAt', owner: 'product', name: 'Publish At' },
  { key: 'unpublishAt', owner: 'product', name: 'Unpublish At' },
  { key: 'customFields', owner: 'product', name: 'Custom Fields' },
  { key: 'taxClass', owner: 'product', name: 'Tax Class' },
]

/**
 * Shopify columns that are not supported (yet). They are not errors, but a warning is shown when they contain values.
 */
const UNSUPPORTED =
  /^(tax code|variant (fulfillment service|tax code|weight unit)|fulfillment service|weight unit for display|option\d linked to|unit price .*|included \/ .*|(compare[- ]at )?price \/ .*|.*metafields\..*)$/

/** Prices in additional currencies: `Variant Price USD`. */
const CURRENCY_PRICE = /^(?:variant )?(compare[- ]at )?price ([a-z]{3})$/

/** Shopify's metafields become custom fields: `Care (product.metafields.custom.care)` is the field `custom.care`. */
const METAFIELD = /\(product\.metafields\.([\w-]+\.[\w-]+)\)\s*$/i
/** Older names of metafields of Shopify's app for Google. */
const GOOGLE_FIELD = /^google shopping \/ ([a-z0-9 ]+)$/
const FIELD_PREFIX = 'field.'

export const toFieldKey = (name: string): string => FIELD_PREFIX + name
/** Undefined for other columns. */
export const toFieldName = (key: string): string | undefined =>
  key.startsWith(FIELD_PREFIX) ? key.slice(FIELD_PREFIX.length) : undefined

function findFieldName(name: string): string | undefined {
  const [, metafield] = METAFIELD.exec(name) ?? []
  const [, google] = GOOGLE_FIELD.exec(normalizeName(name)) ?? []
  const field = metafield ?? (google && `mm-google-shopping.${google.replaceAll(' ', '_')}`)
  return field && field.length <= MAX_FIELD_NAME ? field : undefined
}
const MAX_FIELD_NAME = 100

export const priceColumns = (currency: string): Column[] => [
  { key: `price:${currency}`, owner: 'variant', name: `Variant Price ${currency}` },
  { key: `compareAt:${currency}`, owner: 'variant', name: `Variant Compare At Price ${currency}` },
]

export const normalizeName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

const COLUMNS_BY_NAME = new Map(
  COLUMNS.flatMap((column) => [column.name, ...(column.aliases ?? [])].map((name) => [normalizeName(name), column])),
)

/** Price columns without a currency use the shop currency; the returned key always includes it. */
export function findColumn(name: string, currency: string): Pick<Column, 'key'> | undefined {
  const column = COLUMNS_BY_NAME.get(normalizeName(name))
  if (column?.key === 'price' || column?.key === 'compareAt') return { key: `${column.key}:${currency}` }
  const [, compareAt, code] = CURRENCY_PRICE.exec(normalizeName(name)) ?? []
  if (code && isCurrency(code.toUpperCase()))
    return { key: `${compareAt ? 'compareAt' : 'price'}:${code.toUpperCase()}` }
  const field = findFieldName(name)
  return field === undefined ? column : { key: toFieldKey(field) }
}

const VARIANT_KEYS = new Set(COLUMNS.filter(({ owner }) => owner === 'variant').map(({ key }) => key))

export const isPriceKey = (key: string): boolean => /^(price|compareAt):/.test(key)
export const isVariantKey = (key: string): boolean => isPriceKey(key) || VARIANT_KEYS.has(key)

export const isUnsupported = (name: string): boolean => UNSUPPORTED.test(normalizeName(name))

/** The exported name, for errors about a column that the file does not have. */
export function columnNameOf(key: string, shopCurrency: string): string {
  const [kind, currency] = key.split(':')
  const name = COLUMNS.find((column) => column.key === kind)?.name ?? key
  return currency && currency !== shopCurrency ? `${name} ${currency}` : name
}
