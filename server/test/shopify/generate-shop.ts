import type { ShopResource } from '../../src/ports/shop-lines.ts'
import { customerAt, orderAt } from './generate-orders.ts'
import { gid, type ShopObject, type ShopSize, timeAfter, toDecimal } from './generated-values.ts'

const COLORS = ['Terracotta', 'Sea', 'Sand', 'Charcoal', 'Rose', 'Olive', 'Mustard', 'Ink', 'Snow', 'Clay']
const NOUNS = ['mug', 'bowl', 'plate', 'vase', 'jug', 'candle', 'blanket', 'apron', 'tray', 'lamp']

/** Objects of a shop of any size, each computed from its position: nothing is held in memory. */
export function generateShop(size: ShopSize, imageUrl: (name: string) => string) {
  const priceOf = (product: number, variant: number) => 990 + ((product * 37 + variant * 11) % 9000)
  const variantNumber = (product: number, variant: number) => (product + 1) * 10_000 + variant + 1

  function variantAt(product: number, index: number): ShopObject {
    const number = variantNumber(product, index)
    const selected = optionsOf(index)
    return {
      __typename: 'ProductVariant',
      id: gid('ProductVariant', number),
      title: selected.map(({ value }) => value).join(' / '),
      sku: `SKU-${number}`,
      barcode: index % 3 === 0 ? null : `40${String(number).padStart(10, '0')}`,
      position: index + 1,
      price: toDecimal(priceOf(product, index)),
      compareAtPrice: index % 4 === 0 ? toDecimal(priceOf(product, index) + 500) : null,
      taxable: true,
      taxCode: null,
      inventoryPolicy: index % 5 === 0 ? 'CONTINUE' : 'DENY',
      inventoryQuantity: (product + index) % 50,
      selectedOptions: selected,
      updatedAt: timeAfter(product),
      image: index === 0 && size.imagesPerProduct > 0 ? { url: imageUrl(`${product + 1}-0`) } : null,
      inventoryItem: {
        id: gid('InventoryItem', number),
        tracked: true,
        requiresShipping: true,
        unitCost: { amount: toDecimal(400 + index), currencyCode: 'EUR' },
        measurement: { weight: { unit: 'KILOGRAMS', value: 0.25 } },
      },
    }
  }

  /** Colors and numbered sizes: up to 2,000 combinations. */
  const optionsOf = (index: number) => [
    { name: 'Color', value: COLORS[index % COLORS.length] ?? '' },
    { name: 'Size', value: String(Math.floor(index / COLORS.length) + 1) },
  ]

  function productAt(index: number): ShopObject {
    const number = index + 1
    const title = `${COLORS[index % 10]} ${NOUNS[Math.floor(index / 10) % 10]} ${number}`
    const variants = Array.from({ length: size.variantsPerProduct }, (_, variant) => variantAt(index, variant))
    const values = (name: string) => [
      ...new Set(variants.flatMap(({ selectedOptions }) => selectedValues(selectedOptions, name))),
    ]
    return {
      __typename: 'Product',
      id: gid('Product', number),
      handle: title.toLowerCase().replaceAll(' ', '-'),
      title,
      descriptionHtml: `<p>${title}, made by <strong>hand</strong>.</p><ul><li>Dishwasher safe</li></ul>`,
      vendor: `Vendor ${index % 7}`,
      productType: NOUNS[Math.floor(index / 10) % 10],
      status: index % 20 === 19 ? 'DRAFT' : 'ACTIVE',
      tags: ['handmade', `season-${index % 4}`],
      isGiftCard: false,
      publishedAt: index % 20 === 19 ? null : timeAfter(index),
      createdAt: timeAfter(index),
      updatedAt: timeAfter(index),
      hasOnlyDefaultVariant: false,
      get variantsCount() {
        return { count: this.variants.length, precision: 'EXACT' }
      },
      seo: { title: null, description: `Buy ${title}` },
      category: { id: 'gid://shopify/TaxonomyCategory/hg-11', fullName: 'Home & Garden > Kitchen & Dining' },
      options: ['Color', 'Size'].map((name, position) => ({
        id: gid('ProductOption', number * 10 + position),
        name,
        position: position + 1,
        optionValues: values(name).map((value, at) => ({
          id: gid('ProductOptionValue', number * 10_000 + at),
          name: value,
        })),
      })),
      variants,
      media: Array.from({ length: size.imagesPerProduct }, (_, image) => ({
        __typename: 'MediaImage',
        id: gid('MediaImage', number * 100 + image),
        alt: `${title}, picture ${image + 1}`,
        image: { url: imageUrl(`${number}-${image}`), width: 4, height: 3 },
      })),
      metafields: [
        {
          __typename: 'Metafield',
          id: gid('Metafield', number),
          namespace: 'custom',
          key: 'care',
          type: 'single_line_text_field',
          value: 'Wash by hand',
          jsonValue: 'Wash by hand',
        },
      ],
    }
  }

  function inventoryItemAt(index: number): ShopObject {
    const [product, variant] = [Math.floor(index / size.variantsPerProduct), index % size.variantsPerProduct]
    const number = variantNumber(product, variant)
    const available = (product + variant) % 50
    const quantities: Record<string, number> = { available, committed: 1, on_hand: available + 1 }
    return {
      __typename: 'InventoryItem',
      id: gid('InventoryItem', number),
      sku: `SKU-${number}`,
      tracked: true,
      updatedAt: timeAfter(product),
      variants: [{ __typename: 'ProductVariant', id: gid('ProductVariant', number) }],
      inventoryLevels: [
        {
          __typename: 'InventoryLevel',
          id: `${gid('InventoryLevel', number)}?inventory_item_id=${number}`,
          updatedAt: timeAfter(product),
          location: { id: gid('Location', 1), name: 'Warehouse' },
          quantities: ({ names }: { names: string[] }) =>
            names.map((name) => ({ name, quantity: quantities[name] ?? 0 })),
        },
      ],
    }
  }

  function collectionAt(index: number): ShopObject {
    const members = Math.min(size.products, 20)
    return {
      __typename: 'Collection',
      id: gid('Collection', index + 1),
      handle: `collection-${index + 1}`,
      title: `Collection ${index + 1}`,
      descriptionHtml: '<p>Chosen by hand.</p>',
      sortOrder: index % 2 === 0 ? 'MANUAL' : 'PRICE_ASC',
      updatedAt: timeAfter(index),
      seo: { title: null, description: null },
      image: null,
      ruleSet: null,
      products: Array.from({ length: members }, (_, at) => ({
        __typename: 'Product',
        id: gid('Product', ((index * 7 + at) % size.products) + 1),
      })),
    }
  }

  const orderedVariant = (product: number) => {
    const number = variantNumber(product, 0)
    return { id: gid('ProductVariant', number), sku: `SKU-${number}`, price: priceOf(product, 0) }
  }

  const at: Record<ShopResource, (index: number) => ShopObject> = {
    products: productAt,
    collections: collectionAt,
    inventory: inventoryItemAt,
    customers: customerAt,
    orders: (index) => orderAt(index, size, orderedVariant(index % size.products)),
  }
  const counts: Record<ShopResource, number> = {
    products: size.products,
    collections: size.collections,
    inventory: size.products * size.variantsPerProduct,
    customers: size.customers,
    orders: size.orders,
  }
  return { counts, at: (resource: ShopResource, index: number) => at[resource](index), variantNumber }
}

const selectedValues = (options: { name: string; value: string }[], name: string) =>
  options.filter((option) => option.name === name).map(({ value }) => value)
