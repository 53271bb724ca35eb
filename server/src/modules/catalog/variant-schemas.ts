import { type Static, Type } from 'typebox'
import { Id, Optional, PageQuery } from '../../kit/schema.ts'
import { VariantInput } from './schemas.ts'

const { id: _, stock, prices, ...fields } = VariantInput.properties

export const NewVariant = Type.Object(
  { ...fields, prices, stock },
  {
    examples: [
      {
        options: { Size: 'L' },
        sku: 'LS-L',
        stock: 10,
        prices: [{ price: { amount: 4900, currency: 'EUR' } }],
      },
    ],
  },
)
export type NewVariant = Static<typeof NewVariant>

export const VariantChanges = Type.Object(
  { ...fields, prices: Optional(prices) },
  { examples: [{ barcode: '4006381333931', prices: [{ price: { amount: 4500, currency: 'EUR' } }] }] },
)
export type VariantChanges = Static<typeof VariantChanges>

export const VariantPath = Type.Object({ id: Id('prod'), variantId: Id('var') })
export type VariantPath = Static<typeof VariantPath>

export const VariantsQuery = PageQuery({})
export type VariantsQuery = Static<typeof VariantsQuery>
