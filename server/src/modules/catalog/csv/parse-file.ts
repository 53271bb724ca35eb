import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import type { CsvHeader, CsvRow } from './csv-row.ts'
import { type ParsedHeader, parseHeader } from './parse-header.ts'
import type { ImportError, ImportWarning } from './schemas.ts'

export interface ParsedFile {
  header: CsvHeader
  rows: CsvRow[]
  /** Errors of rows that could not be parsed at all. */
  errors: ImportError[]
  warnings: ImportWarning[]
  total: number
}

/** More rows than any shop has variants; each row takes memory during the import. */
const MAX_ROWS = 200_000
const MAX_INVALID_ROWS = 1000
const MAX_ROW_BYTES = 1_000_000
const CHUNK_BYTES = 65_536

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf])
const UTF16_BOMS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/** Returns the parsed rows, or the single error that makes the whole file unreadable. */
export async function parseFile(file: Buffer, currency: string): Promise<ParsedFile | { fault: ImportError }> {
  if (UTF16_BOMS.some((bom) => bom.equals(file.subarray(0, 2))))
    return fileError(1, 'The file is in UTF-16. Save it as "CSV UTF-8".')
  let header: ParsedHeader | undefined
  let headerError: ImportError | undefined
  const warnings = new Map<string, ImportWarning>()
  const rows: CsvRow[] = []
  const errors: ImportError[] = []
  let total = 0

  function onRecord(row: number, cells: string[]): void {
    if (headerError || cells.every((cell) => cell === '')) return
    if (header) {
      total += 1
      if (total <= MAX_ROWS) rows.push(header.read(row, cells))
      return
    }
    const parsed = parseHeader(row, cells, currency, !isUtf8(file), warnings)
    if ('fault' in parsed) headerError = parsed.fault
    else header = parsed
  }
  function onInvalid(row: number, columnIndex: number | undefined, message: string): void {
    total += 1
    errors.push({ row, column: (columnIndex !== undefined && header?.names[columnIndex]) || null, message })
  }
  const isComplete = await readRecords(file, onRecord, onInvalid)
  if (headerError) return { fault: headerError }
  if (!header) return fileError(1, 'The file is empty. Its first row must contain the column names.')
  if (!isComplete)
    return fileError(errors.at(-1)?.row ?? 1, `The file has more than ${MAX_INVALID_ROWS} rows that can’t be read.`)
  if (total > MAX_ROWS)
    return fileError(MAX_ROWS + 1, 'The file has more than 200,000 rows. Split it into smaller files.')
  header.translate(rows)
  return { header, rows, errors, warnings: [...warnings.values()], total }
}

const fileError = (row: number, message: string) => ({ fault: { row, column: null, message } })

const PARSE_ERRORS: Record<string, string> = {
  INVALID_OPENING_QUOTE:
    'An unquoted cell contains a quotation mark. Quote the cell and double each quotation mark inside it.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the closing quotation mark of a cell. Double each quotation mark inside a quoted cell.',
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is never closed.',
  CSV_MAX_RECORD_SIZE: 'The row has more than a million characters, or a quotation mark in it is never closed.',
}

/**
 * Skips a row with invalid quoting and resumes on the line after its first, so that an unclosed quote costs one row
 * instead of the rest of the file. Returns false after too many invalid rows.
 */
async function readRecords(
  file: Buffer,
  onRecord: (row: number, cells: string[]) => void,
  onInvalid: (row: number, columnIndex: number | undefined, message: string) => void,
): Promise<boolean> {
  let start = file.subarray(0, 3).equals(UTF8_BOM) ? 3 : 0
  let row = 0
  for (let invalidRows = 0; invalidRows < MAX_INVALID_ROWS; invalidRows++) {
    const begin = start
    const parser = parse({
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: MAX_ROW_BYTES,
      on_record: (cells: string[], { bytes }) => {
        start = begin + bytes
        row += 1
        onRecord(row, cells)
        return null
      },
    })
    try {
      await pipeline(Readable.from(readChunks(file.subarray(begin))), parser.resume())
      return true
    } catch (error) {
      const message = error instanceof CsvError ? PARSE_ERRORS[error.code] : undefined
      if (!message) throw error
      row += 1
      onInvalid(row, (error as CsvError & { column?: number }).column, message)
      start = nextLine(file, start)
    }
  }
  return false
}

/** Yields to the event loop between chunks: the file may be large, and the same process serves requests. */
async function* readChunks(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += CHUNK_BYTES) {
    yield file.subarray(at, at + CHUNK_BYTES)
    await nextTurn()
  }
}

function nextLine(file: Buffer, from: number): number {
  const ends = [file.indexOf('\n', from), file.indexOf('\r', from)].filter((at) => at >= 0)
  if (ends.length === 0) return file.length
  const end = Math.min(...ends)
  return file.subarray(end, end + 2).toString() === '\r\n' ? end + 2 : end + 1
}
