import type { Ctx } from '../../ctx.ts'
import { placeProducts } from '../collections/membership.ts'

/**
 * What shoppers see of these products is made anew, and every server forgets what it remembers. Called inside the
 * transaction that has changed them, their prices, their stock or their collections.
 */
export async function refreshListings(ctx: Ctx, productIds: string[]): Promise<void> {
  await placeProducts(ctx, productIds)
  tellCatalogChanged(ctx)
}

/** Something that storefronts or staff read has changed: answers that were kept no longer hold. */
const tellCatalogChanged = (ctx: Ctx): void => ctx.db.announce('catalog_changed', ctx.environmentId)
