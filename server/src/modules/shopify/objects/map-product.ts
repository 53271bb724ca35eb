import type { Money } from '../../../kit/money.ts'
import { isHandle, slugify, truncateSlug } from '../../../kit/slug.ts'
import type { MediaLine, MetafieldLine, ProductLine, VariantLine } from '../../../ports/shop-lines.ts'
import type { SourceProduct } from '../../catalog/product-sync/product-sync.ts'
import { parseAmount } from './amounts.ts'
import type { ShopObject } from './group-lines.ts'

interface MappedImage {
  externalId: string
  url: string
  alt: string
}

export interface MappedProduct {
  externalId: string
  /** Without images, which may be ours by now. */
  product: SourceProduct
  images: MappedImage[]
  sourceUpdatedAt: string
  /** Fewer variants than the shop says there are. */
  isIncomplete: boolean
}

const MAX_IMAGES = 250
const MAX_TAGS = 250
const CUSTOM_FIELD = /^[\w.-]{1,100}$/

export function mapProduct({ root, children }: ShopObject<'products'>, currency: string): MappedProduct {
  const variants = children.filter((line) => line.__typename === 'ProductVariant')
  variants.sort((one, other) => one.position - other.position)
  const images = children
    .filter((line) => line.__typename === 'MediaImage')
    .flatMap(toImage)
    .slice(0, MAX_IMAGES)
  const urls = new Set(images.map(({ url }) => url))
  const metafields = children.filter((line) => line.__typename === 'Metafield' && line.__parentId === root.id)
  const options = toOptions(root, variants)
  const expected = root.variantsCount?.precision === 'EXACT' ? root.variantsCount.count : undefined
  return {
    externalId: root.id,
    product: {
      externalId: root.id,
      title: root.title.trim().slice(0, 255),
      ...toHandle(root.handle),
      description: root.descriptionHtml,
      vendor: root.vendor.slice(0, 100),
      type: root.productType.slice(0, 100),
      tags: root.tags.filter((tag) => tag.length <= 100).slice(0, MAX_TAGS),
      status: toStatus(root),
      seo: {
        title: root.seo.title?.slice(0, 255) ?? null,
        description: root.seo.description?.slice(0, 1000) ?? null,
      },
      customFields: toCustomFields(root, metafields as MetafieldLine[]),
      giftCard: root.isGiftCard,
      taxable: variants.some(({ taxable }) => taxable),
      options,
      variants: variants.map((variant) => ({
        ...toVariant(variant, options, currency),
        imageUrl: variant.image && urls.has(variant.image.url) ? variant.image.url : null,
      })),
    },
    images,
    sourceUpdatedAt: root.updatedAt,
    isIncomplete: variants.length === 0 || (expected !== undefined && variants.length < expected),
  }
}

/** Shopify's handles may be longer, or have characters that ours can't. */
function toHandle(handle: string): { handle?: string } {
  const own = isHandle(handle) && handle.length <= 100 ? handle : slugify(handle)
  return own ? { handle: truncateSlug(own, 100) } : {}
}

/** Active products that are not in the online store, and unlisted ones, are not shown here either. */
function toStatus({ status, publishedAt }: ProductLine): 'draft' | 'active' | 'archived' {
  if (status === 'ARCHIVED') return 'archived'
  return status === 'ACTIVE' && publishedAt !== null ? 'active' : 'draft'
}

const toImage = ({ id, alt, image }: MediaLine): MappedImage[] =>
  image ? [{ externalId: id, url: image.url, alt: (alt ?? '').slice(0, 500) }] : []

function toCustomFields({ category }: ProductLine, metafields: MetafieldLine[]): Record<string, unknown> {
  const fields = metafields.map(({ namespace, key, value, jsonValue }) => [`${namespace}.${key}`, jsonValue ?? value])
  if (category) fields.push(['shopify.category', category.fullName])
  return Object.fromEntries(fields.filter(([name]) => CUSTOM_FIELD.test(name as string)))
}

type Options = NonNullable<SourceProduct['options']>

/** A product without options has one named `Title` in Shopify. The colon separates name and value in our filters. */
function toOptions({ hasOnlyDefaultVariant, options }: ProductLine, variants: VariantLine[]): Options {
  if (hasOnlyDefaultVariant) return []
  return options
    .toSorted((one, other) => one.position - other.position)
    .map(({ name, optionValues }, at) => {
      const used = variants.flatMap(({ selectedOptions }) => selectedOptions[at]?.value ?? [])
      return {
        name: toOptionName(name),
        values: [...new Set([...optionValues.map((value) => value.name), ...used])],
      }
    })
}

const toOptionName = (name: string) => name.replaceAll(':', ' ').trim().slice(0, 50)

function toVariant(
  line: VariantLine,
  options: Options,
  currency: string,
): NonNullable<SourceProduct['variants']>[number] {
  const { inventoryItem } = line
  const price = parseAmount(line.price, currency)
  const compareAtPrice = line.compareAtPrice === null ? undefined : parseAmount(line.compareAtPrice, currency)
  return {
    externalId: line.id,
    options: Object.fromEntries(options.map(({ name }, at) => [name, line.selectedOptions[at]?.value ?? ''])),
    sku: line.sku || null,
    barcode: line.barcode || null,
    // Without a price the product is rejected, with the field in the message.
    ...(price && { prices: [{ price, compareAtPrice: toCompareAtPrice(price, compareAtPrice) }] }),
    cost: toCost(inventoryItem),
    weightGrams: toGrams(inventoryItem.measurement.weight),
    requiresShipping: inventoryItem.requiresShipping,
    trackStock: inventoryItem.tracked,
    inventoryPolicy: line.inventoryPolicy === 'CONTINUE' ? 'continue' : 'deny',
  }
}

/** Shopify allows one below the price, and does not show it. */
const toCompareAtPrice = (price: Money, compareAtPrice: Money | undefined): Money | null =>
  compareAtPrice && compareAtPrice.amount >= price.amount ? compareAtPrice : null

function toCost({ unitCost }: VariantLine['inventoryItem']): Money | null {
  const cost = unitCost && parseAmount(unitCost.amount, unitCost.currencyCode)
  return cost && cost.amount >= 0 ? cost : null
}

const GRAMS = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 }

const toGrams = (weight: VariantLine['inventoryItem']['measurement']['weight']): number | null =>
  weight ? Math.round(weight.value * GRAMS[weight.unit]) : null
