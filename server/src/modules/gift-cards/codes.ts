import { createHmac, randomInt } from 'node:crypto'

/** Without 0 O 1 I L, which are mistaken for each other. 31 is a prime, which the check symbol needs. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** 15 by chance and the check symbol: 74 bits. */
const LENGTH = 16
/** Two symbols that are further apart than this could be swapped without notice. */
const MAX_LENGTH = 28
const WEIGHT = 3
/** A code by chance has 12 different symbols; one in five million has fewer than these. */
const MIN_DISTINCT_SYMBOLS = 6

const CODE_PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH},${MAX_LENGTH}}$`)

export function generateCode(): string {
  const symbols = Array.from({ length: LENGTH - 1 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return symbols + checkSymbolOf(symbols)
}

/** As people type it: case, spaces and hyphens, also those that a word processor makes, say nothing. */
export const normalizeCode = (input: string): string => input.replace(/[\s\p{Pd}]/gu, '').toUpperCase()

/** False for every code with one wrong symbol or two that have changed places: it need not be looked for. */
export const isWellFormed = (code: string): boolean => CODE_PATTERN.test(code) && checksum(code) === 0

/** Of a code that somebody has made up: whether it is as hard to guess as ours, as far as that can be seen. */
export const isHardToGuess = (code: string): boolean => new Set(code).size >= MIN_DISTINCT_SYMBOLS

/** As it is shown: `7KQM-3XPT-…`. */
export const formatCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/** The same code has another hash in every environment. */
export const hashCode = (secret: string, environmentId: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`${environmentId}\n${code}`).digest()

function checkSymbolOf(symbols: string): string {
  const rest = (checksum(symbols, symbols.length + 1) * WEIGHT) % ALPHABET.length
  return ALPHABET.charAt((ALPHABET.length - rest) % ALPHABET.length)
}

/** Every place weighs three times the next, and the length is before them all, or a 2 could be put to the end. */
const checksum = (symbols: string, length = symbols.length): number =>
  [...symbols].reduce((sum, symbol) => (sum * WEIGHT + ALPHABET.indexOf(symbol)) % ALPHABET.length, length)
