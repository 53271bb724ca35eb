import { findCountry } from './countries.ts'
import type { Message } from './message.ts'

export interface Entities {
  email: string | null
  orderNumber: number | null
  /** Six digits: an emailed code, if one is expected. */
  verificationCode: string | null
  discountCode: string | null
  giftCardCode: string | null
  country: string | null
  postalCode: string | null
  /** In units of the currency, not cents. */
  minPrice: number | null
  maxPrice: number | null
  quantity: number | null
  /** Positions in the list shown last, from 0; -1 is the last. */
  positions: number[]
  /** "It", "that one": what was shown last. */
  refersBack: boolean
  answer: 'yes' | 'no' | null
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u
const ORDER_NUMBER =
  /(?:#|\b(?:order|orders|parcel|package|bestellung|bestellnummer|auftrag|auftragsnummer|paket|sendung|number|nummer|no\.?|nr\.?)[\s:#]*(?:(?:number|nummer|no\.?|nr\.?)[\s:#]*)?)(\d{3,12})\b/
/** Followed by a unit, it is something else. */
const PLAIN_ORDER_NUMBER = /(?<![\d.,€$£-])\b(\d{4,9})\b(?!\s*(?:€|eur|euro|usd|gbp|%|cm|mm|ml|g\b|kg|km|meter)|[.,]\d)/
const SIX_DIGITS = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/
const POSTAL_CODE = /(?<![\d#])\b(\d{4,5})\b(?!\d)/
const GIFT_CARD_CODE = /(?<![\w-])[A-Z0-9]{4}(?:[-‐–\s]?[A-Z0-9]{4}){3,6}(?![\w-])/
const GIFT_CARD_CODE_IN_LOWER_CASE = /(?<![\w-])(?=[a-z0-9-]*\d)[a-z0-9]{4}(?:-?[a-z0-9]{4}){3,6}(?![\w-])/
const CODE_CANDIDATE = /(?<![\w@.-])[\p{L}\d](?:[\p{L}\d]|[_-](?=[\p{L}\d])){3,31}(?![\w@])/gu
const MENTIONS_CODE = /\b(?:code|codes|coupon|voucher|promo|gutschein\w*|rabattcode|aktionscode)\b/
/** Written in capitals, but not codes. */
const NOT_CODES =
  /^(?:GDPR|DSGVO|HTML|HTTP|HTTPS|IBAN|ASAP|PAYPAL|FEDEX|EMAIL|PLEASE|HELLO|HALLO|BITTE|NEVER|ALWAYS|SYSTEM|IGNORE)$/

const AMOUNT = String.raw`(?:€|eur|\$|£)?\s*(\d{1,6}(?:[.,]\d{1,2})?)\s*(?:€|eur(?:os?)?|\$|£|pounds|dollars|bucks)?`
const CURRENCY = /€|\$|£|\beur(?:os?)?\b|\d\s?eur|pounds|dollars|bucks/
const BETWEEN = new RegExp(String.raw`\b(?:between|from|zwischen|von)\s+${AMOUNT}\s*(?:and|to|und|bis|-|–)\s*${AMOUNT}`)
const BELOW = new RegExp(
  String.raw`(?:\b(?:under|below|less than|up to|max(?:imum|imal)?\.?|cheaper than|not more than|at most|within|unter|bis(?: zu)?|hochstens|weniger als|gunstiger als|billiger als)|<)\s*${AMOUNT}`,
)
const ABOVE = new RegExp(
  String.raw`(?:\b(?:over|above|more than|at least|from|ab|uber|mehr als|mindestens)|>)\s*${AMOUNT}`,
)

const NUMBER_WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  twelve: 12,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  zehn: 10,
  zwolf: 12,
}
const QUANTITY =
  /(?<![\d.,#])\b(\d{1,3})(?!\d)\s*(?:x|times|mal|stuck|pieces?|pairs?|paar|packs?|jars?|bottles?|glaser|flaschen)?(?!\s*(?:€|eur|%|cm|mm|ml|l\b|kg|g\b|st\b|nd\b|rd\b|th\b|days?|tage)|[.,]?\d)/

const POSITIONS: [RegExp, number[]][] = [
  [/\b(?:first two|both|erste[nr]? (?:beiden|zwei)|beide[n]?)\b/, [0, 1]],
  [/\b(?:first|1st|erste[nrsm]?)\b/, [0]],
  [/\b(?:second|2nd|zweite[nrsm]?)\b/, [1]],
  [/\b(?:third|3rd|dritte[nrsm]?)\b/, [2]],
  [/\b(?:fourth|4th|vierte[nrsm]?)\b/, [3]],
  [/\b(?:fifth|5th|funfte[nrsm]?)\b/, [4]],
  [/\b(?:last one|letzte[nrsm]?)\b/, [-1]],
]
const REFERS_BACK =
  /\b(?:it|its|that one|this one|this|that|them|they|these|those|the same|davon|dazu|diese[nrsm]?|dieses|es|ihn|den hier|die hier|das hier|das)\b/
const YES_WORDS =
  'yes|yeah|yep|yup|sure|ok|okay|please|please do|go ahead|do it|confirm|confirmed|correct|right|of course|absolutely|ja|jawohl|jep|gern|gerne|klar|genau|richtig|bitte|mach das|einverstanden|in ordnung|naturlich'
const NO_WORDS =
  "no|nope|nah|not now|don't|do not|stop|never ?mind|keep|leave|cancel that|nein|nee|ne|doch|lieber|abbrechen|lass|nicht"
/** What may follow without saying anything else. "Please show me tents" is a question, not a yes. */
const FILLERS =
  "i|we|want|would|like|to|a|an|the|it|its|it's|that|this|them|is|as|my|me|you|with|please|thanks|thank|do|not|now|cancel|order|return|talk|speak|person|human|someone|und|das|die|den|es|sie|mir|mich|ich|mochte|will|danke|so|stornieren|zuruckgeben|machen|sprechen|mit|einem|menschen|bleibt|behalten|weiter"
const answerPattern = (words: string) =>
  new RegExp(String.raw`^(?:${words})(?:[\s,.!–-]+(?:${words}|${FILLERS}))*[\s.!]*$`)
const YES = answerPattern(YES_WORDS)
const NO = answerPattern(NO_WORDS)

export function findEntities(message: Message): Entities {
  const { text, folded, words } = message
  const giftCardCode = (text.match(GIFT_CARD_CODE) ?? text.match(GIFT_CARD_CODE_IN_LOWER_CASE))?.[0] ?? null
  const withoutEmail = folded.replace(EMAIL, ' ')
  const plain = giftCardCode ? withoutEmail.replace(giftCardCode.toLowerCase(), ' ') : withoutEmail
  const sixDigits = plain.match(SIX_DIGITS)
  const number = (plain.match(ORDER_NUMBER) ?? plain.match(PLAIN_ORDER_NUMBER))?.[1]
  return {
    email: text.match(EMAIL)?.[0].toLowerCase() ?? null,
    orderNumber: number === undefined ? null : Number(number),
    verificationCode: sixDigits ? `${sixDigits[1]}${sixDigits[2]}` : null,
    discountCode: giftCardCode ? null : findDiscountCode(text.replace(EMAIL, ' '), MENTIONS_CODE.test(folded)),
    giftCardCode,
    country: findCountry(message),
    postalCode: plain.match(POSTAL_CODE)?.[1] ?? null,
    ...findPriceLimits(plain),
    quantity: findQuantity(plain, words),
    positions: POSITIONS.find(([pattern]) => pattern.test(folded))?.[1] ?? [],
    refersBack: REFERS_BACK.test(folded),
    answer: YES.test(folded) ? 'yes' : NO.test(folded) ? 'no' : null,
  }
}

/** Codes are written in capitals or mix letters and digits; next to the word "code", small letters count too. */
function findDiscountCode(text: string, mentionsCode: boolean): string | null {
  const candidates = (text.match(CODE_CANDIDATE) ?? []).filter((word) => /\p{L}/u.test(word) && !NOT_CODES.test(word))
  const hasDigit = (word: string) => /\d/.test(word)
  const isUpperCase = (word: string) => word === word.toUpperCase()
  return (
    candidates.find((word) => isUpperCase(word) && hasDigit(word)) ??
    (mentionsCode
      ? (candidates.find((word) => isUpperCase(word)) ??
        candidates.find((word) => /\p{L}{3}/u.test(word) && hasDigit(word)))
      : candidates.find((word) => isUpperCase(word) && word.length >= 6)) ??
    null
  )
}

function findPriceLimits(folded: string): Pick<Entities, 'minPrice' | 'maxPrice'> {
  const amount = (written: string | undefined) => (written === undefined ? null : Number(written.replace(',', '.')))
  const between = CURRENCY.test(folded) ? folded.match(BETWEEN) : null
  if (between) return { minPrice: amount(between[1]), maxPrice: amount(between[2]) }
  const below = folded.match(BELOW)
  if (below) return { minPrice: null, maxPrice: amount(below[1]) }
  // "From" and "ab" mean many things; with a currency, they mean a price.
  return { minPrice: CURRENCY.test(folded) ? amount(folded.match(ABOVE)?.[1]) : null, maxPrice: null }
}

function findQuantity(folded: string, words: string[]): number | null {
  const digits = folded.match(QUANTITY)?.[1]
  if (digits && Number(digits) > 0) return Number(digits)
  return words.map((word) => NUMBER_WORDS[word]).find((number) => number !== undefined) ?? null
}
