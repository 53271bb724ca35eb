import { depthOf, isStorable, MAX_DEPTH } from '../../http/json-body.ts'

/**
 * A spreadsheet takes a cell that begins like this for a formula and runs it. Such cells leave with an apostrophe in front,
 * and so does what already begins with apostrophes and one of these, so that on the way back exactly one is taken off.
 */
const LIKE_A_FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

export const guarded = (text: string): string => (LIKE_A_FORMULA.test(text) ? `'${text}` : text)
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text)

/** Tags are parted by commas; one that holds a comma itself stands in quotation marks, as in a file. */
export const joinTags = (tags: string[]): string =>
  tags.map((tag) => (/,|^"|^\s|\s$/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')

const TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(,|$)/gy

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

const WORDS: Record<string, boolean> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

export const parseYesNo = (text: string): boolean | undefined => WORDS[text.toLowerCase()]

/** Older files say what happens, newer ones whether it is sold on. */
export function parseWhenOut(text: string): 'deny' | 'continue' | undefined {
  const word = text.toLowerCase()
  if (word === 'deny' || word === 'continue') return word
  const sellsOn = parseYesNo(word)
  return sellsOn === undefined ? undefined : sellsOn ? 'continue' : 'deny'
}

/** Files from elsewhere have fractions, since they were weighed in ounces. */
export const parseGrams = (text: string): number | undefined =>
  /^\d{1,8}(\.\d{1,10})?$/.test(text) ? Math.round(Number(text)) : undefined

export const parseQuantity = (text: string): number | undefined =>
  /^-?\d{1,9}(\.0+)?$/.test(text) ? Number(text) : undefined

export const parseCount = (text: string): number | undefined =>
  /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : undefined

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i

export function parseMoment(text: string): string | undefined {
  const moment = new Date(MOMENT.test(text) ? text : Number.NaN)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

export function parseFields(text: string): Record<string, unknown> | undefined {
  if (depthOf(text) > MAX_DEPTH) return undefined
  try {
    const fields: unknown = JSON.parse(text)
    const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
    return isObject && isStorable(fields) ? (fields as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
