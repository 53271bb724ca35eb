import { expect, it } from 'vitest'
import { emptyDraft, emptyVariant } from '../product-draft.ts'
import { removeCurrency, setFieldForAll } from './bulk-edit.ts'

const [one, other] = [emptyVariant('EUR'), emptyVariant('EUR')]
const draft = { ...emptyDraft('EUR'), variants: [one, other] }

it('sets a value for the filtered variants and keeps the identity of the others', () => {
  const next = setFieldForAll(draft, new Set([one.key]), 'price', 'USD', '5.00')
  expect(next.variants[0]?.prices).toEqual({ USD: { price: '5.00', compareAt: '' } })
  expect(next.variants[1]).toBe(other)
  const costly = setFieldForAll(next, new Set([one.key, other.key]), 'cost', 'USD', '2.00')
  expect(costly.variants.map(({ cost, costCurrency }) => cost + costCurrency)).toEqual(['2.00USD', '2.00USD'])
  expect(costly.variants[0]?.prices.USD?.price).toBe('5.00')
})

it('sets stock for new variants only', () => {
  const saved = { ...other, id: 'var_1' }
  const next = setFieldForAll({ ...draft, variants: [one, saved] }, new Set([one.key, saved.key]), 'stock', 'EUR', '5')
  expect(next.variants.map(({ stock }) => stock)).toEqual(['5', ''])
})

it('removes the prices of a removed currency', () => {
  const both = new Set([one.key, other.key])
  const priced = setFieldForAll(setFieldForAll(draft, both, 'price', 'USD', '5'), both, 'price', 'EUR', '4')
  expect(removeCurrency(priced, 'USD').variants.map(({ prices }) => Object.keys(prices))).toEqual([['EUR'], ['EUR']])
})
