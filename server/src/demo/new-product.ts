import type { NewProduct, VariantInput } from '../modules/catalog/schemas.ts'
import { barcodeOf } from './barcode.ts'
import { type DemoProduct, numberFor, optionsOf, variantsOf } from './demo-product.ts'
import { addressOf } from './pictures/address.ts'
import { pricesOf } from './prices.ts'
import { type DemoStock, stockOf } from './stock.ts'

export interface Department {
  /** The tag of all its products; none where they have nothing in common. */
  tag: string | null
  /** Its place in the barcodes. */
  number: number
  products: DemoProduct[]
  /** How its goods are taxed; `standard` unless told. */
  taxClass?: string
}

interface Surroundings {
  department: Department
  now: Date
}

const DAY_MS = 86_400_000

/** The product as the catalogue takes it. */
export function newProductOf(product: DemoProduct, { department, now }: Surroundings): NewProduct {
  const at = department.products.indexOf(product)
  const stock = stockOf(product)
  const { title, about, handle, vendor, type, sku, fields, status, inDays } = product
  return {
    title,
    description: about,
    ...(handle !== undefined && { handle }),
    vendor,
    type,
    tags: tagsOf(product, department),
    status: status ?? 'active',
    publishAt: inDays === undefined ? null : new Date(now.getTime() + inDays * DAY_MS).toISOString(),
    customFields: fields ?? {},
    externalId: `demo-${sku}`,
    taxClass: department.taxClass ?? 'standard',
    isGiftCard: type === 'Gift cards',
    options: optionsOf(product),
    variants: variantsOf(product).map((variant, place) => {
      const prices = pricesOf(product, variant)
      const euros = prices.find(({ price }) => price.currency === 'EUR')?.price
      return {
        ...variant,
        barcode: barcodeOf(department.number, at, place),
        prices,
        cost: euros ? { amount: Math.round(euros.amount * 0.45), currency: 'EUR' } : null,
        weightGrams: numberFor(product.grams, variant) ?? null,
        requiresShipping: !product.isDigital,
        ...inStock(stock[place]),
      }
    }),
    images: picturesOf(product).map((name) => ({ url: addressOf(name), alt: altOf(title, name) })),
  }
}

const inStock = (stock: DemoStock | undefined): Pick<VariantInput, 'trackStock' | 'whenOut' | 'stock'> =>
  stock ? { trackStock: stock.trackStock, whenOut: stock.whenOut, stock: stock.onHand[0] ?? 0 } : {}

/** What is on sale says so, since a collection asks for it. */
export const tagsOf = ({ tags, was }: DemoProduct, { tag }: Pick<Department, 'tag'>): string[] => [
  ...(tag ? [tag] : []),
  ...tags.split(' ').filter(Boolean),
  ...(was === undefined ? [] : ['sale']),
]

/** One in each colour that there is, or the one that is named. */
export function picturesOf(product: DemoProduct): string[] {
  const colours = optionsOf(product).find(({ name }) => name === 'Colour')
  if (!colours || product.picture.includes('-')) return [product.picture]
  return colours.values.map((colour) => `${product.picture}-${colour.toLowerCase()}`)
}

const altOf = (title: string, picture: string) => `${title.slice(0, 100)}, ${picture.split('-')[1]}`
