import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { slugOf } from '../../kit/slug.ts'
import { shareRules } from '../collections/locks.ts'
import { storedUrls } from '../files/files.ts'
import { stockNewVariants } from '../inventory/initial-stock.ts'
import { dropLevels } from '../inventory/levels.ts'
import { refreshListings } from '../storefront/listings.ts'
import * as queries from './queries.ts'
import type { NewProduct, Product, ProductChanges, ProductsQuery, VariantInput } from './schemas.ts'
import { faultsOf, strangersIn, valuesOf } from './variant-rules.ts'

type Options = Product['options']

export function createProduct(ctx: Ctx, wanted: NewProduct): Promise<Product> {
  return transaction(ctx, async (ctx) => {
    const { options = [], variants, images = [] } = wanted
    if (!variants) throw invalidRequest('A product needs at least one variant.', [needsVariants])
    refuseFaults(options, variants, [])
    refuseBackwards(wanted)
    await queries.lockNames(ctx)
    await refuseTakenExternalId(ctx, wanted.externalId, '')
    const row = { ...rowOf(wanted, EMPTY), id: newId('prod'), options }
    const handle = await insertWithHandle(ctx, row, wanted.handle)
    await queries.dropRedirect(ctx, handle)
    await writeVariants(ctx, row.id, options, variants)
    await writeImages(ctx, row.id, images)
    await refreshListings(ctx, [row.id])
    await emit(ctx, 'product.created', { productId: row.id })
    return getProduct(ctx, row.id)
  })
}

/** What is not named stays as it is; `ifMatch` refuses a change of what somebody else has changed meanwhile. */
export function changeProduct(
  ctx: Ctx,
  id: Product['id'],
  changes: ProductChanges,
  ifMatch?: string,
): Promise<Product> {
  return transaction(ctx, async (ctx) => {
    const before = await holdProduct(ctx, id, ifMatch)
    const options = changes.options ?? before.options
    // With other options the old variants would name values that are no more.
    const variants = changes.variants ?? (changes.options ? before.variants : undefined)
    if (variants) refuseFaults(options, variants, before.variants)
    refuseBackwards({ ...before, ...changes })
    const handle = changes.handle ?? before.handle
    if (changes.handle || changes.externalId) await queries.lockNames(ctx)
    // New names lock the product more firmly: whoever then puts it into a collection waits for us, so must not be waited for.
    if (changes.handle || changes.externalId !== undefined) await shareRules(ctx)
    if (handle !== before.handle) await moveHandle(ctx, before, handle)
    await refuseTakenExternalId(ctx, changes.externalId, id)
    await queries.updateProduct(ctx, { ...rowOf(changes, before), id, handle, options })
    if (variants) {
      await dropLevels(ctx, idsLeftOut(before.variants, variants))
      await writeVariants(ctx, id, options, variants)
    }
    if (changes.images) await writeImages(ctx, id, changes.images)
    await refreshListings(ctx, [id])
    await emit(ctx, 'product.updated', { productId: id })
    return getProduct(ctx, id)
  })
}

export function deleteProduct(ctx: Ctx, id: Product['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { variants } = await holdProduct(ctx, id, ifMatch)
    await dropLevels(ctx, idsLeftOut(variants, []))
    await queries.deleteProduct(ctx, id)
    await refreshListings(ctx, [id])
    await emit(ctx, 'product.deleted', { productId: id })
  })
}

export async function getProduct(ctx: Ctx, id: string): Promise<Product> {
  const [product] = await queries.readProducts(ctx, [id])
  if (!product) throw notFound('product', id)
  return product
}

export async function listProducts(ctx: Ctx, query: ProductsQuery): Promise<Page<Product>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listProductIds(ctx, page, query), page)
  return {
    data: await queries.readProducts(
      ctx,
      data.map(({ id }) => id),
    ),
    nextCursor,
  }
}

async function holdProduct(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<Product> {
  if (!(await queries.lockProduct(ctx, id))) throw notFound('product', id)
  const product = await getProduct(ctx, id)
  refuseStale(ifMatch, product.version)
  return product
}

const MAX_TRIES = 50

/** A handle that the caller has chosen must be free; one that is made of the title gets a number until it is. */
async function insertWithHandle(ctx: Ctx, row: Omit<queries.ProductRow, 'handle'>, given?: string): Promise<string> {
  const base = given ?? slugOf(row.title) ?? row.id.replace('_', '-')
  for (let number = 1; number <= (given ? 1 : MAX_TRIES); number++) {
    const handle = number === 1 ? base : `${base.slice(0, 96)}-${number}`
    if ((await queries.insertProduct(ctx, { ...row, handle })) > 0) return handle
  }
  throw handleTaken(base)
}

async function moveHandle(ctx: Ctx, { id, handle: old }: Product, handle: string): Promise<void> {
  if (await queries.isHandleTaken(ctx, handle, id)) throw handleTaken(handle)
  await queries.dropRedirect(ctx, handle)
  await queries.insertRedirect(ctx, old, id)
}

async function writeVariants(ctx: Ctx, productId: string, options: Options, variants: VariantInput[]): Promise<void> {
  const rows = variants.map((variant, position) => ({
    id: variant.id ?? newId('var'),
    position,
    option_values: valuesOf(options, variant),
    sku: variant.sku ?? null,
    barcode: variant.barcode ?? null,
    cost: variant.cost?.amount ?? null,
    cost_currency: variant.cost?.currency ?? null,
    weight_grams: variant.weightGrams ?? null,
    requires_shipping: variant.requiresShipping ?? true,
    track_stock: variant.trackStock ?? true,
    when_out: variant.whenOut ?? 'deny',
    external_id: variant.externalId ?? null,
  }))
  await queries.deleteVariantsExcept(
    ctx,
    productId,
    rows.map(({ id }) => id),
  )
  await queries.upsertVariants(ctx, productId, rows)
  const prices = rows.flatMap(({ id }, at) =>
    (variants[at]?.prices ?? []).map(({ price, compareAtPrice }) => ({
      variant_id: id,
      currency: price.currency,
      amount: price.amount,
      compare_at: compareAtPrice?.amount ?? null,
    })),
  )
  await queries.replacePrices(ctx, productId, prices)
  const stocked = rows.flatMap(({ id }, at) => {
    const onHand = variants[at]?.stock
    return onHand === undefined ? [] : [{ variantId: id, onHand, path: `/variants/${at}/stock` }]
  })
  await stockNewVariants(ctx, stocked)
}

async function writeImages(ctx: Ctx, productId: string, images: NonNullable<NewProduct['images']>): Promise<void> {
  const urls = await storedUrls(
    ctx,
    images.map(({ url }) => url),
  )
  const rows = images.map(({ alt = '' }, position) => ({ id: newId('img'), position, url: urls[position] ?? '', alt }))
  const faults = rows
    .filter(({ url }) => !url)
    .map(({ position }) => ({ ...noSuchFile, path: `/images/${position}/url` }))
  if (faults.length > 0) throw invalidRequest('An image is not there.', faults)
  await queries.deleteImages(ctx, productId)
  if (rows.length > 0) await queries.insertImages(ctx, productId, rows)
}

function idsLeftOut(known: { id: string }[], wanted: VariantInput[]): string[] {
  const kept = new Set<string | undefined>(wanted.map(({ id }) => id))
  return known.map(({ id }) => id).filter((id) => !kept.has(id))
}

function refuseFaults(options: Options, variants: VariantInput[], known: { id: string }[]): void {
  const faults = [...faultsOf(options, variants), ...strangersIn(variants, known)]
  if (faults.length > 0) throw invalidRequest('Options and variants do not fit together.', faults)
}

function refuseBackwards({ publishAt, unpublishAt }: Pick<ProductChanges, 'publishAt' | 'unpublishAt'>): void {
  if (!publishAt || !unpublishAt || Date.parse(publishAt) < Date.parse(unpublishAt)) return
  throw invalidRequest('It would be taken off before it is put on show.', [
    { path: '/unpublishAt', message: 'must be later than publishAt' },
  ])
}

async function refuseTakenExternalId(ctx: Ctx, externalId: string | null | undefined, exceptId: string): Promise<void> {
  if (!externalId || !(await queries.isExternalIdTaken(ctx, externalId, exceptId))) return
  throw new AppError('conflict', `The external id "${externalId}" belongs to another product.`)
}

type Kept = Omit<queries.ProductRow, 'id' | 'handle' | 'options'>

const EMPTY: Kept = {
  title: '',
  description: '',
  vendor: '',
  type: '',
  tags: [],
  status: 'draft',
  publishAt: null,
  unpublishAt: null,
  seo: { title: null, description: null },
  customFields: {},
  externalId: null,
}

/** What is given, on top of what is there. */
const rowOf = (given: ProductChanges, { seo, ...kept }: Kept): Kept => ({
  title: given.title ?? kept.title,
  description: given.description ?? kept.description,
  vendor: given.vendor ?? kept.vendor,
  type: given.type ?? kept.type,
  tags: given.tags ? [...new Set(given.tags)] : kept.tags,
  status: given.status ?? kept.status,
  publishAt: given.publishAt === undefined ? kept.publishAt : given.publishAt,
  unpublishAt: given.unpublishAt === undefined ? kept.unpublishAt : given.unpublishAt,
  seo: { ...seo, ...given.seo },
  customFields: given.customFields ?? kept.customFields,
  externalId: given.externalId === undefined ? kept.externalId : given.externalId,
})

const noSuchFile = { message: 'is not a file of this environment: upload it with POST /v1/catalog/images' }

const needsVariants = { path: '/variants', message: 'must hold at least one, with its price' }

const handleTaken = (handle: string) =>
  new AppError('conflict', `The handle "${handle}" belongs to another product: choose another one.`, {
    details: [{ path: '/handle', message: 'belongs to another product' }],
  })
