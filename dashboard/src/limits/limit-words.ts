import type { Allowance } from './limits.ts'
import type { Level, PresentUse } from './present-use.ts'

const TITLES: Record<string, string> = {
  chat: 'Chat',
  'catalog-list': 'Product list',
  'catalog-item': 'Single product',
  'shopify-sync': 'Shopify sync',
  leads: 'Leads',
  default: 'Other endpoints',
  agent: 'Agent keys',
  'storefront-read': 'Storefront reads',
  'storefront-write': 'Storefront changes',
  'storefront-checkout': 'Storefront checkout',
}

/** What has no title here yet is shown by its own name rather than hidden. */
export const titleOf = (name: string) => TITLES[name] ?? name

export const LEVEL_WORDS: Record<Level, string> = { calm: '', near: 'Nearly used up', full: 'Used up' }

const UNITS = [
  ['day', 86_400, 'a day'],
  ['hour', 3600, 'an hour'],
  ['minute', 60, 'a minute'],
  ['second', 1, 'a second'],
] as const

/** "60 a minute", "5 every 5 minutes". */
export function limitInWords({ limit, windowSeconds }: Pick<Allowance, 'limit' | 'windowSeconds'>): string {
  const [unit, length, one] = UNITS.find(([, length]) => windowSeconds % length === 0) ?? UNITS[3]
  const count = windowSeconds / length
  return count === 1 ? `${limit} ${one}` : `${limit} every ${count} ${unit}s`
}

const LONG_SECONDS = 120

/** Seconds where somebody may wait for them, minutes where nobody does. */
export const waitInWords = (seconds: number) =>
  seconds <= LONG_SECONDS ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`

/** "37 of 60, resets in 24 s". A window that counted nothing is not open, so it does not reset. */
export function figuresInWords({ used, limit, resetInSeconds }: PresentUse): string {
  const figures = `${used} of ${limit}`
  return used > 0 ? `${figures}, resets in ${waitInWords(resetInSeconds)}` : figures
}

const CODE = /((?:GET|POST|PUT|PATCH|DELETE) \/\S+|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\/v1\S*)/

/** What a limit counts, cut into words and what is to be set as code. */
export const piecesOf = (counts: string) =>
  counts
    .split(CODE)
    .map((text, place) => ({ text, isCode: place % 2 === 1 }))
    .filter(({ text }) => text !== '')
