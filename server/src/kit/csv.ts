import { stringify } from 'csv-stringify/sync'

/**
 * Spreadsheets execute a cell that starts like this as a formula (CSV injection). Such cells are exported with a
 * leading apostrophe. Cells that already start with apostrophes before such a character get one more, so that the
 * import strips exactly one.
 */
const FORMULA_LIKE = /^'*[=+\-@\t\r]/
const ESCAPED = /^'+[=+\-@\t\r]/

export const escapeFormula = (text: string): string => (FORMULA_LIKE.test(text) ? `'${text}` : text)
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text)

/** Quoting follows RFC 4180. No byte order mark, as in Shopify's files. */
export const formatCsv = (rows: string[][]): string =>
  rows.length > 0 ? stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ }) : ''

/** Tags are comma-separated; a tag that contains a comma is quoted as in CSV. */
export const joinTags = (tags: string[]): string =>
  tags.map((tag) => (/,|^"|^\s|\s$/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')
