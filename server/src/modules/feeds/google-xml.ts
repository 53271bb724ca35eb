import { formatDecimal } from '../../../../sdk/src/money.ts'
import { escapeHtml } from '../../kit/escape-html.ts'
import type { Money } from '../../kit/money.ts'
import type { FeedItem } from './feed-item.ts'

export const formatPrice = (money: Money): string => `${formatDecimal(money)} ${money.currency}`

const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<g:${name}>${escapeHtml(text)}</g:${name}>`

export const googleHeader = (shop: { name: string }, link: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${escapeHtml(shop.name)}</title>
<link>${escapeHtml(link)}</link>
<description>${escapeHtml(`Products of ${shop.name}`)}</description>
`

export const googleFooter = '</channel>\n</rss>\n'

/** One item of Google's product data specification. */
export function toGoogleItem(item: FeedItem): string {
  const hasIdentifier = item.gtin !== undefined || (item.mpn !== undefined && item.brand !== undefined)
  const fields = [
    element('id', item.id),
    element('title', item.title),
    element('description', item.description),
    element('link', item.link),
    element('image_link', item.imageLink),
    ...item.additionalImageLinks.map((url) => element('additional_image_link', url)),
    element('availability', item.availability),
    element('availability_date', item.availabilityDate),
    element('price', formatPrice(item.price)),
    element('sale_price', item.salePrice && formatPrice(item.salePrice)),
    element('brand', item.brand),
    element('gtin', item.gtin),
    element('mpn', item.mpn),
    // Tells Google not to expect one.
    element('identifier_exists', hasIdentifier ? undefined : 'no'),
    element('condition', item.condition),
    element('item_group_id', item.itemGroupId),
    element('color', item.color),
    element('size', item.size),
    element('material', item.material),
    element('pattern', item.pattern),
    element('gender', item.gender),
    element('age_group', item.ageGroup),
    element('google_product_category', item.googleProductCategory),
    element('product_type', item.productType),
    element('shipping_weight', item.shippingWeightGrams === undefined ? undefined : `${item.shippingWeightGrams} g`),
  ]
  return `<item>${fields.join('')}</item>\n`
}
