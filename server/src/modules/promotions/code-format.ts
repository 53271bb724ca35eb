import { randomInt } from 'node:crypto'

/** Letters, digits and some signs, none of which is blank or means something in an address. */
const CODE_PATTERN = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_.+%&!$*@-]{0,63}$/u

/** However a buyer writes it, it is the same code. Once more after the letters have grown: some fall apart in doing so. */
export const normalizeCode = (text: string): string => text.normalize('NFKC').trim().toUpperCase().normalize('NFKC')

export const isValidCode = (code: string): boolean => CODE_PATTERN.test(code)

/** Without 0 O 1 I L, which are mistaken for each other. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Ten symbols of 31 are 49 bits: of a million codes, one in 800 million guesses hits one. */
export const generateCode = (prefix: string, length: number): string =>
  prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
