import { isGtin } from '../../kit/gtin.ts'
import type { Money } from '../../kit/money.ts'
import { type Attribute, toAttributes } from '../../kit/option-attributes.ts'
import { toProductUrl, toVariantUrl } from '../../kit/storefront-url.ts'
import { describeAsText } from '../listings/listings.ts'
import type { FeedProduct, FeedVariant } from './queries.ts'

/** A variant as product feeds show it; each format names and writes the fields in its own way. */
export interface FeedItem extends Partial<Record<Attribute, string>> {
  id: string
  title: string
  description: string
  link: string
  imageLink: string
  additionalImageLinks: string[]
  availability: 'in_stock' | 'backorder' | 'out_of_stock'
  availabilityDate?: string
  price: Money
  salePrice?: Money
  condition: string
  brand?: string
  gtin?: string
  mpn?: string
  itemGroupId?: string
  googleProductCategory?: string
  productType?: string
  shippingWeightGrams?: number
  gender?: string
  ageGroup?: string
}

/** Custom fields that feeds read: Shopify's app for Google uses the namespace. */
const NAMESPACE = 'mm-google-shopping.'
const FIELDS = ['google_product_category', 'mpn', 'condition', 'gender', 'age_group', 'availability_date'] as const
type Field = (typeof FIELDS)[number]
export const FIELD_NAMES: string[] = FIELDS.flatMap((field) => [NAMESPACE + field, field])

const CONDITIONS = ['new', 'refurbished', 'used']
const GENDERS = ['male', 'female', 'unisex']
const AGE_GROUPS = ['newborn', 'infant', 'toddler', 'kids', 'adult']
const MAX_TITLE = 150
const MAX_DESCRIPTION = 5000
const MAX_URL = 2000
const MAX_ADDITIONAL_IMAGES = 10
const MAX_WEIGHT_GRAMS = 1_000_000

interface ItemContext {
  storefrontUrl: string
  currency: string
  now: Date
}

/** Both Google and Meta require an image: without one, the product has no items. */
export function toFeedItems(product: FeedProduct, context: ItemContext): FeedItem[] {
  const images = product.images.flatMap((url) => toWebUrl(url) ?? [])
  if (images.length === 0) return []
  const link = toProductUrl(context.storefrontUrl, product)
  if (link.length > MAX_URL) return []
  const shared = toSharedFields(product)
  return product.variants.map((variant) => ({
    ...shared,
    ...toVariantFields(product, variant, context),
    ...toImages(images, variant),
    link: hasOptions(variant) ? toVariantUrl(link, variant.id) : link,
  }))
}

/** Rendering the longest descriptions takes a second, most of it for text that the feed omits. */
const toPlainDescription = (text: string) => toLine(describeAsText(text.slice(0, 4 * MAX_DESCRIPTION)))

const hasOptions = ({ options }: FeedVariant) => Object.keys(options).length > 0

function toSharedFields(product: FeedProduct) {
  const read = (field: Field) => toLine(product.fields[NAMESPACE + field] ?? product.fields[field] ?? '')
  const oneOf = (field: Field, values: string[]) => values.find((value) => value === read(field).toLowerCase())
  const gender = oneOf('gender', GENDERS)
  const ageGroup = oneOf('age_group', AGE_GROUPS)
  const googleProductCategory = read('google_product_category') || toLine(product.category)
  const productType = toLine(product.type)
  const brand = truncateText(toLine(product.vendor), 70)
  const mpn = truncateText(read('mpn'), 70)
  return {
    description: truncateText(toPlainDescription(product.description) || toLine(product.title), MAX_DESCRIPTION),
    condition: oneOf('condition', CONDITIONS) ?? 'new',
    ...(brand && { brand }),
    // One number for several variants would be wrong for all but one of them.
    ...(mpn && product.variants.length === 1 && { mpn }),
    ...(googleProductCategory && { googleProductCategory }),
    ...(productType && { productType: truncateText(productType, 750) }),
    ...(gender && { gender }),
    ...(ageGroup && { ageGroup }),
  }
}

function toVariantFields(product: FeedProduct, variant: FeedVariant, { currency, now }: ItemContext) {
  const { id, options, barcode, amount, compareAt, weightGrams } = variant
  const isOnSale = compareAt !== null && compareAt > amount
  const title = [product.title, ...Object.values(options)].join(' – ')
  const attributes = Object.entries(toAttributes(options)).map(([name, value]) => [
    name,
    truncateText(toLine(value), 100),
  ])
  return {
    id,
    title: truncateText(toLine(title), MAX_TITLE),
    price: { amount: isOnSale ? compareAt : amount, currency },
    ...(isOnSale && { salePrice: { amount, currency } }),
    ...toAvailability(product, variant, now),
    ...(barcode && isGtin(barcode) && { gtin: barcode }),
    ...(hasOptions(variant) && { itemGroupId: product.id }),
    ...(weightGrams && weightGrams <= MAX_WEIGHT_GRAMS && { shippingWeightGrams: weightGrams }),
    ...(Object.fromEntries(attributes) as Partial<Record<Attribute, string>>),
  }
}

/** Google accepts a backorder only with a date within a year; without one, nothing may be promised. */
function toAvailability(
  { fields }: FeedProduct,
  { availability }: FeedVariant,
  now: Date,
): Pick<FeedItem, 'availability' | 'availabilityDate'> {
  if (availability !== 'backorder') return { availability }
  const text = fields[`${NAMESPACE}availability_date`] ?? fields.availability_date ?? ''
  const days = (Date.parse(text) - now.getTime()) / 86_400_000
  if (!(days > 0 && days <= 365)) return { availability: 'out_of_stock' }
  return { availability, availabilityDate: new Date(text).toISOString() }
}

/** The variant's own image first; a product's other images follow. */
function toImages(images: string[], { imageUrl }: FeedVariant): Pick<FeedItem, 'imageLink' | 'additionalImageLinks'> {
  const own = imageUrl && toWebUrl(imageUrl)
  const [imageLink = '', ...others] = own ? [own, ...images.filter((url) => url !== own)] : images
  return { imageLink, additionalImageLinks: others.slice(0, MAX_ADDITIONAL_IMAGES) }
}

/** Encoded, as feeds require; undefined if too long. */
function toWebUrl(text: string): string | undefined {
  const url = URL.parse(text)?.href
  return url && url.length <= MAX_URL ? url : undefined
}

/** XML can't contain most control characters, not even escaped. */
const UNPRINTABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const toLine = (text: string): string => text.replace(UNPRINTABLE, '').replace(/\s+/g, ' ').trim()

/** Ends at a word if there is one near the limit. */
function truncateText(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  const start = characters.slice(0, maxLength - 1).join('')
  const end = start.lastIndexOf(' ')
  return `${end > maxLength / 2 ? start.slice(0, end) : start}…`
}
