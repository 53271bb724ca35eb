import { randomInt } from 'node:crypto'

/** Letters, digits and some symbols, but no whitespace and nothing with a meaning in a URL. */
const CODE_PATTERN = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_.+%&!$*@-]{0,63}$/u

/** All spellings are the same code. Normalized again after uppercasing, which decomposes some characters. */
export const normalizeCode = (text: string): string => text.normalize('NFKC').trim().toUpperCase().normalize('NFKC')

export const isValidCode = (code: string): boolean => CODE_PATTERN.test(code)

/** Without 0 O 1 I L, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Ten symbols of 31 are 49 bits: with a million codes, one in 800 million guesses succeeds. */
export const generateCode = (prefix: string, length: number): string =>
  prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
