import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { assertNoCardNumbers } from '../../../kit/card-number.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { isCurrency, money } from '../../../kit/money.ts'
import { auditValueCreation } from '../../audit/audit.ts'
import { validateAddress } from '../../customers/addresses/addresses.ts'
import { assertCustomerExists, type Contact, matchCustomer } from '../../customers/customers.ts'
import { changeOrder } from '../change-order.ts'
import { commitStock, placeOrder, toItemRow } from '../orders.ts'
import { addExternalPayment } from '../payments/external-payments.ts'
import { type OrderRow, updateOrderFields } from '../queries.ts'
import type { DraftCompletion, DraftOrder } from '../request-schemas.ts'
import type { DraftInput, Order, OrderSnapshot, SnapshotItem } from '../schemas.ts'
import * as queries from './queries.ts'
import { resolveDraft } from './resolve-draft.ts'

/**
 * Created by staff: a draft holds no stock and sells nothing until it is completed. The caller claims its number
 * beforehand.
 */
export async function createDraftOrder(ctx: Ctx, input: DraftOrder, number: number): Promise<Order> {
  const { currency = null, items, shipping = null, tags = [], staffNote = null } = input
  const { shippingAddress = null, billingAddress = null } = input
  assertNoCardNumbers(ctx, { email: input.email, shippingAddress, billingAddress, note: input.note, staffNote })
  if (currency !== null && !isCurrency(currency)) throw invalidRequest(`${currency} is not a supported currency.`)
  await assertCustomerExists(ctx, input.customerId ?? null, '/customerId')
  const id = newId('ord')
  const resolved = await resolveDraft(ctx, { items, shipping, currency, shippingAddress, billingAddress })
  const snapshot: OrderSnapshot = {
    ...staffOrderDefaults,
    ...resolved,
    id,
    email: input.email ?? null,
    customerId: input.customerId ?? null,
    shippingAddress,
    billingAddress,
    note: input.note ?? null,
    draft: { items, shipping },
  }
  return transaction(ctx, async (ctx) => {
    await assertDraftable(ctx, resolved.items, { id, number })
    await placeOrder(ctx, { snapshot, number, payments: [], checkoutId: null, kind: 'draft' })
    return changeOrder(ctx, id, 'edit', async (ctx) => {
      await updateOrderFields(ctx, id, { status: 'draft', tags, staffNote, canceledAt: null })
      return [{ type: 'order.drafted', data: { orderId: id, number, actor: actorOf(ctx.caller) } } as NewEvent]
    })
  })
}

/**
 * A draft can sell gift cards at any price to anyone, so it needs the permission to create value: see
 * `auditValueCreation`.
 */
async function assertDraftable(
  ctx: Ctx,
  items: SnapshotItem[],
  { id, number }: Pick<OrderRow, 'number'> & { id: string },
) {
  if (!items.some(({ giftCard }) => giftCard)) return
  await auditValueCreation(ctx, 'gift_card_order.drafted', `#${number}`, { orderId: id })
}

export const staffOrderDefaults = {
  cartId: null,
  locale: null,
  source: 'staff',
  attributes: {},
  promotions: [],
} as const satisfies Partial<OrderSnapshot>

/** Reprices a draft with the given changes and returns the updated row. */
export async function repriceDraft(
  ctx: Ctx,
  order: OrderRow,
  changes: Partial<DraftInput> & Partial<Pick<OrderSnapshot, 'shippingAddress' | 'billingAddress'>>,
): Promise<OrderRow> {
  const { contents } = order
  const { items: draftItems = contents.draft?.items ?? [], shipping = contents.draft?.shipping ?? null } = changes
  const { shippingAddress = contents.shippingAddress, billingAddress = contents.billingAddress } = changes
  const { currency, items, ...resolved } = await resolveDraft(ctx, {
    items: draftItems,
    shipping,
    currency: order.currency,
    shippingAddress,
    billingAddress,
  })
  if (changes.items) await assertDraftable(ctx, items, order)
  await queries.replaceItems(ctx, order.id, resolved.totals.total, items.map(toItemRow))
  const rows = items.map((item) => ({ details: item }) as unknown as OrderRow['items'][number])
  const draft = { items: draftItems, shipping }
  return { ...order, currency, items: rows, contents: { ...contents, ...resolved, draft } }
}

/** Commits the stock, all or nothing, and turns the draft into a regular order. */
export const completeDraft = (ctx: Ctx, id: Order['id'], { payment }: DraftCompletion): Promise<Order> =>
  changeOrder(ctx, id, 'complete', async (ctx, order) => {
    const { draft: _, ...contents } = order.contents
    assertDeliverable(order)
    const customerId = order.customerId ?? (await matchCustomer(ctx, toContact(order)))
    await queries.openDraft(ctx, { id, contents, customerId })
    if (payment === 'external' && order.total > 0) await addExternalPayment(ctx, order, { amount: order.total })
    await commitStock(ctx, order)
    const { number, currency, source } = order
    const total = money(order.total, currency)
    return [
      { type: 'order.created', data: { orderId: id, number, total, source, actor: actorOf(ctx.caller) } } as NewEvent,
    ]
  })

const toContact = ({ email, contents: { locale, shippingAddress, billingAddress } }: OrderRow): Contact => {
  const address = shippingAddress ?? billingAddress
  return { email, phone: address?.phone ?? null, name: address?.name ?? null, locale, address }
}

/**
 * Staff may hand items over in person: then the address only serves taxes, and a country is enough. Shipping needs a
 * full address.
 */
function assertDeliverable({ contents: { shippingAddress, shipping }, items }: OrderRow): void {
  if (!shipping || !items.some(({ requiresShipping }) => requiresShipping)) return
  const details = shippingAddress
    ? validateAddress(shippingAddress).map(({ field, message }) => ({ path: `/shippingAddress/${field}`, message }))
    : [{ path: '/shippingAddress', message: 'Add a shipping address to the draft, or remove its shipping.' }]
  if (details.length === 0) return
  const message = details.map(({ message }) => message).join(' ')
  throw new AppError('checkout_incomplete', `This draft can’t be completed. Update it with PATCH first. ${message}`, {
    details,
  })
}
