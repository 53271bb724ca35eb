import type { DemoProduct } from '../demo-product.ts'

/**
 * Edge cases for developers that the live demo should not show: zero-decimal and three-decimal currencies, and many
 * variants.
 */
export const sandboxOnly: DemoProduct[] = [
  {
    title: '抹茶 Uji matcha, 30 g',
    description: 'Priced in yen, which has no decimals: `1980` is ¥1,980.',
    vendor: 'Maison Thé',
    type: 'Tea',
    tags: 'tea zero-decimals',
    price: 14.5,
    otherPrices: { JPY: 1980 },
    image: 'tin-moss',
    sku: 'BOX-JPY',
    grams: 60,
  },
  {
    title: 'Oud incense, Kuwait edition',
    description: 'Priced in Kuwaiti dinars, which have three decimals: `12750` is KWD 12.750.',
    vendor: 'سوق الحرفيين',
    type: 'Candles',
    tags: 'gift three-decimals',
    price: 38,
    otherPrices: { KWD: 12_750, BHD: 15_625 },
    image: 'candle-oak',
    sku: 'BOX-KWD',
    grams: 120,
  },
  {
    title: 'Pearl bookmark, Bahrain only',
    description: 'Sold only in Bahraini dinars: a storefront in euros must not show it.',
    vendor: 'سوق الحرفيين',
    type: 'Books',
    tags: 'gift three-decimals',
    price: 'none',
    otherPrices: { BHD: 4_005 },
    image: 'book-lilac',
    sku: 'BOX-BHD',
    grams: 15,
  },
  {
    title: 'Made-to-order shirt with 126 variants',
    description: 'Seven sizes, six colors, three sleeves: for pickers that must stay fast.',
    vendor: 'Nordwind',
    type: 'Shirts',
    tags: 'linen many-variants',
    price: 89,
    image: 'shirt',
    options: {
      Size: 'XS, S, M, L, XL, XXL, 3XL',
      Color: 'White, Sky, Navy, Moss, Rose, Charcoal',
      Sleeve: 'Short, Three-quarter, Long',
    },
    sku: 'BOX-126',
    grams: 230,
    stock: 'to order',
  },
]
