import { unescapeFormula } from '../../../kit/csv.ts'
import { isHandle, slugify } from '../../../kit/slug.ts'
import { MAX_VARIANTS, type ResolvedProductChanges, STATUSES } from '../schemas.ts'
import {
  type CellReader,
  createCellReader,
  parseBoolean,
  parseCount,
  parseCustomFields,
  parseTime,
  parseUrl,
  splitTags,
  truncate,
  URL_EXAMPLE,
} from './cells.ts'
import { toFieldName } from './columns.ts'
import type { CsvHeader, CsvRow } from './csv-row.ts'
import type { ParsedFile } from './parse-file.ts'
import { optionIndexes, type ParsedVariant, readVariant, reportDuplicates, valueKey } from './read-variants.ts'
import type { ImportError } from './schemas.ts'

interface CsvImage {
  row: number
  url: string
  alt?: string
}

/** One product, read from all of its rows. */
export interface CsvProduct {
  handle: string
  row: number
  rowCount: number
  fields: ResolvedProductChanges
  /**
   * By index: undefined when the file has no such column, empty when the cell is empty. Undefined as a whole when the
   * file has no options.
   */
  optionNames: (string | undefined)[] | undefined
  variants: ParsedVariant[]
  images: CsvImage[]
  /** Columns that each are one custom field; an empty text removes it. */
  customFields: Map<string, string>
  errors: ImportError[]
}

const MAX_HANDLE = 100

/**
 * Rows are grouped by handle wherever they are in the file, so that sorting a spreadsheet does not split products. A
 * row with a title but no handle gets a handle derived from the title.
 */
export function readProducts(
  { header, rows }: ParsedFile,
  currency: string,
): { products: CsvProduct[]; orphanErrors: ImportError[] } {
  const groups = new Map<string, CsvRow[]>()
  const orphanErrors: ImportError[] = []
  for (const row of rows) {
    const title = row.cells.get('title')
    const handle = row.cells.get('handle')?.trim() || (title && slugify(unescapeFormula(title)))
    if (handle) addToGroup(groups, handle, row)
    else if (row.errors.length > 0) orphanErrors.push(...row.errors)
    else
      orphanErrors.push({
        row: row.row,
        column: header.nameOf('handle'),
        message: 'is required: it identifies the product of the row',
      })
  }
  return { products: [...groups].map(([handle, own]) => readProduct(handle, own, header, currency)), orphanErrors }
}

function addToGroup(groups: Map<string, CsvRow[]>, handle: string, row: CsvRow): void {
  const group = groups.get(handle)
  if (group) group.push(row)
  else groups.set(handle, [row])
}

function readProduct(handle: string, rows: CsvRow[], header: CsvHeader, currency: string): CsvProduct {
  const errors = rows.flatMap((row) => row.errors)
  const cells = createCellReader(header, errors)
  const firstRow = rows.find((row) => row.cells.has('title')) ?? (rows[0] as CsvRow)
  if (header.has('title') && !firstRow.cells.has('title'))
    cells.addError(firstRow, 'title', 'is required on the first row of the product')
  if (!isHandle(handle) || Array.from(handle).length > MAX_HANDLE) {
    cells.addError(
      firstRow,
      'handle',
      `must be a handle, such as ${slugify(handle) ?? 'linen-shirt'}, not "${truncate(handle)}"`,
    )
  }
  const variantRows = rows.filter((row) => [...row.cells.keys()].some(header.isVariantColumn))
  if (variantRows.length > MAX_VARIANTS) {
    const message = `The product has ${variantRows.length} variants; the maximum is ${MAX_VARIANTS}.`
    errors.push({ row: variantRows[MAX_VARIANTS]?.row ?? firstRow.row, column: null, message })
  }
  const optionNames = readOptionNames(firstRow, variantRows, header, cells)
  const variants = variantRows.slice(0, MAX_VARIANTS).map((row) => readVariant(row, header, cells, currency))
  if (optionNames) reportDuplicates(variants, header, errors)
  return {
    handle,
    row: firstRow.row,
    rowCount: rows.length,
    fields: { handle, ...readFields(firstRow, header, cells) },
    optionNames,
    variants,
    images: readImages(rows, header, cells),
    customFields: readCustomFields(firstRow, header, cells),
    errors,
  }
}

const TIME_EXAMPLE = 'a time, such as 2026-11-15T09:30:00Z'

/** An empty cell clears the field; a missing column leaves it unchanged. */
function readFields(row: CsvRow, { has }: CsvHeader, { text, read }: CellReader): ResolvedProductChanges {
  const status = readStatus(row, read)
  return {
    ...(has('title') && { title: text(row, 'title') }),
    ...(has('description') && { description: text(row, 'description') }),
    ...(has('vendor') && { vendor: text(row, 'vendor') }),
    ...(has('type') && { type: text(row, 'type') }),
    ...(has('category') && { category: text(row, 'category') }),
    ...(has('tags') && { tags: splitTags(text(row, 'tags')) }),
    ...(status && { status }),
    ...(has('publishAt') && { publishAt: read(row, 'publishAt', parseTime, TIME_EXAMPLE) ?? null }),
    ...(has('unpublishAt') && { unpublishAt: read(row, 'unpublishAt', parseTime, TIME_EXAMPLE) ?? null }),
    seo: {
      ...(has('seoTitle') && { title: text(row, 'seoTitle') || null }),
      ...(has('seoDescription') && { description: text(row, 'seoDescription') || null }),
    },
    ...(has('customFields') && {
      customFields: read(row, 'customFields', parseCustomFields, 'a JSON object, such as {"care": "cold wash"}') ?? {},
    }),
    ...(has('taxClass') && { taxClass: text(row, 'taxClass').trim() || 'standard' }),
    ...(has('giftCard') && { giftCard: read(row, 'giftCard', parseBoolean, 'TRUE or FALSE') ?? false }),
    ...(has('externalId') && { externalId: text(row, 'externalId') || null }),
  }
}

function readCustomFields(row: CsvRow, header: CsvHeader, { text }: CellReader): CsvProduct['customFields'] {
  const keys = new Set([...header.fieldKeys, ...row.cells.keys()])
  return new Map(
    [...keys].flatMap((key) => {
      const name = toFieldName(key)
      return name === undefined ? [] : [[name, text(row, key)]]
    }),
  )
}

/** An unpublished product is never active, whatever its status column says. */
function readStatus(row: CsvRow, read: CellReader['read']): ResolvedProductChanges['status'] {
  const parseStatus = (text: string) => STATUSES.find((status) => status === text.toLowerCase())
  const status = read(row, 'status', parseStatus, `one of ${STATUSES.join(', ')}`)
  const isPublished = read(row, 'published', parseBoolean, 'TRUE or FALSE')
  if (isPublished === false) return status === 'archived' ? status : 'draft'
  return status ?? (isPublished ? 'active' : undefined)
}

const nameKey = (index: number) => `option${index + 1}Name`

function readOptionNames(
  firstRow: CsvRow,
  variants: CsvRow[],
  header: CsvHeader,
  { text, addError }: CellReader,
): (string | undefined)[] | undefined {
  const names = optionIndexes.map((index) => (header.has(nameKey(index)) ? text(firstRow, nameKey(index)) : undefined))
  const hasValue = (index: number) => variants.some(({ cells }) => cells.has(valueKey(index)))
  const [first, ...rest] = names
  const isDefault = variants.every(({ cells }) => cells.get(valueKey(0)) === 'Default Title')
  // Shopify's notation for a product without options.
  if (first === 'Title' && isDefault && rest.every((name) => !name)) return undefined
  if (names.every((name) => !name) && !optionIndexes.some(hasValue)) return undefined
  for (const index of optionIndexes) {
    if (names[index] === '' && hasValue(index))
      addError(firstRow, nameKey(index), 'is required because the option has values')
    if (names[index] && index > 0 && names[index - 1] === '')
      addError(firstRow, nameKey(index - 1), 'is required before the next option')
  }
  return names
}

function readImages(rows: CsvRow[], header: CsvHeader, { read, text }: CellReader): CsvImage[] {
  const images = rows.flatMap((row) => {
    const urls = read(row, 'imageSrc', parseUrls, URL_EXAMPLE) ?? []
    const position = read(row, 'imagePosition', parseCount, 'a number, such as 1')
    const alt = header.has('imageAlt') && { alt: text(row, 'imageAlt') }
    return urls.map((url) => ({ row: row.row, position, url, ...alt }))
  })
  const last = Number.MAX_SAFE_INTEGER
  return images.toSorted((one, other) => (one.position ?? last) - (other.position ?? last))
}

/** Shopify has one image per row; the files of other systems have all of a product on one row, which are then lines. */
function parseUrls(text: string): string[] | undefined {
  const urls = text.split('\n').map(parseUrl)
  return urls.every((url) => url !== undefined) ? urls : undefined
}
