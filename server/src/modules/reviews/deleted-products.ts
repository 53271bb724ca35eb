import { defineSubscriber } from '../../events/subscriber.ts'
import { detachReviews } from './queries.ts'

/** A review survives its product. PostgreSQL does this with the foreign key; a distributed database has no such rule. */
export const detachFromDeletedProducts = defineSubscriber({
  name: 'reviews.detach-from-deleted-products',
  on: ['product.deleted'],
  run: async (ctx, { data: { productId } }) => void (await detachReviews(ctx, productId)),
})
