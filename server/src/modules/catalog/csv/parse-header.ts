import { columnNameOf, isPriceKey, isVariantKey, toFieldName } from './columns.ts'
import type { CsvHeader, CsvRow } from './csv-row.ts'
import type { ImportError, ImportWarning } from './schemas.ts'
import { detectSource } from './sources/detect-source.ts'

const UNSTORABLE = 'must not contain NUL characters'
const NOT_UTF8 = 'must be UTF-8; save the file as "CSV UTF-8"'

export interface ParsedHeader extends CsvHeader {
  read(row: number, cells: string[]): CsvRow
  /** Rewrites the rows of another system's file in terms of our columns. */
  translate(rows: CsvRow[]): void
}

export function parseHeader(
  row: number,
  names: string[],
  currency: string,
  isForeign: boolean,
  warnings: Map<string, ImportWarning>,
): ParsedHeader | { fault: ImportError } {
  const source = detectSource(names)
  const columns = names.map((name) => source.findColumn(name, currency))
  const indexes = new Map<string, number>()
  for (const [index, column] of columns.entries()) {
    if (!column) continue
    const other = indexes.get(column.key)
    if (other === undefined) indexes.set(column.key, index)
    else if (toFieldName(column.key) === undefined) {
      const message = `The columns "${names[other]}" and "${names[index]}" have the same meaning. Remove one of them.`
      return { fault: { row, column: names[index] ?? null, message } }
    } else {
      // Shopify's files may contain a metafield under its old and its new name.
      columns[index] = undefined
      const name = names[index] ?? ''
      warnings.set(name, { column: name, message: `repeats "${names[other]}" and is ignored` })
    }
  }
  if (!indexes.has('handle') && !indexes.has('title')) {
    const hint = names.length === 1 && names[0]?.includes(';') ? ' Separate columns with commas, not semicolons.' : ''
    const message = `The first row must contain the column names, including "Handle" or "URL handle".${hint}`
    return { fault: { row, column: null, message } }
  }
  for (const [index, name] of names.entries()) {
    if (columns[index] || source.isUnsupported(name) || name.trim() === '' || warnings.has(name)) continue
    warnings.set(name, { column: name, message: 'is not a known column and is ignored' })
  }

  /** Columns of ours that `translate` fills, with the column of the file that each comes from. */
  const derived = new Map(
    Object.entries(source.derivedColumns?.(currency) ?? {}).flatMap(([key, origins]) => {
      const origin = [origins].flat().find((origin) => indexes.has(origin))
      return origin === undefined ? [] : [[key, origin] as const]
    }),
  )
  const nameOf = (key: string) =>
    names[indexes.get(key) ?? indexes.get(derived.get(key) ?? '') ?? -1] ?? columnNameOf(key, currency)

  function read(row: number, cells: string[]): CsvRow {
    const values = new Map<string, string>()
    const errors: ImportError[] = []
    cells.forEach((cell, index) => {
      const name = names[index]
      if (cell === '' || name === undefined) return
      const column = columns[index]
      if (!column) {
        if (source.isUnsupported(name) && !warnings.has(name))
          warnings.set(name, { column: name, message: 'is not supported and is ignored' })
        return
      }
      values.set(column.key, cell)
      if (cell.includes('\0')) errors.push({ row, column: name, message: UNSTORABLE })
      if (isForeign && cell.includes('\ufffd')) errors.push({ row, column: name, message: NOT_UTF8 })
    })
    if (cells.length !== names.length) {
      const message = `The row has ${cells.length} cells, but the header has ${names.length}.`
      errors.push({ row, column: null, message })
    }
    return { row, cells: values, errors }
  }

  const keys = [...indexes.keys(), ...derived.keys()]
  return {
    has: (key) => indexes.has(key) || derived.has(key),
    nameOf,
    names,
    isVariantColumn: isVariantKey,
    priceKeys: keys.filter(isPriceKey),
    fieldKeys: keys.filter((key) => toFieldName(key) !== undefined),
    read,
    translate: (rows) => source.translate?.(rows, { currency, nameOf }),
  }
}
