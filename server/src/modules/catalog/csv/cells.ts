import { findShapeError, isStorable } from '../../../http/validation/json-body.ts'
import { unescapeFormula } from '../../../kit/csv.ts'
import type { CsvHeader, CsvRow } from './csv-row.ts'
import type { ImportError } from './schemas.ts'

const TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(,|$)/gy

/** The opposite of `joinTags`. */
export function splitTags(text: string): string[] {
  const tags: string[] = []
  TAG.lastIndex = 0
  while (TAG.lastIndex < text.length) {
    const [, quoted, bare = '', end] = TAG.exec(text) ?? []
    const tag = quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"')
    if (tag !== '') tags.push(tag)
    if (!end) break
  }
  return tags
}

const BOOLEANS: Record<string, boolean> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

export const parseBoolean = (text: string): boolean | undefined => BOOLEANS[text.toLowerCase()]

/** Older Shopify files contain `deny` or `continue`; newer ones a boolean for continue selling. */
export function parseInventoryPolicy(text: string): 'deny' | 'continue' | undefined {
  const word = text.toLowerCase()
  if (word === 'deny' || word === 'continue') return word
  const continues = parseBoolean(word)
  return continues === undefined ? undefined : continues ? 'continue' : 'deny'
}

/** Weights converted from ounces have fractions. */
export const parseGrams = (text: string): number | undefined =>
  /^\d{1,8}(\.\d{1,10})?$/.test(text) ? Math.round(Number(text)) : undefined

export const parseQuantity = (text: string): number | undefined =>
  /^-?\d{1,9}(\.0+)?$/.test(text) ? Number(text) : undefined

export const parseCount = (text: string): number | undefined =>
  /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : undefined

export const URL_EXAMPLE = 'an http or https URL, such as https://example.com/shirt.jpg'

export const parseUrl = (text: string): string | undefined =>
  /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i

export function parseTime(text: string): string | undefined {
  const time = new Date(ISO_TIME.test(text) ? text : Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

export function parseCustomFields(text: string): Record<string, unknown> | undefined {
  if (findShapeError(Buffer.from(text))) return undefined
  try {
    const fields: unknown = JSON.parse(text)
    const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
    return isObject && isStorable(fields) ? (fields as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Reports cells that can't be parsed as import errors. */
export function createCellReader(header: CsvHeader, errors: ImportError[]) {
  const addError = ({ row }: CsvRow, key: string, message: string) =>
    errors.push({ row, column: header.nameOf(key), message })
  return {
    addError,
    text: (row: CsvRow, key: string) => unescapeFormula(row.cells.get(key) ?? ''),
    /** Returns undefined for empty and for invalid cells. */
    read<T>(row: CsvRow, key: string, parse: (text: string) => T | undefined, expected: string): T | undefined {
      const text = row.cells.get(key)?.trim()
      if (!text) return undefined
      const value = parse(text)
      if (value === undefined) addError(row, key, `must be ${expected}, not "${truncate(text)}"`)
      return value
    },
  }
}
export const truncate = (text: string) => (text.length > 50 ? `${text.slice(0, 50)}…` : text)

export type CellReader = ReturnType<typeof createCellReader>
