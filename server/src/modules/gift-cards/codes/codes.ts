import { createHmac, randomInt } from 'node:crypto'
import type { Ctx } from '../../../ctx.ts'

/** Excludes 0 O 1 I L, which are easily confused. The check symbol needs a prime size: 31. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** 15 random symbols and the check symbol: 74 bits. */
const LENGTH = 16
/** The checksum can't detect swapped symbols that are further apart than this. */
const MAX_LENGTH = 28
const WEIGHT = 3
/** A random code has 12 distinct symbols on average; one in five million has fewer than this. */
const MIN_DISTINCT_SYMBOLS = 6

const CODE_PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH},${MAX_LENGTH}}$`)

export function generateCode(): string {
  const symbols = Array.from({ length: LENGTH - 1 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return symbols + checkSymbolOf(symbols)
}

/** Ignores case, spaces and hyphens, including those a word processor inserts. */
export const normalizeCode = (input: string): string => input.replace(/[\s\p{Pd}]/gu, '').toUpperCase()

/** Detects every single wrong symbol and every swap of two, so a typo needs no database lookup. */
export const isWellFormed = (code: string): boolean => CODE_PATTERN.test(code) && checksum(code) === 0

/** Heuristic for custom codes: whether they are about as hard to guess as generated ones. */
export const isHardToGuess = (code: string): boolean => new Set(code).size >= MIN_DISTINCT_SYMBOLS

/** For display: `7KQM-3XPT-…`. */
export const formatCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/** The same code hashes differently in every environment. */
export const hashCode = (secret: string, environmentId: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`${environmentId}\n${code}`).digest()

/** For a lookup in `gift_cards.code_hash`. Null for a typo, which needs no lookup. */
export function hashValidCode(ctx: Ctx, code: string): Buffer | null {
  const normalized = normalizeCode(code)
  return isWellFormed(normalized) ? hashCodeFor(ctx, normalized) : null
}

export const hashCodeFor = (ctx: Ctx, normalized: string): Buffer =>
  hashCode(ctx.secretFor('gift-card-codes'), ctx.environmentId, normalized)

function checkSymbolOf(symbols: string): string {
  const rest = (checksum(symbols, symbols.length + 1) * WEIGHT) % ALPHABET.length
  return ALPHABET.charAt((ALPHABET.length - rest) % ALPHABET.length)
}

/**
 * Each position weighs three times the next. The length goes first, or a 2, which counts as zero, could be appended.
 */
const checksum = (symbols: string, length = symbols.length): number =>
  [...symbols].reduce((sum, symbol) => (sum * WEIGHT + ALPHABET.indexOf(symbol)) % ALPHABET.length, length)
