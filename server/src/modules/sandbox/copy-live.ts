import type { Ctx } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { clearCatalog, copyCatalog } from '../catalog/copy.ts'
import { copyCollections, copyMemberships } from '../collections/copy.ts'
import { copyLevels, copyLocations, listReserved } from '../inventory/copy.ts'
import { copyProgram } from '../loyalty/copy.ts'
import { copyMailTemplates } from '../mails/copy.ts'
import { copyPolicies } from '../policies/copy.ts'
import { touchPricing } from '../pricing/version.ts'
import { copyPromotions } from '../promotions/copy.ts'
import { clearShipping, copyShipping } from '../shipping/copy.ts'
import { copyListings, copyVocabulary } from '../storefront/copy.ts'
import { refreshListings } from '../storefront/listings.ts'
import { copyTaxes } from '../taxes/copy.ts'
import { copyTheme } from '../theme/copy.ts'
import { copySettings } from '../workspaces/copy.ts'
import { stretchesOf } from './stretches.ts'

/**
 * The sandbox becomes a copy of live: settings, policies, theme, mail templates, shipping, taxes, loyalty program, catalogue, stock, collections and promotions,
 * under the same ids. What it had of them is gone. Call it inside a transaction, with the sandbox as the environment: live is
 * only read.
 */
export async function copyLiveIntoSandbox(ctx: Ctx): Promise<void> {
  if (ctx.mode !== 'test') throw new Error('Only a sandbox may be overwritten')
  // Live bears the workspace's own identifier.
  const live = ctx.workspaceId
  await copySettings(ctx, live)
  await copyPolicies(ctx, live)
  await copyTheme(ctx, live)
  await copyMailTemplates(ctx, live)
  for await (const stretch of stretchesOf(ctx, ctx.environmentId)) await clearCatalog(ctx, stretch)
  // Before the locations, which its rates name.
  await clearShipping(ctx)
  await copyLocations(ctx, live)
  await copyShipping(ctx, live)
  await copyTaxes(ctx, live)
  await copyProgram(ctx, live)
  await touchPricing(ctx)
  await copyCollections(ctx, live)
  await copyVocabulary(ctx, live)
  let products = 0
  for await (const stretch of stretchesOf(ctx, live)) {
    products += await copyCatalog(ctx, live, stretch)
    await copyLevels(ctx, live, stretch)
    await copyMemberships(ctx, live, stretch)
    await copyListings(ctx, live, stretch)
    // What is sold out there only because it is reserved can be had here.
    await refreshListings(ctx, await listReserved(ctx, live, stretch))
  }
  await copyPromotions(ctx, live)
  await emit(ctx, 'sandbox.reset', { products })
}
