import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import * as queries from './queries.ts'
import { replaceReview } from './reviews.ts'

const BATCH_SIZE = 200

/**
 * Hourly, for reviews that came before their product, as when a shop connects its reviews first and imports the catalog
 * then. Not with every new product: an import would start a job for each.
 */
export const matchAllReviews: Schedule = {
  name: 'reviews.match-products',
  cron: '23 * * * *',
  run: async (system) => {
    for (const environment of await queries.listWaitingEnvironments(system)) {
      if (system.signal.aborted) return
      await matchReviews({ ...system, ...environment, caller: { kind: 'system' } })
    }
  },
}

export async function matchReviews(ctx: Ctx): Promise<void> {
  for (let after = ''; ; ) {
    const waiting = await queries.listWaitingReviews(ctx, after, BATCH_SIZE)
    for (const review of waiting) await matchReview(ctx, review)
    const last = waiting.at(-1)
    if (!last || waiting.length < BATCH_SIZE) return
    after = last.id
  }
}

const matchReview = (ctx: Ctx, { source, externalId }: Pick<queries.ReviewRow, 'source' | 'externalId'>) =>
  transaction(ctx, async (ctx) => {
    const before = await queries.lockReview(ctx, source, externalId)
    const { productExternalId, productHandle: handle, productSku: sku } = before
    const product = await queries.findReviewedProduct(ctx, { externalId: productExternalId, handle, sku })
    if (product && before.productId === null) await replaceReview(ctx, before, { ...before, productId: product.id })
  })
