import { expect, it } from 'vitest'
import { toHomeUrl } from './shop-url.ts'

it.for([
  ['https://shop.example/products/{handle}', 'https://shop.example/'],
  ['https://shop.example/{handle}', 'https://shop.example/'],
  ['https://shop.example/product?id={id}', 'https://shop.example/'],
  ['https://example.com/shop/products/{handle}', 'https://example.com/shop/'],
  ['https://example.com/shop/item-{id}.html', 'https://example.com/shop/'],
  ['not a URL', undefined],
] as const)('the home page of %s', ([pattern, expected]) => {
  expect(toHomeUrl(pattern)).toBe(expected)
})
