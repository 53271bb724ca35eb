import { isGtin } from '../src/kit/gtin.ts'
import { parseXml, type XmlElement } from './parse-xml.ts'

export type GoogleItem = Record<string, string[]>

const REQUIRED = ['id', 'title', 'description', 'link', 'image_link', 'availability', 'price', 'condition']
const REPEATED = ['additional_image_link']
const KNOWN = [
  ...REQUIRED,
  ...REPEATED,
  ...['availability_date', 'sale_price', 'brand', 'gtin', 'mpn', 'identifier_exists', 'item_group_id', 'color', 'size'],
  ...['material', 'pattern', 'gender', 'age_group', 'google_product_category', 'product_type', 'shipping_weight'],
]
const MAX_LENGTHS: Record<string, number> = {
  id: 50,
  title: 150,
  description: 5000,
  link: 2000,
  image_link: 2000,
  additional_image_link: 2000,
  brand: 70,
  gtin: 50,
  mpn: 70,
  item_group_id: 50,
  color: 100,
  size: 100,
  material: 200,
  pattern: 100,
  product_type: 750,
}
const PATTERNS: Record<string, RegExp> = {
  availability: /^(in_stock|out_of_stock|preorder|backorder)$/,
  condition: /^(new|refurbished|used)$/,
  price: /^\d+(\.\d{2,3})? [A-Z]{3}$/,
  sale_price: /^\d+(\.\d{2,3})? [A-Z]{3}$/,
  link: /^https?:\/\/[!-~]+$/,
  image_link: /^https?:\/\/[!-~]+$/,
  additional_image_link: /^https?:\/\/[!-~]+$/,
  identifier_exists: /^no$/,
  gender: /^(male|female|unisex)$/,
  age_group: /^(newborn|infant|toddler|kids|adult)$/,
  shipping_weight: /^\d+(\.\d+)? (g|kg|lb|oz)$/,
}

/** The items of a feed, and each violation of Google's product data specification. */
export function checkGoogleFeed(xml: string): { items: GoogleItem[]; violations: string[] } {
  const rss = parseXml(xml)
  const [channel] = rss.children
  if (rss.name !== 'rss' || channel?.name !== 'channel') throw new Error('not an RSS channel')
  const names = channel.children.slice(0, 3).map(({ name }) => name)
  if (names.join() !== 'title,link,description') throw new Error('the channel has no title, link and description')
  const items = channel.children.slice(3).map(toItem)
  const ids = items.map(({ id }) => id?.[0])
  const repeatedIds = ids.filter((id, at) => ids.indexOf(id) !== at)
  return { items, violations: [...items.flatMap(violationsOf), ...repeatedIds.map((id) => `${id}: id is not unique`)] }
}

function toItem({ name, children }: XmlElement): GoogleItem {
  if (name !== 'item') throw new Error(`an element ${name} between items`)
  const item: GoogleItem = {}
  for (const { name, text } of children) {
    const field = name.replace(/^g:/, '')
    item[field] = [...(item[field] ?? []), text]
  }
  return item
}

function violationsOf(item: GoogleItem): string[] {
  const has = (field: string) => item[field] !== undefined
  const amount = (field: string) => Number.parseFloat(item[field]?.[0] ?? '')
  const problems = [
    ...REQUIRED.filter((field) => !has(field)).map((field) => `${field} is missing`),
    ...Object.keys(item)
      .filter((field) => !KNOWN.includes(field))
      .map((field) => `${field} is unknown`),
    ...Object.entries(item).flatMap(([field, values]) => fieldProblems(field, values)),
    ...(amount('price') > 0 ? [] : ['price must be above 0']),
    ...(has('sale_price') && !(amount('sale_price') < amount('price')) ? ['sale_price must be below price'] : []),
    ...(item.availability?.[0] === 'backorder' && !has('availability_date') ? ['a backorder needs a date'] : []),
    ...(has('gtin') || (has('brand') && has('mpn')) || has('identifier_exists') ? [] : ['no identifier']),
    ...(item.gtin && !isGtin(item.gtin[0] ?? '') ? ['gtin is not valid'] : []),
    ...((item.additional_image_link?.length ?? 0) > 10 ? ['more than 10 additional images'] : []),
  ]
  return problems.map((problem) => `${item.id?.[0]}: ${problem}`)
}

const fieldProblems = (field: string, values: string[]): string[] => [
  ...(values.length > 1 && !REPEATED.includes(field) ? [`${field} is repeated`] : []),
  ...values.flatMap((value) => [
    ...(value.trim() === '' ? [`${field} is empty`] : []),
    ...(Array.from(value).length > (MAX_LENGTHS[field] ?? Number.POSITIVE_INFINITY) ? [`${field} is too long`] : []),
    ...(PATTERNS[field]?.test(value) === false ? [`${field} is not valid: ${value}`] : []),
  ]),
]
