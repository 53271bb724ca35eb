import type { Mode } from './api-key.ts'
import { type ErrorDetail, invalidRequest } from './errors.ts'

const DIGIT_RUNS = /\d{12,19}/g

/** Whether there is one in it, also written in groups, or behind other words. */
export function containsCardNumber(text: string): boolean {
  if (/^[\d\s.\-_]{12,}$/.test(text)) return true
  // As it stands, so that what is beside a number does not hide it, and without what parts its groups.
  return [text, text.replaceAll(/[\s.\-_]/g, '')].some((one) => one.match(DIGIT_RUNS)?.some(passesLuhn))
}

/** What people write between groups of digits. */
const DIGIT_GROUPS = /\d+(?:[\s.\-–_/]{1,2}\d+)*/g
const SEPARATORS = /[^\d]+/

/** Their usual lengths. Not 13 or 14 digits, which few cards have: barcodes and the ids of other shops look like them. */
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
 * Whether there is one in what somebody has written. Among words other numbers are more likely than in a token, so it must be a
 * number that a card can have, alone or in groups: a longer number that has such digits in it is none.
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

/** The first group, the first two, and so on, as long as a card's number may be. */
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

/** What all card numbers have in common: their last digit follows from the others. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/**
 * What people write about themselves is stored, shown to staff and put into mails, so no card number may be in it. In the sandbox
 * all cards are test cards. `said` may be nested; each fault names its field.
 */
export function assertNoCardNumbers({ mode }: { mode: Mode }, input: object): void {
  if (mode !== 'live') return
  const details = [...findCardNumbers(input)]
  if (details.length > 0)
    throw invalidRequest('Never send card numbers here: this text is stored and read by others.', details)
}

function* findCardNumbers(value: unknown, path = ''): Generator<ErrorDetail, undefined> {
  if (typeof value === 'string' && textContainsCardNumber(value)) yield { path, message: 'looks like a card number' }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    // A name with the number in it would repeat the number in the response.
    if (textContainsCardNumber(name)) yield { path, message: 'has a field whose name looks like a card number' }
    else yield* findCardNumbers(inner, `${path}/${name}`)
  }
}
