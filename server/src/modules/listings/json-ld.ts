import { formatDecimal } from '../../../../sdk/src/money.ts'
import { isGtin } from '../../kit/gtin.ts'
import { findAttribute, toAttributes } from '../../kit/option-attributes.ts'
import { toVariantUrl } from '../../kit/storefront-url.ts'
import type { PublicProductRow, PublicVariant, QuotedReview } from './schemas.ts'

type JsonLd = Record<string, unknown>
type ProductData = Omit<PublicProductRow, 'storefrontUrl'>

/** Search engines read no more, and 2,000 variants would dominate the page. */
const MAX_VARIANTS = 100

const AVAILABILITY = {
  in_stock: 'https://schema.org/InStock',
  backorder: 'https://schema.org/BackOrder',
  out_of_stock: 'https://schema.org/OutOfStock',
} as const

/** Returns schema.org data: a Product, or a ProductGroup when there are options. */
export function toJsonLd(product: ProductData, url: string | null, plainDescription: string): JsonLd {
  const { id, title, vendor, images, options, variants } = product
  const common = {
    '@context': 'https://schema.org',
    ...(url && { '@id': url, url }),
    name: title,
    ...(plainDescription && { description: plainDescription }),
    ...(vendor && { brand: { '@type': 'Brand', name: vendor } }),
    ...(images.length > 0 && { image: images.map((image) => image.url) }),
    ...ratingOf(product),
  }
  const [only] = variants
  if (options.length === 0 && only) return { ...common, '@type': 'Product', productID: id, ...toOffer(only, url) }
  const variesBy = [...new Set(options.flatMap(({ name }) => findAttribute(name) ?? []))]
  return {
    ...common,
    '@type': 'ProductGroup',
    productGroupID: id,
    // Only properties that schema.org defines: a search engine ignores other names.
    ...(variesBy.length > 0 && { variesBy: variesBy.map((attribute) => `https://schema.org/${attribute}`) }),
    hasVariant: variants.slice(0, MAX_VARIANTS).map((variant) => {
      const variantUrl = url && toVariantUrl(url, variant.id)
      const image = variant.imageUrl ?? images[0]?.url
      return {
        '@type': 'Product',
        productID: variant.id,
        ...(variantUrl && { '@id': variantUrl, url: variantUrl }),
        name: [title, ...Object.values(variant.options)].join(' – '),
        ...(image && { image }),
        ...toAttributes(variant.options),
        additionalProperty: Object.entries(variant.options).map(([name, value]) => ({
          '@type': 'PropertyValue',
          name,
          value,
        })),
        ...toOffer(variant, variantUrl),
      }
    }),
  }
}

function ratingOf({ rating, reviews }: ProductData): JsonLd {
  if (!rating) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average,
      reviewCount: rating.count,
      bestRating: 5,
      worstRating: 1,
    },
    ...(reviews.length > 0 && { review: reviews.map(toReview) }),
  }
}

const toReview = ({ rating, title, body, authorName, createdAt }: QuotedReview): JsonLd => ({
  '@type': 'Review',
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  author: { '@type': 'Person', name: toPublicName(authorName) },
  datePublished: createdAt.slice(0, 10),
  ...(title && { name: title }),
  reviewBody: body,
})

/** “Ada L.”: the page of a product is public, and a provider may send the whole name. */
function toPublicName(name: string | null): string {
  const [first = '', ...others] = (name ?? '').split(' ').filter(Boolean)
  const initial = [...(others.at(-1) ?? '')][0]
  return initial ? `${first} ${initial.toUpperCase()}.` : first || 'Anonymous'
}

function toOffer({ sku, barcode, price, availability }: PublicVariant, url: string | null): JsonLd {
  return {
    ...(sku && { sku }),
    ...(barcode && isGtin(barcode) && { gtin: barcode }),
    ...(price && {
      offers: {
        '@type': 'Offer',
        ...(url && { url }),
        price: formatDecimal(price),
        priceCurrency: price.currency,
        availability: AVAILABILITY[availability],
      },
    }),
  }
}
