import { formatCsv } from '../../kit/csv.ts'
import type { FeedItem } from './feed-item.ts'
import { formatPrice } from './google-xml.ts'

const AVAILABILITY = {
  in_stock: 'in stock',
  backorder: 'available for order',
  out_of_stock: 'out of stock',
} as const

/** The columns of Meta's catalog feeds. */
const COLUMNS: Record<string, (item: FeedItem) => string | undefined> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  description: ({ description }) => description,
  availability: ({ availability }) => AVAILABILITY[availability],
  condition: ({ condition }) => condition,
  price: ({ price }) => formatPrice(price),
  sale_price: ({ salePrice }) => salePrice && formatPrice(salePrice),
  link: ({ link }) => link,
  image_link: ({ imageLink }) => imageLink,
  additional_image_link: ({ additionalImageLinks }) => additionalImageLinks.join(','),
  brand: ({ brand }) => brand,
  gtin: ({ gtin }) => gtin,
  mpn: ({ mpn }) => mpn,
  item_group_id: ({ itemGroupId }) => itemGroupId,
  google_product_category: ({ googleProductCategory }) => googleProductCategory,
  product_type: ({ productType }) => productType,
  color: ({ color }) => color,
  size: ({ size }) => size,
  material: ({ material }) => material,
  pattern: ({ pattern }) => pattern,
  gender: ({ gender }) => gender,
  age_group: ({ ageGroup }) => ageGroup,
  shipping_weight: ({ shippingWeightGrams }) => (shippingWeightGrams ? `${shippingWeightGrams} g` : undefined),
}

export const metaHeader = (): string => formatCsv([Object.keys(COLUMNS)])

export const toMetaRows = (items: FeedItem[]): string =>
  formatCsv(items.map((item) => Object.values(COLUMNS).map((read) => guardFormula(read(item) ?? ''))))

/**
 * A spreadsheet does not execute a cell that starts with a space, and Meta ignores the space. The apostrophe of our own
 * exports would appear in its catalog.
 */
const guardFormula = (text: string): string => (/^[=+\-@]/.test(text) ? ` ${text}` : text)
