import { type Static, Type } from 'typebox'
import { Id, Optional } from '../../kit/schema.ts'
import { ItemInput } from '../carts/schemas.ts'

export const PointsPreviewRequest = Type.Object(
  {
    cartId: Optional(Id('cart')),
    items: Optional(Type.Array(ItemInput, { minItems: 1, maxItems: 250, description: 'Instead of a cart.' })),
    customerId: Optional(Id('cus')),
  },
  { examples: [{ items: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] }] },
)
export type PointsPreviewRequest = Static<typeof PointsPreviewRequest>
