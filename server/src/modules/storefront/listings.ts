import type { Ctx } from '../../ctx.ts'

/**
 * What shoppers see of these products is made anew, and every server forgets what it remembers. Called inside the
 * transaction that has changed them, their prices, their stock or their collections.
 */
export async function refreshListings(ctx: Ctx, _productIds: string[]): Promise<void> {
  tellCatalogChanged(ctx)
}

/** Something that storefronts or staff read has changed: answers that were kept no longer hold. */
const tellCatalogChanged = (ctx: Ctx): void => ctx.db.announce('catalog_changed', ctx.environmentId)
