import { type Static, Type } from 'typebox'
import { Id, OneOf, Optional } from '../../kit/schema.ts'
import { ProductChanges } from './schemas.ts'

const MATCH_BY = ['handle', 'sku', 'externalId'] as const
export type MatchBy = (typeof MATCH_BY)[number]
const OTHER_VARIANTS = ['keep', 'delete'] as const
export type OtherVariants = (typeof OTHER_VARIANTS)[number]

const matchBy = OneOf(MATCH_BY, {
  description: 'How products are matched: by handle, by external ID, or by the SKU of any of their variants.',
})
const otherVariants = Optional(
  OneOf(OTHER_VARIANTS, {
    default: 'keep',
    description:
      'What happens to existing variants that are not in `variants`: `keep` leaves them unchanged, `delete` deletes them with their stock.',
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
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Position of the product in the request, starting at 0.' }),
      outcome: OneOf(['created', 'updated', 'unchanged', 'failed']),
      productId: Type.Optional(Id('prod')),
      error: Type.Optional(
        Type.Object(
          {
            code: Type.String({ examples: ['invalid_request'] }),
            message: Type.String(),
            details: Type.Optional(
              Type.Array(Type.Object({ path: Type.String(), message: Type.String() }, { additionalProperties: true })),
            ),
          },
          { additionalProperties: true, description: 'The same fields as in an error response, without `requestId`.' },
        ),
      ),
    }),
    { description: 'One result per product, in the order of the request.' },
  ),
})
export type BulkResponse = Static<typeof BulkResponse>
