import type { Ctx } from '../../ctx.ts'
import { placeProducts } from '../collections/membership.ts'
import * as queries from './listing-queries.ts'

/**
 * What shoppers see of these products is made anew, and every server forgets what it remembers. Called inside the
 * transaction that has changed them, their prices, their stock or their collections.
 */
export async function refreshListings(ctx: Ctx, productIds: string[]): Promise<void> {
  // First, since it holds them: of two who change one product the later one sees what the other has done.
  await placeProducts(ctx, productIds)
  await queries.writeListings(ctx, productIds)
  await queries.writeListingPrices(ctx, productIds)
  await queries.writeOffers(ctx, productIds)
  await queries.addVocabulary(ctx, productIds)
  tellCatalogChanged(ctx)
}

/** Something that storefronts or staff read has changed: answers that were kept no longer hold. */
export const tellCatalogChanged = (ctx: Ctx): void => ctx.db.announce('catalog_changed', ctx.environmentId)

/** When something goes on show or off it next, without anybody's doing. */
export async function nextShowing(ctx: Ctx): Promise<Date | null> {
  const { next } = await queries.findNextShowing(ctx)
  return next === null ? null : new Date(next)
}
