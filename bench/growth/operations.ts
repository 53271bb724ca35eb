import type { Ctx } from '../../server/src/ctx.ts'
import { changeCart, createCart } from '../../server/src/modules/carts/carts.ts'
import { listProducts } from '../../server/src/modules/catalog/catalog.ts'
import type { ProductsQuery } from '../../server/src/modules/catalog/schemas.ts'
import { payByCard } from '../../server/src/modules/checkout/checkout.ts'
import { createCollection, previewCollection } from '../../server/src/modules/collections/collections.ts'
import { listEvents } from '../../server/src/modules/events/events.ts'
import { checkUsage } from '../../server/src/modules/files/jobs.ts'
import { listImages } from '../../server/src/modules/files/library.ts'
import { listLevels } from '../../server/src/modules/inventory/queries.ts'
import { auditStock } from '../../server/src/modules/inventory/stock-audit.ts'
import { countSales } from '../../server/src/modules/listings/best-sellers.ts'
import { listPublicProducts } from '../../server/src/modules/listings/product-list.ts'
import { ABOVE_ALL_PRICES, encodeCursor } from '../../server/src/modules/listings/product-list-cursor.ts'
import { getPublicProduct } from '../../server/src/modules/listings/public-products.ts'
import type { ProductListQuery } from '../../server/src/modules/listings/schemas.ts'
import { listOrders } from '../../server/src/modules/orders/orders.ts'
import type { OrdersQuery } from '../../server/src/modules/orders/schemas.ts'
import { id } from './seed.ts'

/** A request or job, and its name in the table. */
export interface Operation {
  name: string
  run: (ctx: Ctx) => Promise<unknown>
  /** In a shop with nearly only archived products. */
  isArchive?: true
  /** In a transaction that is rolled back. */
  writes?: true
  /** In transactions of its own. */
  commits?: true
}

const ORDER_FILTERS: OrdersQuery[] = [
  {},
  { externalId: 'old-500' },
  { externalId: 'nowhere' },
  { q: 'person7@example.com' },
  { q: 'linen' },
  { q: 'zzz' },
  { q: 'zz' },
  { customerId: id('cus', 7) as `cus_${string}` },
  { customerId: id('cus', 99_999_999) as `cus_${string}` },
  { email: 'person7@example.com' },
  { number: 1007 },
  { status: 'archived' },
  { status: 'open' },
  { status: 'draft' },
  { paymentStatus: 'partially_paid' },
  { paymentStatus: 'charged_back' },
  { fulfillmentStatus: 'partially_fulfilled' },
  { fulfillmentStatus: 'not_required' },
  { returnStatus: 'in_progress' },
  { returnStatus: 'returned' },
  { source: 'storefront' },
  { source: 'agent' },
  { source: 'staff' },
  { tag: 'gift' },
  { tag: 'rare' },
  { tag: 'unused' },
  { toFulfill: true },
  { status: 'open', tag: 'rare' },
  { status: 'draft', sort: '-total' },
  { tag: 'rare', sort: 'oldest' },
  { sort: 'oldest' },
  { sort: '-total' },
  { updatedFrom: '2024-01-01T00:00:00.000Z' },
  { updatedFrom: '2024-01-01T00:00:00.000Z', status: 'draft' },
]

/** Above all products of each size. */
const NEWEST = id('prod', 1e12)

const PRODUCT_FILTERS: ProductListQuery[] = [
  {},
  { sort: 'title' },
  { sort: 'price' },
  { sort: '-price' },
  { sort: 'price', cursor: encodeCursor({ order: 'price', text: '', number: ABOVE_ALL_PRICES, id: NEWEST }) },
  { sort: 'price', currency: 'USD' },
  { sort: 'price', currency: 'JPY' },
  { sort: 'best_selling' },
  { tag: ['season-1'] },
  { tag: ['rare'] },
  { tag: ['unused'] },
  { tag: ['rare'], sort: 'title' },
  { vendor: ['Maker 7'] },
  { vendor: ['Nobody'] },
  { minPrice: 500_000 },
  { minPrice: 5_000_000 },
  { maxPrice: 1 },
  { minPrice: 5_000_000, sort: 'price' },
  { option: ['Size:XXL'] },
  { collection: 'small' },
  { collection: 'large' },
  { collection: 'small', sort: 'price' },
  { q: 'linen' },
  { q: 'linen shirt' },
  { q: 'linen', sort: 'price' },
  { q: 'linen', tag: ['rare'] },
  { q: 'linen', maxPrice: 10_000 },
  { q: 'rare' },
  { q: 'rare', sort: 'title' },
  { q: 'linnen' },
  { q: 'zzzzzz' },
  { q: 'SKU-7-1' },
]

/** Hardly a product is public: what reads archived ones reads nearly all. */
const ARCHIVE_FILTERS: ProductListQuery[] = [
  {},
  { sort: 'title' },
  { sort: 'price' },
  { sort: '-price' },
  { sort: 'best_selling' },
  { tag: ['season-1'] },
  { tag: ['rare'] },
  { tag: ['unused'] },
  { vendor: ['Maker 7'] },
  { minPrice: 5_000_000 },
  { q: 'linen' },
  { q: 'linen', sort: 'price' },
  { q: 'linnen' },
]

/** In each order. */
const STAFF_FILTERS: ProductsQuery[] = [
  {},
  { tag: 'sale' },
  { tag: 'rare' },
  { tag: 'new' },
  { tag: 'unused' },
  { vendor: 'Nobody' },
  { type: 'Hats' },
  { status: 'active' },
  { status: 'draft' },
  { sku: 'SKU-7-1' },
  { sku: 'nowhere' },
  { tag: 'rare', vendor: 'Maker 3', type: 'Shirts' },
  { tag: 'sale', vendor: 'Nobody' },
  { tag: 'rare', status: 'active' },
  { tag: 'sale', status: 'active' },
  { tag: 'sale', status: 'draft' },
  { tag: 'sale', sku: 'SKU-7-1' },
]
/** Common ones, which titles of the bench have in a row: sorted by title, they are far from its beginning. */
const STAFF_NEWEST_FILTERS: ProductsQuery[] = [
  { vendor: 'Maker 7' },
  { type: 'Shirts' },
  { vendor: 'Maker 7', sort: 'updated' },
  { type: 'Shirts', sort: 'oldest' },
]
const STAFF_ARCHIVE_FILTERS: ProductsQuery[] = [
  { status: 'active' },
  { status: 'archived' },
  { status: 'archived', tag: 'rare' },
  { status: 'active', tag: 'sale' },
  { status: 'archived', tag: 'sale' },
]
const STAFF_SORTS: ProductsQuery[] = [
  {},
  { sort: 'oldest' },
  { sort: 'title' },
  { sort: '-title' },
  { sort: 'updated' },
  { updatedFrom: '2024-01-01T00:00:00.000Z' },
]
const STAFF_SEARCHES: ProductsQuery[] = [
  { q: 'linen' },
  { q: 'linen shirt' },
  { q: 'rare' },
  { q: 'zzzzzz' },
  { q: 'SKU-7-1' },
  { q: 'linen', tag: 'rare' },
  { q: 'linen', tag: 'sale' },
  { q: 'linen', vendor: 'Nobody' },
  { q: 'linen', status: 'draft' },
  { q: 'linen', sku: 'SKU-7-1' },
]
const inEachOrder = (filters: ProductsQuery[]) =>
  filters.flatMap((filter) => STAFF_SORTS.map((sort) => ({ ...filter, ...sort })))

/** A cursor is not readable. */
const nameOf = ({ cursor, ...query }: ProductListQuery) => `${JSON.stringify(query)}${cursor ? ', last page' : ''}`

const operation = (name: string, run: Operation['run']): Operation => ({ name, run })
const change = (name: string, run: Operation['run']): Operation => ({ name, run, writes: true })
const BY_TITLE = { field: 'title', relation: 'contains', value: 'linen' } as const
const LEVELS = { before: { variantId: '~', locationId: '~' }, take: 21 }

/** Neighbors have these products, too, with the same SKUs. */
const ITEMS = [{ sku: 'SKU-15-1' }, { variantId: id('var', 160) as `var_${string}` }]
const BUYER = {
  email: 'buyer@example.com',
  shippingAddress: { name: 'Ada', line1: 'Stephansplatz 1', city: 'Wien', postalCode: '1010', country: 'AT' },
  shipping: { service: 'standard' },
}

async function buy(system: Ctx) {
  const ctx: Ctx = { ...system, caller: { kind: 'visitor' } }
  const { id: cartId } = await createCart(ctx, { items: ITEMS })
  await changeCart(ctx, cartId, BUYER)
  await payByCard(ctx, {
    cartId,
    buyerDetails: {},
    paymentMethod: 'pm_card_visa',
    captureMethod: 'automatic',
    returnUrl: null,
    requestKey: null,
  })
}

/** The statements of the issue "no scan grows with the shop or its neighbors", and those next to them. */
export const OPERATIONS: Operation[] = [
  ...ORDER_FILTERS.map((query) => operation(`orders ${JSON.stringify(query)}`, (ctx) => listOrders(ctx, query))),
  ...PRODUCT_FILTERS.map((query) => operation(`products ${nameOf(query)}`, (ctx) => listPublicProducts(ctx, query))),
  ...ARCHIVE_FILTERS.map((query) => ({
    ...operation(`archive ${JSON.stringify(query)}`, (ctx) => listPublicProducts(ctx, query)),
    isArchive: true as const,
  })),
  operation('product by handle', (ctx) => getPublicProduct(ctx, 'product-15', {})),
  operation('product by ID', (ctx) => getPublicProduct(ctx, id('prod', 15), {})),
  change('new cart, by SKU and by ID', (ctx) => createCart(ctx, { items: ITEMS })),
  ...[...inEachOrder(STAFF_FILTERS), ...STAFF_NEWEST_FILTERS, ...STAFF_SEARCHES].map((query) =>
    operation(`staff products ${JSON.stringify(query)}`, (ctx) => listProducts(ctx, query)),
  ),
  ...[...inEachOrder(STAFF_ARCHIVE_FILTERS), { q: 'linen', status: 'active' } as const].map((query) => ({
    ...operation(`staff products of the archive ${JSON.stringify(query)}`, (ctx) => listProducts(ctx, query)),
    isArchive: true as const,
  })),
  operation('inventory levels', (ctx) => listLevels(ctx, LEVELS, {})),
  operation('inventory levels, low stock', (ctx) => listLevels(ctx, LEVELS, { lowStock: true })),
  operation('inventory audit', (ctx) => auditStock(ctx, {})),
  ...(['rare', 'unused'] as const).flatMap((tag) => {
    const rules = [{ field: 'tag', relation: 'has', value: tag } as const]
    return [
      operation(`preview of a collection by rule, tag ${tag}`, (ctx) => previewCollection(ctx, { rules })),
      change(`new collection by rule, tag ${tag}`, (ctx) =>
        createCollection(ctx, { title: 'New', kind: 'rules', rules }),
      ),
    ]
  }),
  operation('preview of a collection by rule, title', (ctx) => previewCollection(ctx, { rules: [BY_TITLE] })),
  change('new collection by rule, title', (ctx) =>
    createCollection(ctx, { title: 'New', kind: 'rules', rules: [BY_TITLE] }),
  ),
  operation('events', (ctx) => listEvents(ctx, {})),
  operation('events of a rare type', (ctx) => listEvents(ctx, { type: 'order.exported' as never })),
  operation('events of a common type', (ctx) => listEvents(ctx, { type: 'order.paid' as never })),
  operation('event feed of a rare type', (ctx) => listEvents(ctx, { after: 'start', type: 'order.exported' as never })),
  change('best sellers', (ctx) => countSales(ctx)),
  change('check of unused images', (ctx) => checkUsage(ctx, ctx.environmentId)),
  operation('images', (ctx) => listImages(ctx, {})),
  operation('images that nothing shows', (ctx) => listImages(ctx, { used: false })),
  // The last one: the orders stay.
  { ...operation('purchase', buy), commits: true },
]
