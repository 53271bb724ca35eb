import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'
import { syncMemberships } from '../collections/rule-memberships.ts'
import * as queries from './listing-queries.ts'

/**
 * What shoppers see of these products is made anew, and every server forgets what it remembers. Called inside the
 * transaction that has changed them, their prices, their stock or their collections.
 */
export async function refreshListings(ctx: Ctx, productIds: string[]): Promise<void> {
  // First, since it holds them: of two who change one product the later one sees what the other has done.
  await syncMemberships(ctx, productIds)
  await queries.writeListings(ctx, productIds)
  await queries.writeListingPrices(ctx, productIds)
  await queries.writeOffers(ctx, productIds)
  await queries.addVocabulary(ctx, productIds)
  announceCatalogChange(ctx)
}

/** Something that storefronts or staff read has changed: answers that were kept no longer hold. */
export const announceCatalogChange = (ctx: Ctx): void => ctx.db.notify('catalog_changed', ctx.environmentId)

/** When something goes on show or off it next, without anybody's doing. */
export async function nextPublicationChange(ctx: Ctx): Promise<Date | null> {
  const { next } = await queries.findNextPublicationChange(ctx)
  return next === null ? null : new Date(next)
}

const BATCH = 200

/** In batches, so that nobody who changes a product waits long. */
export const rebuildListingsJob = defineJob({
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
export const enqueueListingsRebuild = (ctx: Ctx) =>
  enqueue(ctx, rebuildListingsJob, {}, { key: `storefront.all-listings:${ctx.environmentId}` })
