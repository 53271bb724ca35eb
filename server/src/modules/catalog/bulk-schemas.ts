import { type Static, Type } from 'typebox'
import { Id, OneOf, Optional } from '../../kit/schema.ts'
import { ProductChanges } from './schemas.ts'

const MATCH_BY = ['handle', 'sku', 'externalId'] as const
export type MatchBy = (typeof MATCH_BY)[number]
const OTHER_VARIANTS = ['keep', 'delete'] as const
export type OtherVariants = (typeof OTHER_VARIANTS)[number]

const matchBy = OneOf(MATCH_BY, {
  description: 'By what a product is known again: its handle, its external id, or the SKU of any of its variants.',
})
const otherVariants = Optional(
  OneOf(OTHER_VARIANTS, {
    default: 'keep',
    description:
      'What becomes of the variants of a product that its `variants` do not name: `keep` leaves them as they are, `delete` takes them away with their stock.',
  }),
)
const MAX_PRODUCTS = 500

export const BulkUpsert = Type.Object(
  { matchBy, otherVariants, products: Type.Array(ProductChanges, { minItems: 1, maxItems: MAX_PRODUCTS }) },
  {
    examples: [
      {
        matchBy: 'handle',
        products: [
          {
            handle: 'linen-shirt',
            title: 'Linen shirt',
            variants: [{ sku: 'LS-1', prices: [{ price: { amount: 4900, currency: 'EUR' } }] }],
          },
        ],
      },
    ],
  },
)

/**
 * Only the envelope is validated for the whole request: products are validated one by one, so an invalid one does not
 * fail the others.
 */
export const BulkEnvelope = Type.Object(
  { matchBy, otherVariants, products: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_PRODUCTS }) },
  { additionalProperties: false },
)

export const BulkResponse = Type.Object({
  outcomes: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Which of the products that were sent, from 0.' }),
      outcome: OneOf(['created', 'updated', 'unchanged', 'failed']),
      productId: Type.Optional(Id('prod')),
      error: Type.Optional(
        Type.Object({
          code: Type.String({ examples: ['invalid_request'] }),
          message: Type.String(),
          details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
        }),
      ),
    }),
    { description: 'One for each product, in the order in which they were sent.' },
  ),
})
export type BulkResponse = Static<typeof BulkResponse>
