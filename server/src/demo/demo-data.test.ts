import { expect, it } from 'vitest'
import { checkDigit } from './barcode.ts'
import { COLLECTIONS } from './collections.ts'
import { variantsOf } from './demo-product.ts'
import { DEPARTMENTS, SANDBOX_DEPARTMENT } from './departments.ts'
import { drawImage } from './images/draw-image.ts'
import { LOCATIONS, stockOf } from './stock.ts'
import { THEME } from './theme.ts'
import { imagesOf, tagsOf, toNewProduct } from './to-new-product.ts'

const now = new Date('2026-11-15T09:30:00.000Z')
const inLive = DEPARTMENTS.flatMap((department) => department.products.map((product) => ({ department, product })))
const all = [...inLive, ...SANDBOX_DEPARTMENT.products.map((product) => ({ department: SANDBOX_DEPARTMENT, product }))]
const newProducts = all.map(({ department, product }) => toNewProduct(product, { department, now }))
const variants = newProducts.flatMap((product) => product.variants ?? [])
const repeated = (list: (string | null | undefined)[]) => list.filter((one, at) => list.indexOf(one) !== at)

it('has about 120 live products with unique titles, SKUs and barcodes', () => {
  expect(inLive.length).toBeGreaterThanOrEqual(115)
  expect(repeated(newProducts.map(({ title }) => title))).toEqual([])
  expect(repeated(variants.map(({ sku }) => sku))).toEqual([])
  expect(repeated(variants.map(({ barcode }) => barcode))).toEqual([])
})

it('gives every variant an EAN-13 with a valid check digit', () => {
  // 4006381333931 is the example from the EAN standard.
  expect(checkDigit('400638133393')).toBe(1)
  for (const { barcode } of variants) {
    expect(barcode).toMatch(/^2\d{12}$/)
    expect(`${checkDigit(String(barcode).slice(0, 12))}`).toBe(barcode?.at(-1))
  }
})

it('refers only to existing option values, and prices every variant', () => {
  for (const { product } of all) {
    const values = new Set(variantsOf(product).flatMap(({ options }) => Object.values(options)))
    const named = [product.price, product.compareAt, product.grams].flatMap((numbers) =>
      typeof numbers === 'object' ? Object.keys(numbers) : [],
    )
    expect([product.title, named.filter((value) => !values.has(value))]).toEqual([product.title, []])
  }
  expect(variants.filter(({ prices }) => prices.length === 0)).toEqual([])
})

it('puts a fifth of the shop on sale, never above the previous price', () => {
  const onSale = inLive.filter(({ product }) => product.compareAt !== undefined).length / inLive.length
  expect(onSale).toBeGreaterThan(0.15)
  expect(onSale).toBeLessThan(0.3)
  for (const { price, compareAtPrice } of variants.flatMap(({ prices }) => prices)) {
    if (compareAtPrice) expect(compareAtPrice.amount).toBeGreaterThan(price.amount)
  }
})

it('can draw every image', () => {
  const names = [
    ...all.flatMap(({ product }) => imagesOf(product)),
    ...COLLECTIONS.map(({ image: picture }) => picture),
  ]
  expect(names.filter((name) => !drawImage(name))).toEqual([])
})

it('stocks both locations with low, sold-out, backordered and untracked variants', () => {
  const stock = inLive.flatMap(({ product }) => stockOf(product))
  const skus = inLive.flatMap(({ product }) => variantsOf(product).map(({ sku }) => sku))
  expect(stock.map(({ sku }) => sku)).toEqual(skus)
  const counted = stock.filter(({ trackStock }) => trackStock)
  expect(counted.every(({ onHand }) => onHand.length === LOCATIONS.length)).toBe(true)
  expect(stock.filter(({ trackStock, onHand }) => !trackStock && onHand.length > 0)).toEqual([])
  const isSoldOut = ({ onHand }: { onHand: number[] }) => onHand.every((count) => count === 0)
  expect(counted.filter((level) => isSoldOut(level) && level.inventoryPolicy === 'deny').length).toBeGreaterThan(10)
  expect(counted.filter((level) => isSoldOut(level) && level.inventoryPolicy === 'continue').length).toBeGreaterThan(3)
  expect(
    counted.filter(({ onHand: [first = 0, second = 0] }) => first + second > 0 && first + second < 5).length,
  ).toBeGreaterThan(10)
  expect(stock.length - counted.length).toBeGreaterThan(3)
})

it('has manual and rule-based collections of existing products', () => {
  const skus = new Set(inLive.map(({ product }) => product.sku))
  const tags = new Set(inLive.flatMap(({ product, department }) => tagsOf(product, department)))
  const types = new Set(inLive.map(({ product }) => product.type))
  for (const { handle, products, rules, sort } of COLLECTIONS) {
    expect([handle, products === undefined]).toEqual([handle, rules !== undefined])
    expect([handle, sort === 'manual']).toEqual([handle, products !== undefined])
    expect([handle, products?.filter((sku) => !skus.has(sku)) ?? []]).toEqual([handle, []])
    for (const { field, value } of rules ?? []) {
      if (field === 'tag') expect([handle, tags.has(String(value))]).toEqual([handle, true])
      if (field === 'type') expect([handle, types.has(String(value))]).toEqual([handle, true])
    }
  }
  expect(repeated(COLLECTIONS.map(({ handle }) => handle))).toEqual([])
})

it('links the navigation to existing collections', () => {
  const handles = new Set(COLLECTIONS.map(({ handle }) => handle))
  const links = (THEME.navigation?.header ?? []).flatMap(({ collection, items = [] }) => [
    collection,
    ...items.map((item) => item.collection),
  ])
  expect(links.filter((link) => link !== undefined && !handles.has(link))).toEqual([])
})
