import { isHandle, slugOf } from '../../kit/slug.ts'
import { cellReader, type Reader, shortened } from './csv-cell-reader.ts'
import { parseCount, parseFields, parseMoment, parseYesNo, splitTags, unguarded } from './csv-cells.ts'
import type { Header, Reading, Row } from './csv-read.ts'
import { type CsvVariant, optionPlaces, readVariant, refuseTwins, valueKey } from './csv-variants.ts'
import type { ImportFault } from './import-schemas.ts'
import { MAX_VARIANTS, STATUSES, type WholeChanges } from './schemas.ts'

interface CsvImage {
  row: number
  url: string
  alt?: string
}

/** What a file says of one product, from all of its rows. */
export interface CsvProduct {
  handle: string
  row: number
  rowCount: number
  fields: WholeChanges
  /** By place: undefined where the file has no such column, empty where the cell is. Not given when it has no options. */
  optionNames: (string | undefined)[] | undefined
  variants: CsvVariant[]
  images: CsvImage[]
  faults: ImportFault[]
}

const MAX_HANDLE = 100

/**
 * The rows of a product are those with its handle, wherever in the file they stand: who sorts a spreadsheet by price does not
 * take products apart. Without a handle, a row with a title is a product whose handle is made of the title.
 */
export function productsIn(
  { header, rows }: Reading,
  currency: string,
): { products: CsvProduct[]; loose: ImportFault[] } {
  const groups = new Map<string, Row[]>()
  const loose: ImportFault[] = []
  for (const row of rows) {
    const title = row.cells.get('title')
    const handle = row.cells.get('handle')?.trim() || (title && slugOf(unguarded(title)))
    if (handle) gather(groups, handle, row)
    else if (row.faults.length > 0) loose.push(...row.faults)
    else loose.push({ row: row.row, column: header.nameOf('handle'), reason: 'is missing: it says whose row this is' })
  }
  return { products: [...groups].map(([handle, own]) => readProduct(handle, own, header, currency)), loose }
}

function gather(groups: Map<string, Row[]>, handle: string, row: Row): void {
  const group = groups.get(handle)
  if (group) group.push(row)
  else groups.set(handle, [row])
}

function readProduct(handle: string, rows: Row[], header: Header, currency: string): CsvProduct {
  const faults = rows.flatMap((row) => row.faults)
  const cells = cellReader(header, faults)
  const lead = rows.find((row) => row.cells.has('title')) ?? (rows[0] as Row)
  if (header.has('title') && !lead.cells.has('title'))
    cells.tell(lead, 'title', 'is missing on the first row of the product')
  if (!isHandle(handle) || Array.from(handle).length > MAX_HANDLE) {
    cells.tell(lead, 'handle', `"${shortened(handle)}" is not a handle such as ${slugOf(handle) ?? 'linen-shirt'}`)
  }
  const ofVariants = rows.filter((row) => [...row.cells.keys()].some(header.isOfVariant))
  if (ofVariants.length > MAX_VARIANTS) {
    const reason = `The product has ${ofVariants.length} variants, and ${MAX_VARIANTS} is the most.`
    faults.push({ row: ofVariants[MAX_VARIANTS]?.row ?? lead.row, column: null, reason })
  }
  const optionNames = readOptionNames(lead, ofVariants, header, cells)
  const variants = ofVariants.slice(0, MAX_VARIANTS).map((row) => readVariant(row, header, cells, currency))
  if (optionNames) refuseTwins(variants, header, faults)
  return {
    handle,
    row: lead.row,
    rowCount: rows.length,
    fields: { handle, ...readFields(lead, header, cells) },
    optionNames,
    variants,
    images: readImages(rows, header, cells),
    faults,
  }
}

const MOMENT = 'a time such as 2026-11-15T09:30:00Z'

/** Where the file has a column, an empty cell empties the field; where it has none, the field stays as it is. */
function readFields(row: Row, { has }: Header, { text, read }: Reader): WholeChanges {
  const status = readStatus(row, read)
  return {
    ...(has('title') && { title: text(row, 'title') }),
    ...(has('description') && { description: text(row, 'description') }),
    ...(has('vendor') && { vendor: text(row, 'vendor') }),
    ...(has('type') && { type: text(row, 'type') }),
    ...(has('tags') && { tags: splitTags(text(row, 'tags')) }),
    ...(status && { status }),
    ...(has('publishAt') && { publishAt: read(row, 'publishAt', parseMoment, MOMENT) ?? null }),
    ...(has('unpublishAt') && { unpublishAt: read(row, 'unpublishAt', parseMoment, MOMENT) ?? null }),
    seo: {
      ...(has('seoTitle') && { title: text(row, 'seoTitle') || null }),
      ...(has('seoDescription') && { description: text(row, 'seoDescription') || null }),
    },
    ...(has('customFields') && {
      customFields: read(row, 'customFields', parseFields, 'a JSON object such as {"care": "cold wash"}') ?? {},
    }),
    ...(has('taxClass') && { taxClass: text(row, 'taxClass').trim() || 'standard' }),
    ...(has('giftCard') && { isGiftCard: read(row, 'giftCard', parseYesNo, 'TRUE or FALSE') ?? false }),
    ...(has('externalId') && { externalId: text(row, 'externalId') || null }),
  }
}

/** What is not published is not on show, whatever its status. */
function readStatus(row: Row, read: Reader['read']): WholeChanges['status'] {
  const asStatus = (text: string) => STATUSES.find((status) => status === text.toLowerCase())
  const status = read(row, 'status', asStatus, `one of ${STATUSES.join(', ')}`)
  const isPublished = read(row, 'published', parseYesNo, 'TRUE or FALSE')
  if (isPublished === false) return status === 'archived' ? status : 'draft'
  return status ?? (isPublished ? 'active' : undefined)
}

const nameKey = (place: number) => `option${place + 1}Name`

function readOptionNames(
  lead: Row,
  variants: Row[],
  header: Header,
  { text, tell }: Reader,
): (string | undefined)[] | undefined {
  const names = optionPlaces.map((place) => (header.has(nameKey(place)) ? text(lead, nameKey(place)) : undefined))
  const hasValue = (place: number) => variants.some(({ cells }) => cells.has(valueKey(place)))
  const [first, ...rest] = names
  const isDefault = variants.every(({ cells }) => cells.get(valueKey(0)) === 'Default Title')
  // How Shopify writes that there are no options.
  if (first === 'Title' && isDefault && rest.every((name) => !name)) return undefined
  if (names.every((name) => !name) && !optionPlaces.some(hasValue)) return undefined
  for (const place of optionPlaces) {
    if (names[place] === '' && hasValue(place)) tell(lead, nameKey(place), 'is missing, but the option has values')
    if (names[place] && place > 0 && names[place - 1] === '')
      tell(lead, nameKey(place - 1), 'is missing before the next option')
  }
  return names
}

function readImages(rows: Row[], header: Header, { read, text }: Reader): CsvImage[] {
  const images = rows.flatMap((row) => {
    const url = read(row, 'imageSrc', asAddress, 'a web address such as https://example.com/shirt.jpg')
    const position = read(row, 'imagePosition', parseCount, 'a number such as 1')
    if (!url) return []
    return [{ row: row.row, position, url, ...(header.has('imageAlt') && { alt: text(row, 'imageAlt') }) }]
  })
  const last = Number.MAX_SAFE_INTEGER
  return images.toSorted((one, other) => (one.position ?? last) - (other.position ?? last))
}

const asAddress = (text: string) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined)
