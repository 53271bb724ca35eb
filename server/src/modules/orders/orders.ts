import type { Ctx } from '../../ctx.ts'
import { actorOf } from '../../ctx.ts'
import { changesKeyset, isTime, type Page, sortedKeyset, toSortedPage, toTimePage } from '../../db/page.ts'
import { violatesConstraint } from '../../db/violates-constraint.ts'
import { toEventRows } from '../../events/emit.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { sum } from '../../kit/sum.ts'
import { normalizeEmail, toSearchText as toCustomerSearchText } from '../customers/identity/identity.ts'
import type { Address } from '../customers/schemas.ts'
import { holdStock, sellHeldStock } from '../inventory/holds/holds.ts'
import { findCandidates, toContentFilter } from './candidates.ts'
import { toOrderResponse } from './order-response.ts'
import { orderKeyset, toOrderPage } from './pagination.ts'
import * as placeOrderQueries from './place-order-queries.ts'
import * as queries from './queries.ts'
import type { NewOrderPayment, Order, OrderSnapshot, OrdersQuery } from './schemas.ts'
import { listSortedOrderIds } from './sorted-queries.ts'

export async function getOrder(ctx: Ctx, id: string): Promise<Order> {
  const row = await queries.findOrder(ctx, id)
  if (!row) throw notFound('order', id)
  return toOrderResponse(row)
}

export async function listOrders(ctx: Ctx, query: OrdersQuery): Promise<Page<Order>> {
  if (query.updatedFrom !== undefined) return listChangedOrders(ctx, query, query.updatedFrom)
  if (query.sort !== undefined && query.sort !== 'newest') return listSortedOrders(ctx, query, query.sort)
  const keyset = orderKeyset(query)
  const rows = await queries.listOrders(ctx, keyset, query, await resolveLookup(ctx, query))
  const { data, nextCursor } = toOrderPage(rows, keyset)
  return { data: await readOrders(ctx, data), nextCursor }
}

async function resolveLookup(ctx: Ctx, query: OrdersQuery): Promise<queries.OrderLookup> {
  const content = toContentFilter(query)
  return { content, candidateIds: await findCandidates(ctx, query, content) }
}

/** In this order. One that was deleted in the meantime is left out. */
async function readOrders(ctx: Ctx, found: { id: string }[]): Promise<Order[]> {
  const ids = found.map(({ id }) => id)
  const orders = ids.length > 0 ? await queries.readOrders(ctx, ids) : []
  const byId = new Map<string, queries.OrderRow>(orders.map((order) => [order.id, order]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toOrderResponse)
}

async function listSortedOrders(
  ctx: Ctx,
  query: OrdersQuery,
  sort: NonNullable<OrdersQuery['sort']>,
): Promise<Page<Order>> {
  const keyset = sortedKeyset(query, sort === 'oldest' ? isTime : (value) => /^\d{1,15}$/.test(value))
  const rows = await listSortedOrderIds(ctx, keyset, sort, query, await resolveLookup(ctx, query))
  const { data, nextCursor } = toSortedPage(rows, keyset)
  return { data: await readOrders(ctx, data), nextCursor }
}

async function listChangedOrders(ctx: Ctx, query: OrdersQuery, updatedFrom: string): Promise<Page<Order>> {
  if (query.sort !== undefined) {
    throw invalidRequest('Changes are sorted by time. Omit sort or updatedFrom.', [
      { path: '/sort', message: 'cannot be combined with updatedFrom' },
    ])
  }
  const keyset = changesKeyset(query, { updatedFrom })
  const rows = await queries.listChangedOrders(ctx, keyset, query, await resolveLookup(ctx, query))
  const { data, nextCursor } = toTimePage(rows, keyset)
  return { data: await readOrders(ctx, data), nextCursor }
}

/** Short enough to read out on the phone, and high enough not to look like the shop's first order. */
const FIRST_NUMBER = 1001

/**
 * Call it before the transaction that places the order: the counter's row lock would serialize all buyers of the shop.
 */
export const claimOrderNumber = (ctx: Ctx): Promise<number> => {
  if (ctx.db.isTransaction)
    throw new Error('An order number claimed inside a transaction would block all other buyers until it ends')
  return placeOrderQueries.incrementCounter(ctx, FIRST_NUMBER)
}

/** More than a shop reaches in years: a mistyped number must not make all later numbers just as long. */
const MAX_GAP = 1_000_000

/** Raises the counter past an imported number if it is within `MAX_GAP`. Call it last in its transaction. */
export const reserveOrderNumber = (ctx: Ctx, number: number): Promise<number> =>
  placeOrderQueries.raiseCounter(ctx, { last: Math.max(number, FIRST_NUMBER - 1), first: FIRST_NUMBER, reach: MAX_GAP })

/**
 * An import with its own number has taken this claimed number in the meantime: the caller has to claim the next one.
 */
export const isOrderNumberTaken = (error: unknown): boolean =>
  violatesConstraint(error, 'orders_environment_id_number_key')

interface PlaceOrderInput {
  snapshot: OrderSnapshot
  number: number
  payments: NewOrderPayment[]
  placedAt?: string
  /** If set, the order is placed only while this checkout is active. */
  checkoutId: string | null
  /** A sale emits `order.created`. A draft gets its customer when it is completed. */
  kind: 'sale' | 'draft' | 'import'
}

/** Returns false if the checkout has ended in the meantime. Runs inside the caller's transaction. */
export function placeOrder(ctx: Ctx, input: PlaceOrderInput): Promise<boolean> {
  const { snapshot, number, payments, checkoutId } = input
  const { items, id, currency, email, customerId, source, ...contents } = snapshot
  const needsNoShipping = !items.some((item) => item.requiresShipping)
  const payment_status = initialPaymentStatus(snapshot, payments)
  const order: placeOrderQueries.NewOrderRow = {
    id,
    number,
    status: needsNoShipping && payment_status === 'paid' ? 'archived' : 'open',
    payment_status,
    fulfillment_status: needsNoShipping ? 'not_required' : 'unfulfilled',
    currency,
    total: snapshot.totals.total,
    email,
    customer_id: customerId,
    source,
    contents,
    search: toSearchText(snapshot, number),
    placed_at: input.placedAt ?? ctx.now.toISOString(),
  }
  const buyer = input.kind === 'draft' ? null : toBuyerRow(snapshot)
  const rows = { order, buyer, items: items.map(toItemRow), payments: payments.map(toPaymentRow) }
  const events = input.kind === 'sale' ? toSaleEvents(ctx, input, payment_status === 'paid') : []
  return placeOrderQueries.insertOrder(ctx, rows, checkoutId, toEventRows(events))
}

function toSaleEvents(
  ctx: Ctx,
  { snapshot, number }: PlaceOrderInput,
  isPaid: boolean,
): Parameters<typeof toEventRows>[0] {
  const { id: orderId, source, currency } = snapshot
  const total = money(snapshot.totals.total, currency)
  const actor = actorOf(ctx.caller)
  const created = { type: 'order.created', data: { orderId, number, total, source, actor } } as const
  return isPaid ? [created, { type: 'order.paid', data: { orderId, total, actor } }] : [created]
}

function toBuyerRow({
  email,
  locale,
  shippingAddress,
  billingAddress,
}: OrderSnapshot): placeOrderQueries.BuyerRow | null {
  if (email === null) return null
  const address = shippingAddress ?? billingAddress
  const name = address?.name ?? null
  const newCustomerId = newId('cus')
  return {
    email: normalizeEmail(email),
    newCustomerId,
    name,
    locale,
    search: toCustomerSearchText([name, normalizeEmail(email)]),
    addressId: newId('adr'),
    address,
    createdEvents: toEventRows([{ type: 'customer.created', data: { customerId: newCustomerId } }]),
  }
}

function initialPaymentStatus({ totals }: OrderSnapshot, payments: NewOrderPayment[]): string {
  if (payments.some(({ status }) => status === 'authorized')) return 'authorized'
  const paid = sum(payments.map(({ amount }) => amount))
  if (paid >= totals.total) return 'paid'
  return paid > 0 ? 'partially_paid' : 'pending'
}

export const toItemRow = (item: OrderSnapshot['items'][number], position: number): placeOrderQueries.NewItemRow => {
  const { id, variantId, productId, quantity, requiresShipping, total, ...details } = item
  return {
    id,
    position,
    variant_id: variantId,
    product_id: productId,
    ordered: quantity,
    requires_shipping: requiresShipping,
    total,
    details,
  }
}

const toPaymentRow = ({
  kind,
  provider,
  ref,
  status,
  amount,
  details,
  fingerprint = null,
}: NewOrderPayment): placeOrderQueries.NewPaymentRow => ({
  id: newId('pay'),
  kind,
  provider,
  ref,
  status,
  amount,
  captured: status === 'paid' ? amount : 0,
  details,
  fingerprint,
})

/** All or nothing. Runs last in its transaction, because concurrent buyers wait on the stock rows from here on. */
export async function commitStock(ctx: Ctx, { id, items }: Pick<queries.OrderRow, 'id' | 'items'>): Promise<void> {
  const units = items.flatMap(({ variantId, ordered }) => (variantId ? [{ variantId, quantity: ordered }] : []))
  if (units.length === 0) return
  const holds = await holdStock(ctx, id, units).catch((error: unknown) => {
    throw toOrderError(error)
  })
  await sellHeldStock(ctx, id, id, holds)
}

/** Staff has no cart to go back to, so the message must not mention one. */
function toOrderError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'out_of_stock') return error
  const message =
    'There is not enough stock for this order. Nothing was changed. Add stock or reduce the quantities, then try again.'
  return new AppError('out_of_stock', message, { details: error.details ?? [], cause: error })
}

interface SearchableOrder extends Pick<OrderSnapshot, 'email' | 'shippingAddress' | 'billingAddress'> {
  items: Pick<OrderSnapshot['items'][number], 'title' | 'sku'>[]
}

/** The terms staff search orders by. */
export function toSearchText(
  { email, shippingAddress, billingAddress, items }: SearchableOrder,
  number: number,
): string {
  const names = [shippingAddress, billingAddress].flatMap((address) => [address?.name, address?.company])
  const products = items.flatMap(({ title, sku }) => [title, sku])
  const terms = [`#${number}`, email, ...names, ...products].filter((term) => term)
  return [...new Set(terms)].join(' ').toLowerCase().slice(0, 2000)
}

type PersonalFields = Pick<OrderSnapshot, 'shippingAddress' | 'billingAddress' | 'note' | 'attributes'>

/** Keeps what taxes depend on. */
export const eraseBuyer = <Snapshot extends PersonalFields>(snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  shippingAddress: toArea(snapshot.shippingAddress),
  billingAddress: toArea(snapshot.billingAddress),
  note: null,
  attributes: {},
})

const toArea = (address: Address | null): Address | null =>
  address && { country: address.country, ...(address.region !== undefined && { region: address.region }) }
