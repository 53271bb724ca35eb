import { isCurrency } from '../../../../kit/money.ts'
import { extractDates } from './extract-dates.ts'
import { digitize, normalize, readNumber } from './normalize.ts'

export type ClaimKind =
  | 'amount'
  | 'percentage'
  | 'date'
  | 'duration'
  | 'number'
  | 'code'
  | 'url'
  | 'email'
  | 'free'
  | 'image'

/** Something in a text that can be true or false. It is verified if any of its keys is a known fact. */
export interface Claim {
  kind: ClaimKind
  text: string
  keys: string[]
}

export interface UnverifiedClaim {
  kind: ClaimKind | 'stock' | 'status' | 'action' | 'policy' | 'prompt'
  text: string
}

/** Never begins within a number, so that a long row of digits is read once. */
const NUMBER = "(?<!\\d[.,']?)\\d(?:[\\d.,']*\\d)?"
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']
const CURRENCIES: Record<string, string[]> = {
  '€': ['EUR'],
  euro: ['EUR'],
  euros: ['EUR'],
  $: DOLLARS,
  dollar: DOLLARS,
  dollars: DOLLARS,
  bucks: DOLLARS,
  '£': ['GBP'],
  pound: ['GBP'],
  pounds: ['GBP'],
  '¥': ['JPY', 'CNY'],
  yen: ['JPY'],
  kr: ['SEK', 'NOK', 'DKK'],
  zł: ['PLN'],
  franc: ['CHF'],
  francs: ['CHF'],
  franken: ['CHF'],
  fr: ['CHF'],
}
const CENTS = new Set(['cent', 'cents', 'ct', 'pence'])
const SYMBOL = '[€$£¥]|zł'
const WORD = 'euros?|dollars?|bucks|pounds?|yen|francs?|franken|kr|cents?|ct|pence|[a-z]{3}'
const AMOUNT_AFTER = new RegExp(`(${SYMBOL}|(?<![\\p{L}])(?:[A-Z]{3}|Fr\\.?))\\s?(${NUMBER})(?:,-|\\.-)?`, 'gu')
const AMOUNT_BEFORE = new RegExp(
  `(?<![\\p{L}\\d])(${NUMBER})(?:,-|\\.-)?\\s?(${SYMBOL}|(?:${WORD})(?![\\p{L}\\p{N}]))`,
  'giu',
)

const PERCENTAGE = new RegExp(
  `(${NUMBER})(?:\\s?(?:-|to|bis)\\s?(${NUMBER}))?\\s?(?:%|percent\\b|per cent\\b|prozent)`,
  'giu',
)

const UNITS: [RegExp, (value: number) => string[]][] = [
  [
    /^(?:business|working|week)[ -]?days?$|^(?:werk|arbeits|geschäfts)tag/i,
    (value) => [`duration:${value}:business_day`],
  ],
  [/^(?:minutes?|mins?|minuten?)$/i, (value) => [`duration:${value}:minute`]],
  [
    /^(?:hours?|hrs?|stunden?)$/i,
    (value) => [`duration:${value}:hour`, ...(value % 24 === 0 ? [`duration:${value / 24}:day`] : [])],
  ],
  [/^(?:calendar |full )?days?$|^tag|^tägig/i, (value) => [`duration:${value}:day`]],
  [/^weeks?$|^woche|^wöchig/i, (value) => [`duration:${value * 7}:day`]],
  [/^months?$|^monat/i, (value) => [`duration:${value}:month`]],
  [/^years?$|^jahr|^jährig/i, (value) => [`duration:${value * 12}:month`]],
]
const DURATION = new RegExp(
  `(${NUMBER})(?:\\s?(?:-|to|bis|or|oder|and|und)\\s?(${NUMBER}))?[ -]?((?:business|working|week)[ -]?days?|(?:calendar |full )?days?|minutes?|mins?|hours?|hrs?|weeks?|months?|years?|(?:werk|arbeits|geschäfts)tag(?:e|en|s)?|minuten?|stunden?|tag(?:e|en|es)?|wochen?|monat(?:e|en|s)?|jahr(?:e|en|es)?|tägig\\p{L}*|wöchig\\p{L}*|monatig\\p{L}*|jährig\\p{L}*)(?![\\p{L}\\p{N}])`,
  'giu',
)

const IMAGE = /!\[|<\s*(?:img|script|iframe|svg|a|link|style|object|embed|video|audio|form)\b/gi
const URL_PATTERN = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|javascript:|data:)[^\s<>"')\]]+/gi
const DOMAIN = /(?<![@\w.-])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:\/[^\s<>"')\]]*)?(?![\w@])/g
const RELATIVE_LINK = /\]\(\s*([^)\s]+)/g
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu

const CODE_NAME = '(?:codes?|coupons?|vouchers?|promo(?:code)?|gutschein(?:code)?|rabattcode|aktionscode)'
const NAMED_CODE = new RegExp(
  `\\b${CODE_NAME}\\b[\\s:"']*(?:(?:is|named|called|lautet|ist)\\b)?[\\s:"']*([A-Z0-9][A-Z0-9_-]{3,})(?![a-z])`,
  'g',
)
const NAMED_MIXED_CODE = new RegExp(
  `\\b${CODE_NAME}\\b[\\s:"']*(?:(?:is|named|called|lautet|ist)\\b)?[\\s:"']*((?=[\\w-]*\\d)(?=[\\w-]*[a-z])[\\w-]{4,})`,
  'gi',
)
const CAPITAL_CODE = /(?<![\w-])(?=[A-Z0-9_-]*\d)(?=[A-Z0-9_-]*[A-Z])[A-Z0-9][A-Z0-9_-]{3,}(?![\w-])/g

const FREE =
  /(?<![-\p{L}])(?<!\b(?:feel|gluten|sugar|plastic|cruelty|toll|hands|fragrance|vegan and) )free(?!\p{L})(?! to\b| from\b)|\bhalf[ -]price\b|\bbuy one,? get one\b|kostenlos|kostenfrei|versandkostenfrei|portofrei|gratis|\bumsonst\b|\bhalbe[nr] preis/giu

/** In the text of an answer, every number; in evidence, the same, so that both are compared in one form. */
export function extractClaims(original: string, today: string): Claim[] {
  const claims: Claim[] = []
  let rest = normalize(original)
  /** Each pattern sees only what the ones before it left. */
  const take = (pattern: RegExp, toClaims: (match: string[]) => Claim[] | undefined) => {
    rest = rest.replace(pattern, (...match) => {
      const groups = match.slice(
        0,
        match.findIndex((part, index) => index > 0 && typeof part === 'number'),
      ) as string[]
      const found = toClaims(groups)
      if (!found) return groups[0] ?? ''
      claims.push(...found)
      return ' '.repeat((groups[0] ?? '').length)
    })
  }
  take(IMAGE, ([text = '']) => [{ kind: 'image', text, keys: [] }])
  take(EMAIL, ([text = '']) => [{ kind: 'email', text, keys: [`email:${text.toLowerCase().replace(/\.$/, '')}`] }])
  take(URL_PATTERN, ([text = '']) => [urlClaim(text)])
  take(RELATIVE_LINK, ([, target = '']) => (target.trim() ? [urlClaim(target)] : undefined))
  take(DOMAIN, ([text = '']) => [urlClaim(text)])
  take(FREE, ([text = '']) => [{ kind: 'free', text, keys: ['free'] }])
  for (const date of extractDates(rest, today)) {
    claims.push({ kind: 'date', text: date.text, keys: date.keys })
    rest = rest.slice(0, date.index) + ' '.repeat(date.text.length) + rest.slice(date.index + date.text.length)
  }
  rest = digitize(rest)
  take(AMOUNT_AFTER, ([text = '', unit = '', value = '']) => amountClaim(text, value, unit))
  take(AMOUNT_BEFORE, ([text = '', value = '', unit = '']) => amountClaim(text, value, unit))
  take(PERCENTAGE, ([text = '', from = '', to]) =>
    [from, ...(to ? [to] : [])].map((value) => ({
      kind: 'percentage',
      text,
      keys: readNumber(value).map((one) => `percent:${one}`),
    })),
  )
  take(DURATION, ([text = '', from = '', to, unit = '']) =>
    [from, ...(to ? [to] : [])].map((value) => ({ kind: 'duration', text, keys: durationKeys(value, unit) })),
  )
  take(NAMED_CODE, ([, code = '']) => [codeClaim(code)])
  take(NAMED_MIXED_CODE, ([, code = '']) => [codeClaim(code)])
  take(CAPITAL_CODE, ([code = '']) => [codeClaim(code)])
  // Phone numbers and tracking numbers are written in groups.
  take(/(?<![\p{L}\d])\+?\d[\d ()/-]{5,30}\d(?!\p{L})/gu, ([text = '']) =>
    text.replace(/\D/g, '').length < 7
      ? undefined
      : [{ kind: 'number', text, keys: [`digits:${text.replace(/\D/g, '')}`] }],
  )
  take(/^\s*\d{1,2}[.)](?=\s)/gm, () => [])
  take(new RegExp(`(?<![\\p{L}\\d])${NUMBER}`, 'gu'), ([text = '']) => [
    {
      kind: 'number',
      text,
      keys: [...readNumber(text).map((value) => `number:${value}`), `digits:${text.replace(/\D/g, '')}`],
    },
  ])
  return claims
}

const codeClaim = (code: string): Claim => ({ kind: 'code', text: code, keys: [`word:${code.toLowerCase()}`] })

function amountClaim(text: string, value: string, unit: string): Claim[] | undefined {
  const name = unit.toLowerCase().replace(/\.$/, '')
  const factor = CENTS.has(name) ? 0.01 : 1
  const code = unit.toUpperCase()
  const currencies =
    factor < 1 ? ['EUR', 'GBP', ...DOLLARS] : (CURRENCIES[name] ?? (isCurrency(code) ? [code] : undefined))
  if (!currencies) return undefined
  const values = readNumber(value).map((one) => Number((one * factor).toFixed(4)))
  return [
    { kind: 'amount', text, keys: values.flatMap((one) => currencies.map((currency) => `amount:${one}:${currency}`)) },
  ]
}

function durationKeys(value: string, unit: string): string[] {
  const [, toKeys] = UNITS.find(([pattern]) => pattern.test(unit)) ?? []
  return toKeys ? readNumber(value).flatMap((one) => toKeys(one)) : []
}

/** Scheme, host and path; what follows only tracks or scrolls. */
function urlClaim(text: string): Claim {
  const trimmed = text.replace(/[.,;:!?)\]]+$/, '')
  const isPath = trimmed.startsWith('/') && !trimmed.startsWith('//')
  const url = isPath
    ? trimmed
    : (URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`)?.href ??
      trimmed)
  return { kind: 'url', text: trimmed, keys: [`url:${withoutTrailingSlash(url)}`] }
}

export const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '')
