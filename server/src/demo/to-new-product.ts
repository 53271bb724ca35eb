import type { NewProduct, Price, VariantInput } from '../modules/catalog/schemas.ts'
import { barcodeOf } from './barcode.ts'
import { type DemoProduct, type DemoVariant, optionsOf, valueFor, variantsOf } from './demo-product.ts'
import { imageUrl } from './images/image-url.ts'
import { type DemoStock, stockOf } from './stock.ts'

export interface Department {
  /** Tag of all its products; null if they have nothing in common. */
  tag: string | null
  /** Department number in barcodes. */
  number: number
  products: DemoProduct[]
  /** Tax class of its products; defaults to `standard`. */
  taxClass?: string
}

interface ProductContext {
  department: Department
  now: Date
}

const DAY_MS = 86_400_000

export function toNewProduct(product: DemoProduct, { department, now }: ProductContext): NewProduct {
  const productIndex = department.products.indexOf(product)
  const stock = stockOf(product)
  const { title, description, handle, vendor, type, sku, fields, status, publishInDays } = product
  return {
    title,
    description: description,
    ...(handle !== undefined && { handle }),
    vendor,
    type,
    tags: tagsOf(product, department),
    status: status ?? 'active',
    publishAt: publishInDays === undefined ? null : new Date(now.getTime() + publishInDays * DAY_MS).toISOString(),
    customFields: fields ?? {},
    externalId: `demo-${sku}`,
    taxClass: department.taxClass ?? 'standard',
    giftCard: type === 'Gift cards',
    options: optionsOf(product),
    variants: variantsOf(product).map((variant, variantIndex) => {
      const prices = pricesOf(product, variant)
      const euros = prices.find(({ price }) => price.currency === 'EUR')?.price
      return {
        ...variant,
        barcode: barcodeOf(department.number, productIndex, variantIndex),
        prices,
        cost: euros ? { amount: Math.round(euros.amount * 0.45), currency: 'EUR' } : null,
        weightGrams: valueFor(product.grams, variant) ?? null,
        requiresShipping: !product.isDigital,
        ...toStockInput(stock[variantIndex]),
      }
    }),
    images: imagesOf(product).map((name) => ({ url: imageUrl(name), alt: altOf(title, name) })),
  }
}

const toStockInput = (stock: DemoStock | undefined): Pick<VariantInput, 'trackStock' | 'inventoryPolicy' | 'stock'> =>
  stock ? { trackStock: stock.trackStock, inventoryPolicy: stock.inventoryPolicy, stock: stock.onHand[0] ?? 0 } : {}

/** Products on sale get the tag `sale`, which a collection selects by. */
export const tagsOf = ({ tags, compareAt }: DemoProduct, { tag }: Pick<Department, 'tag'>): string[] => [
  ...(tag ? [tag] : []),
  ...tags.split(' ').filter(Boolean),
  ...(compareAt === undefined ? [] : ['sale']),
]

/** One image per color of the product, or the single image it names. */
export function imagesOf(product: DemoProduct): string[] {
  const colors = optionsOf(product).find(({ name }) => name === 'Color')
  if (!colors || product.image.includes('-')) return [product.image]
  return colors.values.map((color) => `${product.image}-${color.toLowerCase()}`)
}

const altOf = (title: string, image: string) => `${title.slice(0, 100)}, ${image.split('-')[1]}`

/** Exchange rates of the euro. Converted prices keep their ending, so 18.90 remains a realistic price. */
const RATES = { USD: 1.1, GBP: 0.86 }

export function pricesOf(product: DemoProduct, variant: DemoVariant): Price[] {
  const { price, compareAt, otherPrices, pounds } = product
  const amount = price === 'none' ? undefined : toCents(valueFor(price, variant))
  const compareAtAmount = toCents(valueFor(compareAt, variant))
  const fixedPrices = Object.entries(otherPrices ?? {}).map(([currency, amount]) => ({ price: { amount, currency } }))
  if (amount === undefined) return fixedPrices
  const rates = { EUR: 1, ...(!otherPrices && { USD: RATES.USD }), ...(!otherPrices && pounds && { GBP: RATES.GBP }) }
  return [
    ...Object.entries(rates).map(([currency, rate]) => ({
      price: { amount: convert(amount, rate), currency },
      compareAtPrice: compareAtAmount === undefined ? null : { amount: convert(compareAtAmount, rate), currency },
    })),
    ...fixedPrices,
  ]
}

const toCents = (euros: number | undefined) => (euros === undefined ? undefined : Math.round(euros * 100))

const convert = (cents: number, rate: number): number =>
  Math.round(Math.floor(cents / 100) * rate) * 100 + (cents % 100)
