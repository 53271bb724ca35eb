import { expect, it } from 'vitest'
import { formatSize, formatUse, imageTitle, type LibraryImage } from './media.ts'

const IMAGE: LibraryImage = {
  name: 'a.png',
  title: null,
  url: 'https://shop.example/files/a.png',
  width: 1,
  height: 1,
  sizeBytes: 1,
  productCount: 0,
  used: false,
  createdAt: '2026-01-01T00:00:00.000Z',
}

it('says what an image is, how large, and who uses it', () => {
  expect([1, 1499, 999_499, 1_250_000].map(formatSize)).toEqual(['1 kB', '1 kB', '999 kB', '1.3 MB'])
  expect(imageTitle({ ...IMAGE, title: 'Beach.png' })).toBe('Beach.png')
  expect(imageTitle({ ...IMAGE, productCount: 2, used: true })).toBe('Product image')
  const uses = [{}, { used: true }, { used: true, productCount: 1 }, { used: true, productCount: 3 }]
  expect(uses.map((more) => formatUse({ ...IMAGE, ...more }))).toEqual([
    'Not used',
    'In use',
    '1 product',
    '3 products',
  ])
})
