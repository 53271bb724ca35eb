import { describe, expect, it } from 'vitest'
import {
  DEFAULT_RETURN_TERMS,
  formatReturnTerms,
  newPolicy,
  parseExclusions,
  parsePolicyKind,
  validatePolicy,
} from './policy-labels.ts'

describe('return terms', () => {
  it('formats the terms as a sentence for customers', () => {
    expect(formatReturnTerms({ ...DEFAULT_RETURN_TERMS, windowDays: 0 })).toBe('No returns accepted.')
    expect(formatReturnTerms({ ...DEFAULT_RETURN_TERMS, windowDays: 1 })).toBe(
      'Within 1 day of delivery, for a refund; the customer pays for return shipping.',
    )
    expect(
      formatReturnTerms({
        windowDays: 30,
        kinds: ['refund', 'exchange', 'store_credit'],
        returnShipping: 'free',
        restockingFeePercent: 12.5,
        exclusions: ['Gift cards', 'Food'],
      }),
    ).toBe(
      'Within 30 days of delivery, for a refund, an exchange, or store credit, with a restocking fee of 12.5%; return shipping is free. Excluded: Gift cards and Food.',
    )
  })

  it('parses one exclusion per line and skips blank lines', () => {
    expect(parseExclusions(' Gift cards \n\n  \nFood')).toEqual(['Gift cards', 'Food'])
  })
})

describe('validatePolicy', () => {
  it('requires a title and a body of valid length', () => {
    const text = { ...newPolicy('terms'), body: 'x' }
    expect(validatePolicy(text)).toBeUndefined()
    expect(validatePolicy({ ...text, title: ' ' })).toBe('Enter a title.')
    expect(validatePolicy({ ...text, body: ' \n' })).toBe('Enter the text.')
    expect(validatePolicy({ ...text, body: 'ü'.repeat(100_000) })).toBeUndefined()
    expect(validatePolicy({ ...text, body: 'ü'.repeat(100_001) })).toBe('The text has 201 kB. The maximum is 200 kB.')
  })

  it('requires what customers get when returns are accepted', () => {
    const text = { ...newPolicy('refund'), body: 'x' }
    expect(validatePolicy({ ...text, returnTerms: { ...DEFAULT_RETURN_TERMS, kinds: [] } })).toContain(
      'what customers get',
    )
    expect(
      validatePolicy({ ...text, returnTerms: { ...DEFAULT_RETURN_TERMS, kinds: [], windowDays: 0 } }),
    ).toBeUndefined()
  })

  it('recognizes only known kinds', () => {
    expect([parsePolicyKind('legal_notice'), parsePolicyKind('nonsense')]).toEqual(['legal_notice', undefined])
  })
})
