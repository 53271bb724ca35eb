/*
 * Reads the JSON of other systems, which change and document it loosely: numbers and booleans may be strings, and any
 * field may be missing. What has another type is treated as missing.
 */

type LooseObject = Record<string, unknown>

export const toObject = (value: unknown): LooseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LooseObject) : {}

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Null if empty. The database can't store a NUL, and nobody can see it. */
export function toText(value: unknown, maxLength: number): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  const visible = text.replaceAll('\u0000', '').trim()
  return visible === '' ? null : cut(visible.toWellFormed(), maxLength)
}

/** Not within a character that takes two units. */
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line has none
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** On one line: for names and subjects. */
export const toLine = (value: unknown, maxLength: number): string | null =>
  toText(typeof value === 'string' ? value.replaceAll(CONTROL_CHARACTERS, ' ') : value, maxLength)

export function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export const toBoolean = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 1 || value === '1') return true
  return value === 'false' || value === 0 || value === '0' ? false : null
}

const SPACED_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?: ?UTC)?$/
const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i
/** Outside of these years a time is a mistake, and the database or the schema would reject some of them. */
const [FIRST_YEAR, LAST_YEAR] = [2000, 2100]

/** ISO 8601 in UTC. A time without a zone is taken as UTC; seconds since 1970 are a time, too. */
export function toTime(value: unknown): string | null {
  const seconds = typeof value === 'number' ? value : null
  const text = typeof value === 'string' ? value.trim().replace(SPACED_UTC, '$1T$2Z') : ''
  const zoned = /T\d/.test(text) && !HAS_ZONE.test(text) ? `${text}Z` : text
  const time = seconds === null ? new Date(zoned) : new Date(seconds < 1e11 ? seconds * 1000 : seconds)
  if (Number.isNaN(time.getTime())) return null
  const year = time.getUTCFullYear()
  return year >= FIRST_YEAR && year < LAST_YEAR ? time.toISOString() : null
}
