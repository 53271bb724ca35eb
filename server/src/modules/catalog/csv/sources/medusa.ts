import { joinTags, unescapeFormula } from '../../../../kit/csv.ts'
import { isCurrency } from '../../../../kit/money.ts'
import { parseBoolean } from '../cells.ts'
import { MAX_OPTIONS, normalizeName, toFieldKey } from '../columns.ts'
import type { CsvRow } from '../csv-row.ts'
import { type CsvSource, type DerivedColumns, setCell } from './source.ts'

/** One row per variant, with the product's columns repeated on each. */
export const isMedusa = (names: Set<string>): boolean =>
  (names.has('product title') || names.has('product handle')) &&
  ['variant id', 'variant title', 'variant sku', 'variant option 1 name'].some((name) => names.has(name))

const COLUMNS: Record<string, string> = {
  'product id': 'raw.id',
  'product handle': 'handle',
  'product title': 'title',
  'product subtitle': toFieldKey('subtitle'),
  'product material': toFieldKey('material'),
  'product description': 'description',
  'product status': 'raw.status',
  'product is giftcard': 'giftCard',
  'product external id': 'raw.externalId',
  'product thumbnail': 'raw.image.0',
  'product weight': 'raw.productGrams',
  'variant id': 'raw.variantId',
  'variant sku': 'sku',
  'variant barcode': 'raw.barcode',
  'variant ean': 'raw.ean',
  'variant upc': 'raw.upc',
  'variant allow backorder': 'raw.backorder',
  'variant manage inventory': 'raw.manage',
  'variant inventory quantity': 'quantity',
  'variant weight': 'raw.grams',
  'variant thumbnail': 'raw.variantImage',
}

const PRICE = /^variant price ([a-z]{3})$/
const OPTION = /^variant option (\d+) (name|value)$/
const NUMBERED = /^product (image|tag) (\d+)( url)?$/

function findColumn(name: string): { key: string } | undefined {
  const normalized = normalizeName(name)
  const known = COLUMNS[normalized]
  if (known) return { key: known }
  const [, code = ''] = PRICE.exec(normalized) ?? []
  if (isCurrency(code.toUpperCase())) return { key: `price:${code.toUpperCase()}` }
  const [, number, part] = OPTION.exec(normalized) ?? []
  if (Number(number) <= MAX_OPTIONS) return { key: `option${number}${part === 'name' ? 'Name' : 'Value'}` }
  const [, kind, position] = NUMBERED.exec(normalized) ?? []
  return kind ? { key: `raw.${kind}.${position}` } : undefined
}

/** IDs of other tables, dimensions, customs data and prices by region. */
const UNSUPPORTED = /^(product|variant|shipping) /

const derivedColumns = (): DerivedColumns => ({
  status: 'raw.status',
  tags: 'raw.tag.1',
  imageSrc: ['raw.image.1', 'raw.image.0'],
  grams: ['raw.grams', 'raw.productGrams'],
  barcode: ['raw.barcode', 'raw.ean', 'raw.upc'],
  tracker: 'raw.manage',
  policy: 'raw.backorder',
  externalId: ['raw.externalId', 'raw.id'],
  variantExternalId: 'raw.variantId',
  variantImage: 'raw.variantImage',
})

function translate(rows: CsvRow[]): void {
  const withImages = new Set<string>()
  for (const row of rows) {
    const raw = (key: string) => unescapeFormula(row.cells.get(`raw.${key}`)?.trim() ?? '')
    const list = (kind: string) =>
      [...row.cells.keys()]
        .filter((key) => key.startsWith(`raw.${kind}.`))
        .sort((one, other) => numberOf(one) - numberOf(other))
        .map((key) => raw(key.slice('raw.'.length)))
        .filter((text) => text !== '')
    setCell(row, 'status', STATUSES[raw('status').toLowerCase()] ?? raw('status'))
    setCell(row, 'tags', joinTags(list('tag')))
    setCell(row, 'grams', raw('grams') || raw('productGrams'))
    setCell(row, 'barcode', raw('barcode') || raw('ean') || raw('upc'))
    setCell(row, 'tracker', parseBoolean(raw('manage')) === false ? '' : 'medusa')
    setCell(row, 'policy', raw('backorder'))
    setCell(row, 'externalId', raw('externalId') || (raw('id') && `medusa:${raw('id')}`))
    setCell(row, 'variantExternalId', raw('variantId') && `medusa:${raw('variantId')}`)
    setCell(row, 'variantImage', raw('variantImage'))
    dropDefaultOption(row)
    // Every row of the product has the same images.
    const handle = row.cells.get('handle') ?? row.cells.get('title') ?? ''
    if (!withImages.has(handle)) setCell(row, 'imageSrc', [...new Set(list('image'))].join('\n'))
    withImages.add(handle)
  }
}

const numberOf = (key: string) => Number(key.split('.').at(-1))

const STATUSES: Record<string, string> = {
  published: 'active',
  draft: 'draft',
  proposed: 'draft',
  rejected: 'draft',
}

/** Medusa's notation for a product without options. */
function dropDefaultOption({ cells }: CsvRow): void {
  const isDefault = (text = '') => /^default( (option|variant))?( value)?$/i.test(text.trim())
  if (cells.has('option2Name') || !isDefault(cells.get('option1Value'))) return
  if (!isDefault(cells.get('option1Name')) && cells.get('option1Name') !== 'Title') return
  cells.delete('option1Name')
  cells.delete('option1Value')
}

export const medusa: CsvSource = {
  findColumn,
  isUnsupported: (name) => UNSUPPORTED.test(normalizeName(name)),
  derivedColumns,
  translate,
}
