import type { Mode } from './api-key.ts'
import { type ErrorDetail, invalidRequest } from './errors.ts'

const DIGIT_RUNS = /\d{12,19}/g

/** Whether the text contains a card number, even in groups or within other words. */
export function containsCardNumber(text: string): boolean {
  if (/^[\d\s.\-_]{12,}$/.test(text)) return true
  // As written, so that adjacent text does not hide a number, and without separators between its groups.
  return [text, text.replaceAll(/[\s.\-_]/g, '')].some((one) => one.match(DIGIT_RUNS)?.some(passesLuhn))
}

/** Separators that people write between groups of digits. */
const DIGIT_GROUPS = /\d+(?:[\s.\-–_/]{1,2}\d+)*/g
const SEPARATORS = /[^\d]+/

/**
 * Their usual lengths. Not 13 or 14 digits, which few cards have: barcodes and the ids of other shops look like them.
 */
const ISSUED_NUMBER = new RegExp(
  `^(?:${[
    '4\\d{15}(?:\\d{3})?', // Visa
    '5[1-5]\\d{14}', // Mastercard
    '2(?:22[1-9]|2[3-9]\\d|[3-6]\\d\\d|7[01]\\d|720)\\d{12}', // Mastercard, since 2017
    '3[47]\\d{13}', // American Express
    '35(?:2[89]|[3-8]\\d)\\d{12}', // JCB
    '(?:6011|64[4-9]\\d|65\\d\\d)\\d{12}', // Discover
    '(?:5018|5020|5038|5893|6304|6759|676[1-3])\\d{12}', // Maestro
    '62\\d{14}(?:\\d{3})?', // UnionPay
  ].join('|')})$`,
)
const MAX_DIGITS = 19

/**
 * Whether free text contains a card number. Other numbers are more likely here than in a token, so it must be a number
 * that a card can have, alone or in groups: a longer number that contains such digits does not count.
 */
export function textContainsCardNumber(text: string): boolean {
  // Digits of other scripts, such as full-width ones, are digits too.
  return (text.normalize('NFKC').match(DIGIT_GROUPS) ?? []).some((run) => {
    const groups = run.split(SEPARATORS)
    return groups.some((_, from) =>
      candidateNumbers(groups.slice(from)).some((one) => ISSUED_NUMBER.test(one) && passesLuhn(one)),
    )
  })
}

/** The first group, the first two, and so on, up to the length of a card number. */
function candidateNumbers(groups: readonly string[]): string[] {
  const numbers: string[] = []
  let number = ''
  for (const group of groups) {
    number += group
    if (number.length > MAX_DIGITS) break
    numbers.push(number)
  }
  return numbers
}

/** The Luhn check, which all card numbers pass. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/**
 * Buyers' text is stored, shown to staff and put into emails, so it must not contain a card number. In the sandbox all
 * cards are test cards. `input` may be nested; each error names its field.
 */
export function assertNoCardNumbers({ mode }: { mode: Mode }, input: object): void {
  if (mode !== 'live') return
  const details = [...findCardNumbers(input)]
  if (details.length > 0)
    throw invalidRequest('Do not send card numbers. This text is stored and other people can read it.', details)
}

function* findCardNumbers(value: unknown, path = ''): Generator<ErrorDetail, undefined> {
  if (typeof value === 'string' && textContainsCardNumber(value)) yield { path, message: 'looks like a card number' }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    // A field name that contains the number would repeat it in the response.
    if (textContainsCardNumber(name)) yield { path, message: 'has a field whose name looks like a card number' }
    else yield* findCardNumbers(inner, `${path}/${name}`)
  }
}
