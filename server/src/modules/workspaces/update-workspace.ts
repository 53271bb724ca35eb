import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { assertUniqueSkus } from '../catalog/catalog.ts'
import { enqueueListingsRebuild } from '../listings/listings.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import * as queries from './queries.ts'
import type { Workspace, WorkspaceChanges } from './schemas.ts'
import { assertValidSettings, getWorkspace } from './workspaces.ts'

export async function updateWorkspace(ctx: Ctx, changes: WorkspaceChanges): Promise<Workspace> {
  assertValidSettings(changes)
  return transaction(ctx, async (ctx) => {
    if (changes.uniqueSkus) await assertUniqueSkus(ctx)
    await queries.updateSettings(ctx, changes)
    const workspace = await getWorkspace(ctx)
    // Cached storefront responses show prices in the shop currency by default.
    ctx.db.notify('catalog_changed', ctx.environmentId)
    if (changes.searchLanguages) await enqueueListingsRebuild(ctx)
    if (changes.maxQuantityPerOrder !== undefined) await bumpPricingVersion(ctx)
    const { name, currency, timeZone } = workspace
    await emit(ctx, 'workspace.updated', { name, currency, timeZone })
    return workspace
  })
}
