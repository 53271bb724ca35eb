import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { addressFaults } from '../../../kit/address-rules.ts'
import { assertNoCardNumbers } from '../../../kit/card-number.ts'
import { isCurrency } from '../../../kit/currencies.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { money } from '../../../kit/money.ts'
import { createValue } from '../../audit/value-creation.ts'
import { changeOrder } from '../change-order.ts'
import { payOutside } from '../money/outside-payments.ts'
import { lineRow, placeOrder } from '../place-order.ts'
import type { DraftWish, PlacedLine, PlacedOrder } from '../placed.ts'
import type { OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { reckonDraft } from './draft-lines.ts'
import { takeStock } from './imports.ts'
import * as queries from './new-order-queries.ts'
import type { Completion, DraftOrder } from './new-order-schemas.ts'

/** Written by staff: it holds no stock and nothing is sold before it is completed. Its number was taken before. */
export async function draftOrder(ctx: Ctx, wanted: DraftOrder, number: number): Promise<Order> {
  const { currency = null, items, shipping = null, tags = [], staffNote = null } = wanted
  const { shippingAddress = null, billingAddress = null } = wanted
  assertNoCardNumbers(ctx, { email: wanted.email, shippingAddress, billingAddress, note: wanted.note, staffNote })
  if (currency !== null && !isCurrency(currency)) throw invalidRequest(`There is no currency ${currency}.`)
  const id = newId('ord')
  const reckoned = await reckonDraft(ctx, { items, shipping, currency, shippingAddress, billingAddress })
  const placed: PlacedOrder = {
    ...staffOrder,
    ...reckoned,
    id,
    email: wanted.email ?? null,
    customerId: wanted.customerId ?? null,
    shippingAddress,
    billingAddress,
    note: wanted.note ?? null,
    draft: { items, shipping },
  }
  return transaction(ctx, async (ctx) => {
    await assertDraftable(ctx, reckoned.lines, { id, number })
    await placeOrder(ctx, { placed, number, payments: [], checkoutId: null, isSale: false })
    return changeOrder(ctx, id, 'edit', async (ctx) => {
      await queries.markOrder(ctx, id, { status: 'draft', tags, staffNote, canceledAt: null })
      return [{ type: 'order.drafted', data: { orderId: id, number, by: actorOf(ctx.caller) } } as NewEvent]
    })
  })
}

/** Gift cards at a price of one's own, for whoever one likes: see `createValue`. */
async function assertDraftable(
  ctx: Ctx,
  lines: PlacedLine[],
  { id, number }: Pick<OrderRow, 'number'> & { id: string },
) {
  if (!lines.some(({ isGiftCard }) => isGiftCard)) return
  await createValue(ctx, 'gift_card_order.drafted', `#${number}`, { orderId: id })
}

export const staffOrder = {
  cartId: null,
  locale: null,
  source: 'staff',
  attributes: {},
  promotions: [],
} as const satisfies Partial<PlacedOrder>

/** Reckons a draft anew, with what has changed in it, and answers what it says then. */
export async function redraft(
  ctx: Ctx,
  order: OrderRow,
  changes: Partial<DraftWish> & Partial<Pick<PlacedOrder, 'shippingAddress' | 'billingAddress'>>,
): Promise<OrderRow> {
  const { contents } = order
  const { items = contents.draft?.items ?? [], shipping = contents.draft?.shipping ?? null } = changes
  const { shippingAddress = contents.shippingAddress, billingAddress = contents.billingAddress } = changes
  const { currency, lines, ...reckoned } = await reckonDraft(ctx, {
    items,
    shipping,
    currency: order.currency,
    shippingAddress,
    billingAddress,
  })
  if (changes.items) await assertDraftable(ctx, lines, order)
  await queries.replaceLines(ctx, order.id, reckoned.totals.total, lines.map(lineRow))
  const facts = lines.map((line) => ({ facts: line }) as unknown as OrderRow['lines'][number])
  return { ...order, currency, lines: facts, contents: { ...contents, ...reckoned, draft: { items, shipping } } }
}

/** Takes the stock, all of it or nothing, and makes it an order like any other. */
export const completeDraft = (ctx: Ctx, id: Order['id'], { payment }: Completion): Promise<Order> =>
  changeOrder(ctx, id, 'complete', async (ctx, order) => {
    const { draft: _, ...contents } = order.contents
    assertDeliverable(order)
    await queries.openDraft(ctx, { id, contents })
    if (payment === 'external' && order.total > 0) await payOutside(ctx, order, { amount: order.total })
    await takeStock(ctx, order)
    const { number, currency, source } = order
    const total = money(order.total, currency)
    return [
      { type: 'order.created', data: { orderId: id, number, total, source, by: actorOf(ctx.caller) } } as NewEvent,
    ]
  })

/** Staff may hand goods over: then an address is for taxes only, and may be no more than a country. What is shipped must arrive. */
function assertDeliverable({ contents: { shippingAddress, shipping }, lines }: OrderRow): void {
  if (!shipping || !lines.some(({ requiresShipping }) => requiresShipping)) return
  const details = shippingAddress
    ? addressFaults(shippingAddress).map(({ field, message }) => ({ path: `/shippingAddress/${field}`, message }))
    : [{ path: '/shippingAddress', message: 'Add a shipping address to the draft, or remove its shipping.' }]
  if (details.length === 0) return
  const message = details.map(({ message }) => message).join(' ')
  throw new AppError('checkout_incomplete', `This draft can't be completed. Update it with PATCH first. ${message}`, {
    details,
  })
}
