import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'
import * as queries from './listing-queries.ts'
import { refreshListings } from './listings.ts'

const BATCH = 200

/** In batches, so that nobody who changes a product waits long. */
export const allListingsJob = defineJob({
  name: 'storefront.all-listings',
  payload: Type.Object({}),
  run: async (ctx) => {
    for (let after = ''; ; ) {
      const ids = (await queries.listProductIdsAfter(ctx, after, BATCH)).map(({ id }) => id)
      const last = ids.at(-1)
      if (last === undefined) break
      await transaction(ctx, (ctx) => refreshListings(ctx, ids))
      after = last
    }
    // Last, so that misspelled searches are understood meanwhile.
    await queries.pruneVocabulary(ctx)
  },
})

/** All of them, in the background: what they are made by has changed. */
export const makeAllListingsAnew = (ctx: Ctx) =>
  enqueue(ctx, allListingsJob, {}, { key: `storefront.all-listings:${ctx.environmentId}` })
