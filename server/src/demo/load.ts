import type { Ctx, Environment, SystemCtx } from '../ctx.ts'
import { createProduct } from '../modules/catalog/products.ts'
import type { Product } from '../modules/catalog/schemas.ts'
import { createCollection } from '../modules/collections/collections.ts'
import { setMembers } from '../modules/collections/members.ts'
import { adjustStock } from '../modules/inventory/adjustments.ts'
import { createLocation } from '../modules/inventory/locations.ts'
import { publishPolicy } from '../modules/policies/policies.ts'
import type { PolicyKind } from '../modules/policies/schemas.ts'
import { copyLiveIntoSandbox } from '../modules/sandbox/copy-live.ts'
import { replaceTheme } from '../modules/theme/theme.ts'
import { updateWorkspace } from '../modules/workspaces/workspaces.ts'
import { COLLECTIONS } from './collections.ts'
import type { DemoProduct } from './demo-product.ts'
import { DEPARTMENTS, SANDBOX_DEPARTMENT } from './departments.ts'
import { type Department, newProductOf } from './new-product.ts'
import { addressOf } from './pictures/address.ts'
import { POLICIES } from './policies.ts'
import { LOCATIONS, stockOf } from './stock.ts'
import { THEME } from './theme.ts'

interface Made {
  demo: DemoProduct
  product: Product
}

/** Fills a workspace that is still empty. Call it inside the transaction that opens the workspace. */
export async function loadDemoShop(
  ctx: SystemCtx,
  { live, test }: Record<'live' | 'test', Environment>,
): Promise<void> {
  const inLive: Ctx = { ...ctx, ...live, caller: { kind: 'system' } }
  const settings = { name: 'Hazel & Oak', currency: 'EUR', timeZone: 'Europe/Berlin' }
  await updateWorkspace(inLive, { ...settings, searchLanguages: ['en', 'de', 'fr'] })
  await createLocation(inLive, { name: LOCATIONS[0] })
  const shop = await createLocation(inLive, { name: LOCATIONS[1] })
  const made: Made[] = []
  for (const department of DEPARTMENTS) made.push(...(await loadProducts(inLive, department)))
  await stockTheShop(inLive, shop.id, made)
  await loadCollections(inLive, made)
  await loadPolicies(inLive)
  await replaceTheme(inLive, THEME, undefined)

  const inTest: Ctx = { ...ctx, ...test, caller: { kind: 'system' } }
  await copyLiveIntoSandbox(inTest)
  await loadProducts(inTest, SANDBOX_DEPARTMENT)
}

/** The last first, so that lists, which begin with the newest, show them as they are written. */
async function loadProducts(ctx: Ctx, department: Department): Promise<Made[]> {
  const made: Made[] = []
  for (const demo of department.products.toReversed()) {
    made.push({ demo, product: await createProduct(ctx, newProductOf(demo, { department, now: ctx.now })) })
  }
  return made
}

/** The most that one adjustment takes. */
const CHUNK = 500

/** What new variants begin with lies in the warehouse; this is what lies in the shop. */
async function stockTheShop(ctx: Ctx, locationId: `loc_${string}`, made: Made[]): Promise<void> {
  const changes = made.flatMap(({ demo, product }) =>
    stockOf(demo).flatMap(({ onHand: [, onHand = 0] }, at) => {
      const variantId = product.variants[at]?.id
      return variantId && onHand > 0 ? [{ variantId, locationId, onHand, lowStockAt: 3 }] : []
    }),
  )
  for (let from = 0; from < changes.length; from += CHUNK) {
    await adjustStock(ctx, { reason: 'received', changes: changes.slice(from, from + CHUNK) })
  }
}

async function loadCollections(ctx: Ctx, made: Made[]): Promise<void> {
  const idOf = new Map(made.map(({ demo, product }) => [demo.sku, product.id]))
  for (const { products = [], picture, rules, ...rest } of COLLECTIONS.toReversed()) {
    const image = { url: addressOf(picture), alt: rest.title }
    const how = rules ? { kind: 'rules' as const, rules } : { kind: 'manual' as const }
    const { id } = await createCollection(ctx, { ...rest, image, status: 'active', ...how })
    const members = products.flatMap((sku) => idOf.get(sku) ?? [])
    if (members.length > 0) await setMembers(ctx, id, members)
  }
}

async function loadPolicies(ctx: Ctx): Promise<void> {
  for (const [kind, draft] of Object.entries(POLICIES)) await publishPolicy(ctx, kind as PolicyKind, draft, undefined)
}
