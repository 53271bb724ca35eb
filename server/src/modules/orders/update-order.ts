import { actorOf, type Ctx } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError } from '../../kit/errors.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { changeOrder } from './change-order.ts'
import { repriceDraft } from './drafts/drafts.ts'
import { toSearchText } from './orders.ts'
import { type OrderRow, updateOrderDetails } from './queries.ts'
import type { OrderChanges } from './request-schemas.ts'
import type { Order } from './schemas.ts'
import { sellsGiftCards } from './sold-gift-cards/sold-gift-cards.ts'

/** A placed order can change its addresses, email and notes, but never its price. */
export const updateOrder = (ctx: Ctx, id: Order['id'], changes: OrderChanges, ifMatch?: string): Promise<Order> =>
  changeOrder(
    ctx,
    id,
    Object.keys(changes).every((field) => NOTE_FIELDS.includes(field)) ? 'annotate' : 'edit',
    async (ctx, order) => {
      const { items, shipping, ...details } = changes
      assertNoCardNumbers(ctx, details)
      const changesItems = items !== undefined || shipping !== undefined
      if (changesItems && order.status !== 'draft') throw notADraft(order)
      // Gift card codes go to this email, and none are issued before there is one.
      if (details.email !== undefined && details.email !== order.email && sellsGiftCards(order)) {
        await auditValueCreation(ctx, 'gift_card_order.email_changed', `#${order.number}`, { orderId: id })
      }
      const changesAddress = details.shippingAddress !== undefined || details.billingAddress !== undefined
      if (changesAddress) assertAddressesEditable(order)
      const isRepriced = order.status === 'draft' && (changesItems || changesAddress)
      await saveChanges(ctx, isRepriced ? await repriceDraft(ctx, order, changes) : order, details)
      return [updatedEvent(ctx, id, changes)]
    },
    ifMatch,
  )

/** Editable on a canceled order too. */
const NOTE_FIELDS = ['staffNote', 'tags']

const notADraft = ({ number, status }: OrderRow) =>
  new AppError('conflict', `Only drafts accept changes to items and shipping. Order #${number} is ${status}.`)

/** Once everything was sent, the address is a matter of record. Downloads and gift cards are not sent. */
function assertAddressesEditable({ items, number }: OrderRow): void {
  const shipped = items.filter(({ requiresShipping }) => requiresShipping)
  const areSent = shipped.every(({ fulfilled, current }) => fulfilled >= current)
  if (!areSent || shipped.every(({ fulfilled }) => fulfilled === 0)) return
  throw new AppError(
    'conflict',
    `All items of order #${number} are fulfilled, so its addresses can’t be changed. Cancel a fulfillment first.`,
  )
}

async function saveChanges(
  ctx: Ctx,
  order: OrderRow,
  changes: Omit<OrderChanges, 'items' | 'shipping'>,
): Promise<void> {
  const { email = order.email, tags = order.tags, staffNote = order.staffNote, ...details } = changes
  const contents = { ...order.contents, ...details }
  const { shippingAddress, billingAddress } = contents
  const items = order.items.map(({ details }) => details)
  const search = toSearchText({ email, shippingAddress, billingAddress, items }, order.number)
  await updateOrderDetails(ctx, { id: order.id, email, contents, tags, staffNote }, search)
}

const updatedEvent = (ctx: Ctx, orderId: Order['id'], changes: object): NewEvent => ({
  type: 'order.updated',
  data: { orderId, fields: Object.keys(changes), actor: actorOf(ctx.caller) },
})
