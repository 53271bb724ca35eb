import { randomUUID } from 'node:crypto'
import { type Ctx, type Environment, type SystemCtx, transaction } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { emit } from '../../events/emit.ts'
import { notFound } from '../../kit/errors.ts'
import { assertUniqueSkus } from '../catalog/skus.ts'
import { touchPricing } from '../pricing/version.ts'
import { makeAllListingsAnew } from '../storefront/all-listings.ts'
import * as queries from './queries.ts'
import type { Workspace, WorkspaceChanges } from './schemas.ts'
import { refuseUnknownSettings } from './settings.ts'

export const findEnvironmentById = queries.findEnvironment

/** The shop's own, in which prices are where nobody asks for another. */
export const currencyOf = async (db: Db, environmentId: string): Promise<string | undefined> =>
  (await queries.findCurrency(db, environmentId))?.currency

export async function getWorkspace(ctx: Ctx): Promise<Workspace> {
  const workspace = await queries.findWorkspace(ctx)
  if (!workspace) throw notFound('workspace', ctx.workspaceId)
  return workspace
}

export async function updateWorkspace(ctx: Ctx, changes: WorkspaceChanges): Promise<Workspace> {
  refuseUnknownSettings(changes)
  return transaction(ctx, async (ctx) => {
    if (changes.uniqueSkus) await assertUniqueSkus(ctx)
    await queries.changeWorkspace(ctx, changes)
    const workspace = await getWorkspace(ctx)
    // Prices are shown in the shop's own currency where nobody asks for another.
    ctx.db.announce('catalog_changed', ctx.environmentId)
    if (changes.searchLanguages) await makeAllListingsAnew(ctx)
    if (changes.maxQuantityPerOrder !== undefined) await touchPricing(ctx)
    const { name, currency, timeZone } = workspace
    await emit(ctx, 'workspace.updated', { name, currency, timeZone })
    return workspace
  })
}

export async function getSandboxOf(ctx: SystemCtx, workspaceId: string): Promise<Environment> {
  const sandbox = await queries.findSandbox(ctx, workspaceId)
  if (!sandbox) throw notFound('workspace', workspaceId)
  return sandbox
}

/** A workspace is born with both its environments. The live one bears the workspace's own identifier. */
export async function openWorkspace(ctx: SystemCtx, name: string): Promise<Record<'live' | 'test', Environment>> {
  const workspaceId = randomUUID()
  const sandboxId = randomUUID()
  await queries.insertWorkspace(ctx, workspaceId, sandboxId, name)
  return {
    live: { workspaceId, environmentId: workspaceId, mode: 'live' },
    test: { workspaceId, environmentId: sandboxId, mode: 'test' },
  }
}
