import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, type Quote, signQuote, verifyQuote } from './quotes.ts'

const SECRET = 'a'.repeat(64)
const NOW = Date.parse('2026-11-15T09:30:00Z')
const QUOTE: Quote = {
  environmentId: '0195a0a0-0000-7000-8000-000000000001',
  service: 'express',
  rateIds: ['rate_01k9z3h8x2f7mtv4q6bw0ncdre'],
  minItemTotal: 4900,
  title: 'Exprès für Ünî 漢',
  type: 'shipping',
  amount: 1290,
  currency: 'EUR',
  fingerprint: fingerprintOf([{ variantId: 'var_1', quantity: 1 }], {
    country: 'AT',
    region: null,
    postalCode: '1010',
  }),
  expiresAtMs: NOW + 60_000,
}
const here = { environmentId: QUOTE.environmentId, nowMs: NOW }

describe('verifyQuote', () => {
  it('returns the signed quote until it expires', () => {
    const id = signQuote(QUOTE, SECRET)
    expect(id).toMatch(/^quote_[\w-]+$/)
    expect(verifyQuote(id, SECRET, here)).toEqual(QUOTE)
    expect(verifyQuote(id, SECRET, { ...here, nowMs: QUOTE.expiresAtMs - 1 })).toEqual(QUOTE)
    expect(verifyQuote(id, SECRET, { ...here, nowMs: QUOTE.expiresAtMs })).toBeUndefined()
  })

  it('rejects a quote of another environment or installation', () => {
    const id = signQuote(QUOTE, SECRET)
    expect(verifyQuote(id, SECRET, { ...here, environmentId: '0195a0a0-0000-7000-8000-000000000002' })).toBeUndefined()
    expect(verifyQuote(id, 'b'.repeat(64), here)).toBeUndefined()
  })

  it('rejects a quote with any character changed, missing or added', () => {
    const id = signQuote(QUOTE, SECRET)
    for (let at = 0; at < id.length; at++) {
      const other = id[at] === 'A' ? 'B' : 'A'
      expect(verifyQuote(id.slice(0, at) + other + id.slice(at + 1), SECRET, here)).toBeUndefined()
      expect(verifyQuote(id.slice(0, at), SECRET, here)).toBeUndefined()
      expect(verifyQuote(id.slice(0, at) + id.slice(at + 1), SECRET, here)).toBeUndefined()
    }
    for (const more of ['A', '=', ' ', '\n']) expect(verifyQuote(id + more, SECRET, here)).toBeUndefined()
  })

  it('rejects a forged cheaper price', () => {
    const id = signQuote(QUOTE, SECRET)
    const cheaper = signQuote({ ...QUOTE, amount: 1 }, 'guessed')
    expect(verifyQuote(cheaper, SECRET, here)).toBeUndefined()
    expect(verifyQuote(cheaper.slice(0, -22) + id.slice(-22), SECRET, here)).toBeUndefined()
  })

  it('returns undefined for any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => verifyQuote(text, SECRET, here) === undefined))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => verifyQuote(`quote_${text}`, SECRET, here) === undefined),
    )
    expect(verifyQuote(`quote_${'A'.repeat(1_000_000)}`, SECRET, here)).toBeUndefined()
  })

  it('supports 100 rates and a long title, and signQuote rejects anything longer', () => {
    const large = { ...QUOTE, rateIds: Array(100).fill(QUOTE.rateIds[0]), title: '漢'.repeat(100) }
    expect(verifyQuote(signQuote(large, SECRET), SECRET, here)).toEqual(large)
    expect(() => signQuote({ ...large, title: 'x'.repeat(8000) }, SECRET)).toThrow(RangeError)
  })
})

describe('fingerprintOf', () => {
  const destination = { country: 'GB', region: null, postalCode: 'SW1A 1AA' }
  const items = [
    { variantId: 'var_1', quantity: 2 },
    { variantId: 'var_2', quantity: 1 },
  ]

  it('is equal for the same items and destination in any notation', () => {
    const one = fingerprintOf(items, destination)
    expect(fingerprintOf(items.toReversed(), { ...destination, postalCode: 'sw1a1aa', region: '' })).toBe(one)
    const split = [...items, { variantId: 'var_3', quantity: 0 }, { variantId: 'var_2', quantity: 1 }]
    expect(fingerprintOf([...items, { variantId: 'var_2', quantity: 1 }], destination)).toBe(
      fingerprintOf(split, destination),
    )
  })

  it('differs for other items, quantities or destinations', () => {
    const all = [
      fingerprintOf(items, destination),
      fingerprintOf(items.slice(1), destination),
      fingerprintOf([{ variantId: 'var_1', quantity: 1 }, ...items], destination),
      fingerprintOf(items, { ...destination, postalCode: 'SW1A 1AB' }),
      fingerprintOf(items, { ...destination, country: 'IE' }),
      fingerprintOf(items, { ...destination, region: 'ENG' }),
      fingerprintOf(items, { ...destination, region: 'SW1A 1AA', postalCode: null }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})
