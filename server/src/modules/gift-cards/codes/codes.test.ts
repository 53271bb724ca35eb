import { describe, expect, it } from 'vitest'
import { formatCode, generateCode, hashCode, isHardToGuess, isWellFormed, normalizeCode } from './codes.ts'

const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** The documented algorithm: start with the length, then triple and add the next symbol, modulo 31. */
function withCheckSymbol(prefix: string): string {
  const sum = (symbols: string) =>
    [...symbols].reduce((sum, symbol) => (sum * 3 + SYMBOLS.indexOf(symbol)) % 31, symbols.length)
  return [...SYMBOLS].find((symbol) => sum(prefix + symbol) === 0) ?? ''
}

describe('gift card codes', () => {
  it('have 16 symbols without 0 O 1 I L, in groups of four, and are unique', () => {
    const codes = Array.from({ length: 2000 }, generateCode)
    for (const code of codes) {
      expect(formatCode(code)).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
      expect([code, isWellFormed(code), isHardToGuess(code)]).toEqual([code, true, true])
    }
    expect(new Set(codes).size).toBe(2000)
    expect(new Set(codes.join('')).size).toBe(SYMBOLS.length)
  })

  it('are invalid with any single wrong symbol', () => {
    const code = generateCode()
    for (let at = 0; at < code.length; at++) {
      for (const symbol of SYMBOLS.replace(code.charAt(at), '')) {
        expect(isWellFormed(code.slice(0, at) + symbol + code.slice(at + 1))).toBe(false)
      }
    }
  })

  it('are invalid with two swapped symbols', () => {
    const code = generateCode()
    for (let one = 0; one < code.length; one++) {
      for (let other = one + 1; other < code.length; other++) {
        const symbols = [...code]
        ;[symbols[one], symbols[other]] = [code.charAt(other), code.charAt(one)]
        expect(isWellFormed(symbols.join(''))).toBe(code.charAt(one) === code.charAt(other))
      }
    }
  })

  it('are equal regardless of case, spaces and hyphens', () => {
    const code = generateCode()
    const typed = [
      code.toLowerCase(),
      formatCode(code),
      ` ${formatCode(code).replaceAll('-', ' ')}\n`,
      formatCode(code).replaceAll('-', ' – '),
    ]
    for (const text of typed) expect(normalizeCode(text)).toBe(code)
  })

  it('are invalid with a missing or extra symbol', () => {
    const code = generateCode()
    for (let at = 0; at <= code.length; at++) {
      expect(isWellFormed(code.slice(0, at) + code.slice(at + 1))).toBe(at === code.length)
    }
    for (const symbol of SYMBOLS) expect(isWellFormed(code + symbol)).toBe(symbol === withCheckSymbol(code))
  })

  it('must have 16 to 28 symbols of the alphabet without too many repeats', () => {
    const long = (length: number) => {
      const prefix = generateCode()
        .repeat(2)
        .slice(0, length - 1)
      return prefix + withCheckSymbol(prefix)
    }
    expect([15, 16, 28, 29].map((length) => isWellFormed(long(length)))).toEqual([false, true, true, false])
    for (const text of ['', `${generateCode().slice(0, -1)}0`, `${generateCode()}É`])
      expect(isWellFormed(text)).toBe(false)
    const repetitive = '2'.repeat(15)
    expect([
      isWellFormed(repetitive + withCheckSymbol(repetitive)),
      isHardToGuess(repetitive + withCheckSymbol(repetitive)),
    ]).toEqual([true, false])
  })

  it('have a different hash per secret and per environment', () => {
    const code = generateCode()
    const hashes = [
      hashCode('a', 'x', code),
      hashCode('b', 'x', code),
      hashCode('a', 'y', code),
      hashCode('a', 'x', generateCode()),
    ]
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
    expect(hashCode('a', 'x', code)).toEqual(hashes[0])
  })
})
