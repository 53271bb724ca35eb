import { slugify } from '../../../kit/slug.ts'
import type {
  InventoryItemLine,
  InventoryLevelLine,
  InventoryVariantLine,
  ShopLines,
} from '../../../ports/shop-lines.ts'
import { DRINKS } from './drinks.ts'
import { EQUIPMENT } from './equipment.ts'
import type { SampleProduct } from './sample-product.ts'

const CREATED_AT = '2026-03-02T08:00:00Z'
const UPDATED_AT = '2026-10-05T08:00:00Z'
const CURRENCY = 'EUR'

export const SAMPLE_DOMAIN = 'harbor-coffee-sample.myshopify.com'
export const SAMPLE_PRODUCTS = [...DRINKS, ...EQUIPMENT]

export const gid = (type: string, number: number): string => `gid://shopify/${type}/${number}`
export const toDecimal = (cents: number): string => (cents / 100).toFixed(2)
export const handleOf = ({ title }: SampleProduct): string => slugify(title) ?? ''

export interface SampleVariant {
  id: string
  sku: string
  title: string
  cents: number
  options: { name: string; value: string }[]
}

/** Every combination of option values. A product without options has one variant, named as Shopify does. */
export function variantsOf(product: SampleProduct, index: number): SampleVariant[] {
  const combinations = Object.entries(product.options ?? {}).reduce<SampleVariant['options'][]>(
    (before, [name, values]) => before.flatMap((chosen) => values.map((value) => [...chosen, { name, value }])),
    [[]],
  )
  return combinations.map((chosen, position) => {
    const options = chosen.length > 0 ? chosen : [{ name: 'Title', value: 'Default Title' }]
    const { price } = product
    return {
      id: gid('ProductVariant', (index + 1) * 100 + position),
      sku: chosen.length > 0 ? `${product.sku}-${position + 1}` : product.sku,
      title: options.map(({ value }) => value).join(' / '),
      cents: typeof price === 'number' ? price : (price[options[0]?.value ?? ''] ?? 0),
      options,
    }
  })
}

export const productLines = (): ShopLines['products'][] => SAMPLE_PRODUCTS.flatMap(linesOf)

function linesOf(product: SampleProduct, index: number): ShopLines['products'][] {
  const { title, text, type, tags, status = 'ACTIVE', options = {}, fields = {}, compareAt, grams, stock } = product
  const id = gid('Product', index + 1)
  const names = Object.keys(options).length > 0 ? options : { Title: ['Default Title'] }
  return [
    {
      __typename: 'Product',
      id,
      handle: handleOf(product),
      title,
      descriptionHtml: `<p>${text}</p>`,
      vendor: 'Harbor Coffee',
      productType: type,
      status,
      tags,
      isGiftCard: false,
      publishedAt: status === 'ACTIVE' ? CREATED_AT : null,
      createdAt: CREATED_AT,
      updatedAt: UPDATED_AT,
      hasOnlyDefaultVariant: Object.keys(options).length === 0,
      seo: { title: null, description: null },
      category: null,
      options: Object.entries(names).map(([name, values], position) => ({
        id: gid('ProductOption', (index + 1) * 10 + position),
        name,
        position: position + 1,
        optionValues: values.map((value, at) => ({
          id: gid('ProductOptionValue', (index + 1) * 1000 + at),
          name: value,
        })),
      })),
    },
    ...variantsOf(product, index).map((variant, position) => ({
      __typename: 'ProductVariant' as const,
      __parentId: id,
      id: variant.id,
      title: variant.title,
      sku: variant.sku,
      barcode: null,
      position: position + 1,
      price: toDecimal(variant.cents),
      compareAtPrice: compareAt === undefined ? null : toDecimal(compareAt),
      taxable: true,
      taxCode: null,
      inventoryPolicy: 'DENY' as const,
      inventoryQuantity: stockOf(product, position),
      selectedOptions: variant.options,
      updatedAt: UPDATED_AT,
      image: null,
      inventoryItem: {
        id: inventoryItemOf(variant),
        tracked: stock !== undefined,
        requiresShipping: grams > 0,
        unitCost: { amount: toDecimal(Math.round(variant.cents * 0.4)), currencyCode: CURRENCY },
        measurement: { weight: { unit: 'GRAMS' as const, value: grams } },
      },
    })),
    {
      __typename: 'MediaImage',
      __parentId: id,
      id: gid('MediaImage', index + 1),
      alt: title,
      image: { url: `https://${SAMPLE_DOMAIN}/images/${handleOf(product)}.png`, width: 480, height: 480 },
    },
    ...Object.entries(fields).map(([key, value], position) => ({
      __typename: 'Metafield' as const,
      __parentId: id,
      id: gid('Metafield', (index + 1) * 10 + position),
      namespace: 'coffee',
      key,
      type: 'single_line_text_field',
      value,
      jsonValue: value,
    })),
  ]
}

const inventoryItemOf = ({ id }: SampleVariant) => id.replace('ProductVariant', 'InventoryItem')

/** Later variants sell slower and are stocked less. */
const stockOf = ({ stock = 0 }: SampleProduct, position: number) => Math.floor(stock / (position + 1))

export const inventoryLines = (): ShopLines['inventory'][] =>
  SAMPLE_PRODUCTS.flatMap((product, index) =>
    variantsOf(product, index).flatMap((variant, position) => stockLines(product, variant, position)),
  )

function stockLines(product: SampleProduct, variant: SampleVariant, position: number): ShopLines['inventory'][] {
  const id = inventoryItemOf(variant)
  const item: InventoryItemLine = {
    __typename: 'InventoryItem',
    id,
    sku: variant.sku,
    tracked: product.stock !== undefined,
    updatedAt: UPDATED_AT,
  }
  const owner: InventoryVariantLine = { __typename: 'ProductVariant', id: variant.id, __parentId: id }
  const available = stockOf(product, position)
  const level: InventoryLevelLine = {
    __typename: 'InventoryLevel',
    id: `${id.replace('InventoryItem', 'InventoryLevel')}?inventory_item_id=1`,
    __parentId: id,
    updatedAt: UPDATED_AT,
    location: { id: gid('Location', 1), name: 'Harbor Coffee roastery' },
    quantities: [
      { name: 'available', quantity: available },
      { name: 'committed', quantity: 0 },
      { name: 'on_hand', quantity: available },
      { name: 'reserved', quantity: 0 },
      { name: 'incoming', quantity: 0 },
    ],
  }
  return product.stock === undefined ? [item, owner] : [item, owner, level]
}
