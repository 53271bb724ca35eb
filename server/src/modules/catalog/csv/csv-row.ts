import type { ImportError } from './schemas.ts'

/** One row, numbered as in a spreadsheet: the header is row 1, and a line break inside a cell does not start a row. */
export interface CsvRow {
  row: number
  /** Non-empty cells by column key. */
  cells: Map<string, string>
  errors: ImportError[]
}

export interface CsvHeader {
  has(key: string): boolean
  /** The column name as it appears in the file. */
  nameOf(key: string): string
  names: string[]
  isVariantColumn(key: string): boolean
  /** Keys such as `price:EUR` and `compareAt:USD`. */
  priceKeys: string[]
  /** Columns that each are one custom field. */
  fieldKeys: string[]
}
