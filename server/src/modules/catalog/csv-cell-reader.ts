import { unguarded } from './csv-cells.ts'
import type { Header, Row } from './csv-read.ts'
import type { ImportFault } from './import-schemas.ts'

/** Reads cells, and notes those that it can't read. */
export function cellReader(header: Header, faults: ImportFault[]) {
  const tell = ({ row }: Row, key: string, reason: string) => faults.push({ row, column: header.nameOf(key), reason })
  return {
    tell,
    text: (row: Row, key: string) => unguarded(row.cells.get(key) ?? ''),
    /** Undefined for an empty cell, and for one that is not what it should be. */
    read<T>(row: Row, key: string, parse: (text: string) => T | undefined, expected: string): T | undefined {
      const text = row.cells.get(key)?.trim()
      if (!text) return undefined
      const value = parse(text)
      if (value === undefined) tell(row, key, `"${shortened(text)}" is not ${expected}`)
      return value
    },
  }
}
export const shortened = (text: string) => (text.length > 50 ? `${text.slice(0, 50)}…` : text)

export type Reader = ReturnType<typeof cellReader>
