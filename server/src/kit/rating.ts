import { Type } from 'typebox'
import { Nullable } from './schema.ts'

/** Of a product, in every response that shows one. */
export const ProductRating = Nullable(
  Type.Object(
    {
      average: Type.Number({ minimum: 1, maximum: 5, examples: [4.33] }),
      count: Type.Integer({ minimum: 1 }),
    },
    { description: 'Of the published reviews, from 1 to 5 stars. Null without reviews.' },
  ),
)
