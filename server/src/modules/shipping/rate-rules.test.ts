import { expect, it } from 'vitest'
import { AppError } from '../../kit/errors.ts'
import { assertValidRateFields } from './rate-rules.ts'
import type { RatePriceInput } from './schemas.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const jpy = (amount: number) => ({ amount, currency: 'JPY' })

function messagesFor(price: RatePriceInput): string[] {
  const zoneId = 'zone_01k9z3h8x2f7mtv4q6bw0ncdre' as const
  try {
    assertValidRateFields({
      type: 'shipping',
      zoneId,
      locationId: null,
      price,
      freeFrom: null,
      minDays: null,
      maxDays: null,
    })
  } catch (error) {
    if (error instanceof AppError) return (error.details ?? []).map(({ message }) => message)
    throw error
  }
  return []
}

it('formats amounts and weights in error messages', () => {
  const amounts = [eur(490), jpy(800)]
  const tiers = [
    { upTo: [eur(12_000), jpy(12_000)], amounts },
    { upTo: [eur(10_000), jpy(10_000)], amounts },
  ]
  expect(messagesFor({ kind: 'price', tiers })).toEqual([
    'must be more than 120.00 EUR, the end of the previous tier',
    'must be more than 12000 JPY, the end of the previous tier',
  ])
  const weights = [500, 400].map((upToGrams) => ({ upToGrams, amounts }))
  expect(messagesFor({ kind: 'weight', tiers: weights })).toEqual([
    'must be more than 500 g, the end of the previous tier',
  ])
})
