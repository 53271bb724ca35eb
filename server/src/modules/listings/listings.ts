import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'
import { syncMemberships } from '../collections/memberships/memberships.ts'
import { recordFacetChanges } from '../facet-index/facet-index.ts'
import { renderDescription, toPlainText } from './description-html.ts'
import * as queries from './listing-queries.ts'
import { listPublicProducts } from './product-list.ts'
import { getPublicProduct } from './public-products.ts'

/** What visitors see of the catalog. */
export const listPublishedProducts = listPublicProducts
export const getPublishedProduct = getPublicProduct
/** Without Markdown and HTML. */
export const describeAsText = (description: string): string => toPlainText(renderDescription(description))

/**
 * Rebuilds the listings of these products and invalidates the caches of all servers. Call it inside the transaction
 * that changed the products, their prices, stock or collections.
 */
export async function refreshListings(ctx: Ctx, productIds: string[]): Promise<void> {
  // Comes first because it locks the products: of two concurrent changes, the later one sees the result of the other.
  await syncMemberships(ctx, productIds)
  await queries.writeListings(ctx, productIds)
  await queries.writeListingPrices(ctx, productIds)
  await queries.writeOffers(ctx, productIds)
  await queries.addVocabulary(ctx, productIds)
  await recordFacetChanges(ctx, productIds)
  announceCatalogChange(ctx)
}

/** Invalidates cached responses on all servers after a change that storefronts or staff can see. */
export const announceCatalogChange = (ctx: Ctx): void => ctx.db.notify('catalog_changed', ctx.environmentId)

/** When the next scheduled publication or unpublication takes effect. */
export async function nextPublicationChange(ctx: Ctx): Promise<Date | null> {
  const { next } = await queries.findNextPublicationChange(ctx)
  return next === null ? null : new Date(next)
}

const BATCH = 200

/** Runs in batches, so that changes of products do not wait long. */
export const rebuildListingsJob = defineJob({
  name: 'listings.rebuild',
  payload: Type.Object({}),
  run: async (ctx) => {
    for (let after = ''; ; ) {
      const ids = (await queries.listProductIdsAfter(ctx, after, BATCH)).map(({ id }) => id)
      const last = ids.at(-1)
      if (last === undefined) break
      await transaction(ctx, (ctx) => refreshListings(ctx, ids))
      after = last
    }
    // Comes last, so that misspelled searches are still corrected during the rebuild.
    await queries.pruneVocabulary(ctx)
  },
})

/** Rebuilds all listings in the background, after a change of settings that affect them. */
export const enqueueListingsRebuild = (ctx: Ctx) =>
  enqueue(ctx, rebuildListingsJob, {}, { key: `listings.rebuild:${ctx.environmentId}` })
