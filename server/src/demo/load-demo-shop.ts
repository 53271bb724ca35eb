import type { Ctx, Environment, SystemCtx } from '../ctx.ts'
import { bulkUpsert } from '../modules/catalog/bulk-upsert.ts'
import { getProduct } from '../modules/catalog/catalog.ts'
import type { Product } from '../modules/catalog/schemas.ts'
import { setCollectionProducts } from '../modules/collections/collection-products.ts'
import { createCollection } from '../modules/collections/collections.ts'
import { adjustStock } from '../modules/inventory/adjustments.ts'
import { createLocation } from '../modules/inventory/locations.ts'
import { countSales } from '../modules/listings/best-sellers.ts'
import { publishPolicy } from '../modules/policies/policies.ts'
import type { PolicyKind } from '../modules/policies/schemas.ts'
import { addCodes } from '../modules/promotions/codes/change-codes.ts'
import { createPromotion } from '../modules/promotions/promotions.ts'
import { copyLiveIntoSandbox } from '../modules/sandbox/copy-live.ts'
import { replaceTheme } from '../modules/theme/theme.ts'
import { updateWorkspace } from '../modules/workspaces/update-workspace.ts'
import { loadArticles } from './articles.ts'
import { COLLECTIONS } from './collections.ts'
import type { DemoProduct } from './demo-product.ts'
import { DEPARTMENTS, SANDBOX_DEPARTMENT } from './departments.ts'
import { loadHelpDesk } from './help-desk.ts'
import { imageUrl } from './images/image-url.ts'
import { loadLoyaltyPoints, loadLoyaltyProgram } from './loyalty.ts'
import { loadOrders } from './orders.ts'
import { POLICIES } from './policies.ts'
import { PROMOTIONS } from './promotions.ts'
import { loadReviews } from './reviews.ts'
import { loadShipping } from './shipping.ts'
import { loadStaff } from './staff.ts'
import { LOCATIONS, stockOf } from './stock.ts'
import { loadTaxes } from './taxes.ts'
import { THEME } from './theme.ts'
import { loadTickets } from './tickets.ts'
import { type Department, toNewProduct } from './to-new-product.ts'

interface LoadedProduct {
  demo: DemoProduct
  productId: Product['id']
}

/** Fills an empty workspace. Call it inside the transaction that creates the workspace. */
export async function loadDemoShop(
  ctx: SystemCtx,
  { live, test }: Record<'live' | 'test', Environment>,
): Promise<void> {
  const inLive: Ctx = { ...ctx, ...live, caller: { kind: 'system' } }
  const settings = { name: 'Hazel & Oak', currency: 'EUR', timeZone: 'Europe/Berlin' }
  const storefrontUrl = '/shop/products/{handle}'
  await updateWorkspace(inLive, { ...settings, storefrontUrl, searchLanguages: ['en', 'de', 'fr'] })
  await createLocation(inLive, { name: LOCATIONS[0] })
  const shop = await createLocation(inLive, { name: LOCATIONS[1] })
  const loaded: LoadedProduct[] = []
  for (const department of DEPARTMENTS) loaded.push(...(await loadProducts(inLive, department)))
  await loadShopStock(inLive, shop.id, loaded)
  await loadCollections(inLive, loaded)
  await loadPromotions(inLive, loaded)
  await loadPolicies(inLive)
  await loadShipping(inLive, shop.id)
  await loadTaxes(inLive)
  await loadLoyaltyProgram(inLive)
  await replaceTheme(inLive, THEME, undefined)
  const idOf = new Map(loaded.map(({ demo, productId }) => [demo.sku, productId]))
  await loadReviews(inLive, idOf)
  await loadOrders(inLive, idOf)
  await countSales(inLive)
  await loadLoyaltyPoints(inLive)
  const agentIds = await loadStaff(inLive)
  await loadTickets(inLive, agentIds)
  await loadHelpDesk(inLive)
  await loadArticles(inLive)

  const inTest: Ctx = { ...ctx, ...test, caller: { kind: 'system' } }
  await copyLiveIntoSandbox(inTest)
  await loadProducts(inTest, SANDBOX_DEPARTMENT)
  await loadOrders(inTest, idOf)
  await countSales(inTest)
  await loadLoyaltyPoints(inTest)
  await loadTickets(inTest, agentIds)
}

/** Creates the last product first: lists show the newest first, so they match the order in the files. */
async function loadProducts(ctx: Ctx, department: Department): Promise<LoadedProduct[]> {
  const products = department.products.toReversed()
  const inputs = products.map((product) => toNewProduct(product, { department, now: ctx.now }))
  const outcomes = await bulkUpsert(ctx, 'externalId', inputs)
  return outcomes.map((outcome, at) => {
    if (outcome.outcome === 'failed') throw outcome.error
    return { demo: products[at] as DemoProduct, productId: outcome.productId }
  })
}

/** Maximum number of changes per stock adjustment. */
const CHUNK_SIZE = 500

/** New variants get their initial stock in the warehouse; this adds the stock of the shop. */
async function loadShopStock(ctx: Ctx, locationId: `loc_${string}`, loaded: LoadedProduct[]): Promise<void> {
  const changes = loaded.flatMap(({ demo }) =>
    stockOf(demo).flatMap(({ sku, onHand: [, onHand = 0] }) =>
      onHand > 0 ? [{ sku, locationId, onHand, lowStockThreshold: 3 }] : [],
    ),
  )
  for (let from = 0; from < changes.length; from += CHUNK_SIZE) {
    await adjustStock(ctx, { reason: 'received', changes: changes.slice(from, from + CHUNK_SIZE) })
  }
}

async function loadCollections(ctx: Ctx, loaded: LoadedProduct[]): Promise<void> {
  const idOf = new Map(loaded.map(({ demo, productId }) => [demo.sku, productId]))
  for (const { products = [], image: imageName, rules, ...rest } of COLLECTIONS.toReversed()) {
    const image = { url: imageUrl(imageName), alt: rest.title }
    const membership = rules ? { kind: 'rules' as const, rules } : { kind: 'manual' as const }
    const { id } = await createCollection(ctx, { ...rest, image, status: 'active', ...membership })
    const members = products.flatMap((sku) => idOf.get(sku) ?? [])
    if (members.length > 0) await setCollectionProducts(ctx, id, members)
  }
}

const DAY_MS = 86_400_000

async function loadPromotions(ctx: Ctx, loaded: LoadedProduct[]): Promise<void> {
  for (const { benefit, endedDaysAgo, codes, ...rest } of PROMOTIONS.toReversed()) {
    const endsAt = endedDaysAgo ? new Date(ctx.now.getTime() - endedDaysAgo * DAY_MS).toISOString() : null
    const resolvedBenefit = 'sku' in benefit ? await toGiftBenefit(ctx, loaded, benefit.sku) : benefit
    const { id } = await createPromotion(ctx, { ...rest, benefit: resolvedBenefit, endsAt })
    if (codes) await addCodes(ctx, id, codes)
  }
}

async function toGiftBenefit(ctx: Ctx, loaded: LoadedProduct[], sku: string) {
  const product = loaded.find(({ demo }) => demo.sku === sku)
  const [variant] = product ? (await getProduct(ctx, product.productId)).variants : []
  if (!variant) throw new Error(`The demo shop has no ${sku} to give away`)
  return { kind: 'gift', variantId: variant.id } as const
}

async function loadPolicies(ctx: Ctx): Promise<void> {
  for (const [kind, draft] of Object.entries(POLICIES)) await publishPolicy(ctx, kind as PolicyKind, draft, undefined)
}
