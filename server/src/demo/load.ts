import type { Ctx, Environment, SystemCtx } from '../ctx.ts'
import { createProduct } from '../modules/catalog/products.ts'
import { publishPolicy } from '../modules/policies/policies.ts'
import type { PolicyKind } from '../modules/policies/schemas.ts'
import { copyLiveIntoSandbox } from '../modules/sandbox/copy-live.ts'
import { replaceTheme } from '../modules/theme/theme.ts'
import { updateWorkspace } from '../modules/workspaces/workspaces.ts'
import { DEPARTMENTS, SANDBOX_DEPARTMENT } from './departments.ts'
import { type Department, newProductOf } from './new-product.ts'
import { POLICIES } from './policies.ts'
import { THEME } from './theme.ts'

/** Fills a workspace that is still empty. Call it inside the transaction that opens the workspace. */
export async function loadDemoShop(
  ctx: SystemCtx,
  { live, test }: Record<'live' | 'test', Environment>,
): Promise<void> {
  const inLive: Ctx = { ...ctx, ...live, caller: { kind: 'system' } }
  await updateWorkspace(inLive, { name: 'Hazel & Oak', currency: 'EUR', timeZone: 'Europe/Berlin' })
  for (const department of DEPARTMENTS) await loadProducts(inLive, department)
  await loadPolicies(inLive)
  await replaceTheme(inLive, THEME, undefined)

  const inTest: Ctx = { ...ctx, ...test, caller: { kind: 'system' } }
  await copyLiveIntoSandbox(inTest)
  await loadProducts(inTest, SANDBOX_DEPARTMENT)
}

/** The last first, so that lists, which begin with the newest, show them as they are written. */
async function loadProducts(ctx: Ctx, department: Department): Promise<void> {
  const surroundings = { department, now: ctx.now }
  for (const product of department.products.toReversed()) await createProduct(ctx, newProductOf(product, surroundings))
}

async function loadPolicies(ctx: Ctx): Promise<void> {
  for (const [kind, draft] of Object.entries(POLICIES)) await publishPolicy(ctx, kind as PolicyKind, draft, undefined)
}
