import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { IdRange } from '../../db/id-range.ts'
import { sql } from '../../db/sql.ts'
import { emit } from '../../events/emit.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { copyArticles } from '../articles/copy.ts'
import { copyAssistantSettings } from '../assistant/copy.ts'
import { clearCatalog, copyCatalog } from '../catalog/copy.ts'
import { copyCollections, copyMemberships } from '../collections/copy.ts'
import { copyCsatSettings } from '../csat/copy.ts'
import { copyEmailTemplates } from '../emails/copy.ts'
import { recordFacetChangesInRange } from '../facet-index/facet-index.ts'
import { copyLevels, copyLocations, listReservedProductIds } from '../inventory/copy.ts'
import { copyListings, copyVocabulary } from '../listings/copy.ts'
import { refreshListings } from '../listings/listings.ts'
import { copyProgram } from '../loyalty/copy.ts'
import { copyMacros } from '../macros/copy.ts'
import { copyPolicies } from '../policies/copy.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import { copyPromotions } from '../promotions/copy.ts'
import { copyReviewSettings } from '../reviews/copy.ts'
import { copySegments } from '../segments/copy.ts'
import { clearShipping, copyShipping } from '../shipping/copy.ts'
import { copySlas } from '../slas/copy.ts'
import { copyTaxes } from '../taxes/copy.ts'
import { copyTheme } from '../theme/copy.ts'
import { copyTicketRules } from '../ticket-rules/copy.ts'
import { copyTicketSettings } from '../tickets/copy.ts'
import { copySettings } from '../workspaces/copy.ts'

/**
 * Replaces settings, policies, articles, theme, email templates, shipping, taxes, loyalty program, catalog, stock, collections,
 * segments, promotions and settings of tickets of the sandbox with copies from live, under the same ids. Call it inside a transaction with the
 * sandbox as the environment: live is only read.
 */
export async function copyLiveIntoSandbox(ctx: Ctx): Promise<void> {
  if (ctx.mode !== 'test') throw new Error('Only a sandbox may be overwritten')
  // The live environment has the id of the workspace.
  const live = ctx.workspaceId
  await copySettings(ctx, live)
  await copyPolicies(ctx, live)
  await copyArticles(ctx, live)
  await copyTheme(ctx, live)
  await copyEmailTemplates(ctx, live)
  for await (const batch of productBatches(ctx, ctx.environmentId)) {
    await recordFacetChangesInRange(ctx, batch)
    await clearCatalog(ctx, batch)
  }
  // Before the locations, because pickup rates reference them.
  await clearShipping(ctx)
  await copyLocations(ctx, live)
  await copyShipping(ctx, live)
  await copyTaxes(ctx, live)
  await copyProgram(ctx, live)
  await bumpPricingVersion(ctx)
  await copyCollections(ctx, live)
  await copyVocabulary(ctx, live)
  let products = 0
  for await (const batch of productBatches(ctx, live)) {
    products += await copyCatalog(ctx, live, batch)
    await copyLevels(ctx, live, batch)
    await copyMemberships(ctx, live, batch)
    await copyListings(ctx, live, batch)
    await recordFacetChangesInRange(ctx, batch)
    // Reservations are not copied, so variants that are sold out in live only because of them are available here.
    await refreshListings(ctx, await listReservedProductIds(ctx, live, batch))
  }
  await copySegments(ctx, live)
  await copyPromotions(ctx, live)
  await copyTicketSettings(ctx, live)
  await copyMacros(ctx, live)
  await copyTicketRules(ctx, live)
  await copySlas(ctx, live)
  await copyCsatSettings(ctx, live)
  await copyReviewSettings(ctx, live)
  await copyAssistantSettings(ctx, live)
  await emit(ctx, 'sandbox.reset', { products })
}

/** Statements time out after 15 s; the slowest on this many took 4.2 s, on two cores with a load of 16. */
const VARIANTS_PER_BATCH = 5000

/** All products of an environment, in id ranges small enough for one statement, whatever the size of the catalog. */
export async function* productBatches(ctx: Ctx, environmentId: string): AsyncGenerator<IdRange> {
  for (let after = ''; after < LAST_ID; ) {
    // Lets a shutdown stop the copy between batches.
    ctx.signal.throwIfAborted()
    const end = await findBatchEnd(ctx, environmentId, after)
    const upTo = end?.productId ?? LAST_ID
    yield { after, upTo }
    after = upTo
  }
}

const findBatchEnd = (ctx: Ctx, environmentId: string, after: string) =>
  ctx.db.row(
    Type.Object({ productId: Type.String() }),
    sql`
      select product_id
      from variants
      where environment_id = ${environmentId} and product_id > ${after}
      order by product_id, position
      limit 1 offset ${VARIANTS_PER_BATCH}`,
  )
