import { actorOf, type Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { assertNoCardNumbers } from '../../../kit/card-number.ts'
import { AppError } from '../../../kit/errors.ts'
import { createValue } from '../../audit/value-creation.ts'
import { changeOrder } from '../change-order.ts'
import { sellsCards } from '../money/sold-cards.ts'
import { redraft } from '../new/drafts.ts'
import { searchText } from '../place-order.ts'
import type { OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { writeEdit } from './edit-queries.ts'
import type { OrderChanges } from './edit-schemas.ts'

/** What may still be changed of what was placed: to whom it goes and what is noted about it, never what it costs. */
export const editOrder = (ctx: Ctx, id: Order['id'], changes: OrderChanges, ifMatch?: string): Promise<Order> =>
  changeOrder(
    ctx,
    id,
    Object.keys(changes).every((field) => NOTES.includes(field)) ? 'make a note of' : 'edit',
    async (ctx, order) => {
      const { items, shipping, ...said } = changes
      assertNoCardNumbers(ctx, said)
      const isOfDraft = items !== undefined || shipping !== undefined
      if (isOfDraft && order.status !== 'draft') throw notADraft(order)
      // The codes of gift cards go to this address, and none are issued before there is one.
      if (said.email !== undefined && said.email !== order.email && sellsCards(order)) {
        await createValue(ctx, 'gift_card_order.email_changed', `#${order.number}`, { orderId: id })
      }
      const isMoved = said.shippingAddress !== undefined || said.billingAddress !== undefined
      if (isMoved) refuseSent(order)
      const isReckonedAnew = order.status === 'draft' && (isOfDraft || isMoved)
      await writeOver(ctx, isReckonedAnew ? await redraft(ctx, order, changes) : order, said)
      return [updated(ctx, id, changes)]
    },
    ifMatch,
  )

/** Of a canceled order too. */
const NOTES = ['staffNote', 'tags']

const notADraft = ({ number, status }: OrderRow) =>
  new AppError('conflict', `Items and shipping can be changed of a draft only, and order #${number} is ${status}.`)

/** Where a parcel went is a fact. */
function refuseSent({ lines, number }: OrderRow): void {
  if (lines.every(({ fulfilled }) => fulfilled === 0)) return
  throw new AppError('conflict', `Something of order #${number} was sent: its addresses can't be changed any more.`)
}

async function writeOver(ctx: Ctx, order: OrderRow, changes: Omit<OrderChanges, 'items' | 'shipping'>): Promise<void> {
  const { email = order.email, tags = order.tags, staffNote = order.staffNote, ...said } = changes
  const contents = { ...order.contents, ...said }
  const { shippingAddress, billingAddress } = contents
  const lines = order.lines.map(({ facts }) => facts)
  const search = searchText({ email, shippingAddress, billingAddress, lines }, order.number)
  await writeEdit(ctx, { id: order.id, email, contents, tags, staffNote }, search)
}

const updated = (ctx: Ctx, orderId: Order['id'], changes: object): NewEvent => ({
  type: 'order.updated',
  data: { orderId, fields: Object.keys(changes), by: actorOf(ctx.caller) },
})
