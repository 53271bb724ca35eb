import { expect, it } from 'vitest'
import { inSizeOrder } from './size-order.ts'

it.each([
  ['L M S XL XS', 'XS S M L XL'],
  ['32 L 36–38 S', 'S L 32 36–38'],
  ['34 28 30', '28 30 34'],
  ['Navy Cream Berry', 'Navy Cream Berry'],
  ['M Unique S', 'M Unique S'],
])('sorts sizes, and nothing else: %s', (values, sorted) => {
  const toValues = (text: string) => text.split(' ').map((value) => ({ value }))
  expect(inSizeOrder(toValues(values))).toEqual(toValues(sorted))
})
