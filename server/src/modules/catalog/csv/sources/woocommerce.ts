import { joinTags, unescapeFormula } from '../../../../kit/csv.ts'
import { slugify, truncateSlug } from '../../../../kit/slug.ts'
import { MAX_OPTIONS, normalizeName, toFieldKey } from '../columns.ts'
import type { CsvRow } from '../csv-row.ts'
import {
  type CsvSource,
  type DerivedColumns,
  type RawReader,
  type ReportError,
  setCell,
  type TranslationContext,
} from './source.ts'
import { GRAMS, translateVariant } from './woocommerce-variants.ts'

/** A row is a product or, with the type `variation`, a variant that names its parent. */
export const isWooCommerce = (names: Set<string>): boolean =>
  names.has('name') &&
  names.has('type') &&
  ['regular price', 'parent', 'attribute 1 name', 'is featured?'].some((name) => names.has(name))

const COLUMNS: Record<string, string> = {
  id: 'raw.id',
  type: 'raw.type',
  sku: 'sku',
  name: 'title',
  published: 'raw.published',
  'visibility in catalog': 'raw.visibility',
  description: 'raw.description',
  'short description': 'raw.shortDescription',
  'tax status': 'raw.taxStatus',
  'tax class': 'raw.taxClass',
  'in stock?': 'raw.inStock',
  stock: 'raw.stock',
  'backorders allowed?': 'raw.backorders',
  'regular price': 'raw.regularPrice',
  'sale price': 'raw.salePrice',
  'date sale price starts': 'raw.saleStarts',
  'date sale price ends': 'raw.saleEnds',
  categories: 'raw.categories',
  tags: 'raw.tags',
  images: 'raw.images',
  parent: 'raw.parent',
  brands: 'raw.brands',
  'gtin, upc, ean, or isbn': 'barcode',
  'meta: _yoast_wpseo_title': 'seoTitle',
  'meta: _yoast_wpseo_metadesc': 'seoDescription',
}

const WEIGHT = /^weight \((kg|g|lbs|oz)\)$/
const ATTRIBUTE = /^attribute (\d+) (name|value\(s\))$/
const META = /^meta:\s*([a-z][\w.-]{0,99})$/i

function findColumn(name: string): { key: string } | undefined {
  const normalized = normalizeName(name)
  const known = COLUMNS[normalized]
  if (known) return { key: known }
  const [, unit] = WEIGHT.exec(normalized) ?? []
  if (unit) return { key: `raw.weight.${unit}` }
  const [, number, part] = ATTRIBUTE.exec(normalized) ?? []
  if (number) return { key: `raw.attribute.${number}.${part === 'name' ? 'name' : 'value'}` }
  const [, field] = META.exec(name.trim()) ?? []
  return field ? { key: toFieldKey(field) } : undefined
}

const UNSUPPORTED =
  /^(is featured\?|low stock amount|sold individually\?|(length|width|height) \(.*\)|allow customer reviews\?|purchase note|shipping class|download .*|grouped products|upsells|cross-sells|external url|button text|position|attribute \d+ (visible|global|default)|swatches attributes|meta: .*|cogs value|date sale price .*)$/

const derivedColumns = (currency: string): DerivedColumns => ({
  handle: 'title',
  description: ['raw.description', 'raw.shortDescription'],
  vendor: 'raw.brands',
  published: 'raw.published',
  tags: 'raw.tags',
  category: 'raw.categories',
  type: 'raw.categories',
  imageSrc: 'raw.images',
  variantImage: 'raw.images',
  externalId: 'raw.id',
  variantExternalId: 'raw.id',
  shipping: 'raw.type',
  taxable: 'raw.taxStatus',
  taxClass: 'raw.taxClass',
  tracker: 'raw.stock',
  quantity: 'raw.stock',
  policy: 'raw.backorders',
  grams: Object.keys(GRAMS).map((unit) => `raw.weight.${unit}`),
  [`price:${currency}`]: 'raw.regularPrice',
  [`compareAt:${currency}`]: 'raw.salePrice',
  ...Object.fromEntries(
    Array.from({ length: MAX_OPTIONS }, (_, at) => at + 1).flatMap((number) => [
      [`option${number}Name`, `raw.attribute.${number}.name`],
      [`option${number}Value`, `raw.attribute.${number}.value`],
    ]),
  ),
})

const readRaw: RawReader = (row, key) => unescapeFormula(row.cells.get(`raw.${key}`)?.trim() ?? '')

type Kind = 'simple' | 'variable' | 'variation'

interface Group {
  parent: CsvRow
  kind: Kind
  handle: string
  variations: CsvRow[]
}

function translate(rows: CsvRow[], context: TranslationContext): void {
  const fail = (row: CsvRow, key: string, message: string) =>
    row.errors.push({ row: row.row, column: context.nameOf(key), message })
  const { groups, byReference } = groupProducts(rows, fail)
  for (const row of rows.filter((row) => kindOf(row) === 'variation')) {
    const group = byReference.get(readRaw(row, 'parent'))
    if (group) group.variations.push(row)
    else {
      fail(row, 'raw.parent', 'must be the SKU of a variable product in this file, or its ID, such as id:12')
      row.cells.clear()
    }
  }
  for (const group of groups) translateProduct(group, context, fail)
}

/** Its files have no handles: products get theirs from their names, and a second one of the same name also its ID. */
function groupProducts(rows: CsvRow[], fail: ReportError) {
  const groups: Group[] = []
  const byReference = new Map<string, Group>()
  const handles = new Set<string>()
  for (const row of rows) {
    const kind = kindOf(row)
    if (kind === 'variation') continue
    if (!kind) {
      fail(row, 'raw.type', `must be simple, variable or variation, not "${readRaw(row, 'type')}"`)
      row.cells.clear()
      continue
    }
    const slug = slugify(unescapeFormula(row.cells.get('title') ?? ''))
    if (!slug) {
      fail(row, 'title', 'is required: it identifies the product of the row')
      row.cells.clear()
      continue
    }
    const suffix = readRaw(row, 'id') || String(row.row)
    const handle = handles.has(slug) ? `${truncateSlug(slug, 80)}-${slugify(suffix) ?? row.row}` : slug
    handles.add(handle)
    const group: Group = { parent: row, kind, handle, variations: [] }
    groups.push(group)
    for (const reference of [`id:${readRaw(row, 'id')}`, unescapeFormula(row.cells.get('sku')?.trim() ?? '')]) {
      if (reference && !byReference.has(reference)) byReference.set(reference, group)
    }
  }
  return { groups, byReference }
}

/** The type of a row may be followed by flags: `simple, virtual`. Undefined for those that we can't sell. */
function kindOf(row: CsvRow): Kind | undefined {
  const [type = ''] = readRaw(row, 'type').toLowerCase().split(',')
  if (type === '') return 'simple'
  return (['simple', 'variable', 'variation'] as const).find((kind) => kind === type.trim())
}

function translateProduct(group: Group, context: TranslationContext, fail: ReportError): void {
  const { parent, kind, handle, variations } = group
  const raw = (key: string) => readRaw(parent, key)
  setCell(parent, 'handle', handle)
  setCell(parent, 'description', toDescription(raw('description') || raw('shortDescription')))
  setCell(parent, 'vendor', splitList(raw('brands'))[0])
  const isPublished = raw('published') === '1' && raw('visibility') !== 'hidden'
  if (raw('published')) setCell(parent, 'published', isPublished ? 'TRUE' : 'FALSE')
  setCell(parent, 'tags', joinTags(splitList(raw('tags'))))
  const path = splitList(raw('categories')).reduce((best, other) => (depthOf(other) > depthOf(best) ? other : best), '')
  setCell(parent, 'category', path)
  setCell(parent, 'type', path.split('>').at(-1)?.trim())
  setCell(parent, 'imageSrc', splitImages(raw('images')).join('\n'))
  setCell(parent, 'externalId', raw('id') && `woocommerce:${raw('id')}`)
  setCell(parent, 'taxClass', raw('taxClass'))

  const options = kind === 'variable' ? optionNamesOf(parent, variations) : []
  for (const { name, value } of attributesOf(parent)) {
    const field = slugify(name)
    if (field && value && !options.includes(name)) setCell(parent, toFieldKey(field), unescapeComma(value))
  }
  if (kind === 'simple') {
    translateVariant(parent, readRaw, context, fail)
    return
  }
  // The row of a variable product is not a variant.
  for (const key of ['sku', 'barcode']) parent.cells.delete(key)
  if (variations.length === 0) fail(parent, 'raw.type', 'must have variations: rows that name it as their parent')
  if (options.length > MAX_OPTIONS)
    fail(parent, 'raw.attribute.1.name', `must have at most ${MAX_OPTIONS} attributes that vary`)
  for (const [at, name] of options.slice(0, MAX_OPTIONS).entries()) setCell(parent, `option${at + 1}Name`, name)
  for (const row of variations) {
    const values = new Map(attributesOf(row).map(({ name, value }) => [name, value]))
    for (const key of ['title', 'description', 'seoTitle', 'seoDescription']) row.cells.delete(key)
    setCell(row, 'handle', handle)
    setCell(row, 'variantImage', splitImages(readRaw(row, 'images'))[0])
    translateVariant(row, readRaw, context, fail)
    for (const [at, name] of options.slice(0, MAX_OPTIONS).entries()) {
      const value = values.get(name)
      if (!value) fail(row, `raw.attribute.${at + 1}.value`, `must have a value for "${name}": one variant per value`)
      setCell(row, `option${at + 1}Value`, value && unescapeComma(value))
    }
  }
}

/** Those that its variations name, in the product's order. Others only describe it. */
function optionNamesOf(parent: CsvRow, variations: CsvRow[]): string[] {
  const varying = new Set(variations.flatMap((row) => attributesOf(row).map(({ name }) => name)))
  const own = attributesOf(parent).map(({ name }) => name)
  return [...new Set([...own.filter((name) => varying.has(name)), ...varying])]
}

function attributesOf(row: CsvRow): { name: string; value: string }[] {
  const attributes: { name: string; value: string }[] = []
  for (let number = 1; row.cells.has(`raw.attribute.${number}.name`); number++) {
    const name = readRaw(row, `attribute.${number}.name`)
    attributes.push({ name, value: readRaw(row, `attribute.${number}.value`) })
  }
  return attributes
}

/** Line breaks are written as \n. */
const toDescription = (text: string) =>
  text.replaceAll(/\\\\n|\\n/g, (escaped) => (escaped === '\\n' ? '\n' : '\\n')).trim()

const unescapeComma = (text: string) => text.replaceAll('\\,', ',')

const splitList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((part) => unescapeComma(part).trim())
    .filter((part) => part !== '')

const depthOf = (path: string) => (path === '' ? 0 : path.split('>').length)

/** A comma may also be part of a URL. */
const splitImages = (text: string): string[] =>
  text
    .split(/,\s*(?=https?:\/\/)/)
    .map((url) => url.trim())
    .filter((url) => url !== '')

export const woocommerce: CsvSource = {
  findColumn,
  isUnsupported: (name) => UNSUPPORTED.test(normalizeName(name)),
  derivedColumns,
  translate,
}
