import type { CsvRow } from '../csv-row.ts'

/** A shop system whose product files we read. */
export interface CsvSource {
  /** Keys are those of our own columns, or start with `raw.`: those only `translate` reads. */
  findColumn(name: string, currency: string): { key: string } | undefined
  /** Known columns that we have no use for: a warning is shown when they contain values. */
  isUnsupported(name: string): boolean
  /** Our columns that `translate` fills, with the keys of the columns that each may come from. */
  derivedColumns?(currency: string): DerivedColumns
  translate?(rows: CsvRow[], context: TranslationContext): void
}

export interface TranslationContext {
  currency: string
  /** The column name as it appears in the file. */
  nameOf(key: string): string
}

export type DerivedColumns = Record<string, string | string[]>

export type RawReader = (row: CsvRow, key: string) => string
export type ReportError = (row: CsvRow, key: string, message: string) => void

export const setCell = ({ cells }: CsvRow, key: string, text: string | undefined): void => {
  if (text) cells.set(key, text)
  else cells.delete(key)
}
