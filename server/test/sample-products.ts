import type { NewProduct } from '../src/modules/catalog/schemas.ts'
import type { ApiClient } from './open-shop.ts'

export const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** A shirt in two sizes and two colors, one variant on sale. */
export const SHIRT: NewProduct = {
  title: 'Linen shirt',
  description: 'Light and *airy*.',
  vendor: 'Hilda & Sons',
  type: 'Shirts',
  tags: ['summer', 'linen'],
  status: 'active',
  seo: { title: 'Linen shirts' },
  customFields: { care: 'cold wash' },
  externalId: 'erp-17',
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Color', values: ['White', 'Sky'] },
  ],
  variants: ['S', 'M'].flatMap((size) =>
    ['White', 'Sky'].map((color) => ({
      options: { Size: size, Color: color },
      sku: `LS-${size}-${color}`,
      prices: [
        { price: eur(color === 'Sky' ? 3900 : 4900), compareAtPrice: color === 'Sky' ? eur(4900) : null },
        { price: { amount: 5500, currency: 'USD' } },
      ],
      cost: eur(1500),
      weightGrams: 220,
    })),
  ),
  images: [
    { url: 'https://cdn.example.com/shirt.jpg', alt: 'A white shirt' },
    { url: 'https://cdn.example.com/back.jpg' },
  ],
}

export async function addProduct(caller: Pick<ApiClient, 'post'>, more: Partial<NewProduct> = {}) {
  const response = await caller.post('/v1/catalog/products', { ...SHIRT, externalId: null, ...more })
  if (response.status !== 201) throw new Error(`no product was made: ${JSON.stringify(response.body)}`)
  return response.body
}
