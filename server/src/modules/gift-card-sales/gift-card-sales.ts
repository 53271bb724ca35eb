import { type Ctx, transaction } from '../../ctx.ts'
import { proratedTotal } from '../../kit/allocate-money.ts'
import { money } from '../../kit/money.ts'
import { createGiftCardEmail } from '../emails/emails.ts'
import { issueGiftCard } from '../gift-cards/gift-cards.ts'
import { listSoldCards } from '../gift-cards/sold-cards/sold-cards.ts'
import { getOrder } from '../orders/orders.ts'
import { loadPaymentSummary } from '../orders/sold-gift-cards/sold-gift-cards.ts'
import * as queries from './queries.ts'

/** Units per transaction. */
const BATCH_SIZE = 50

/** Issues one card per paid unit for the amount paid, and emails its code. Idempotent. */
export async function issueSoldCards(ctx: Ctx, orderId: string): Promise<void> {
  if (!(await queries.findGiftCardItem(ctx, orderId))) return
  while ((await issueBatch(ctx, orderId)) === BATCH_SIZE);
}

/** Card and email commit together, because the code exists nowhere else. */
const issueBatch = (ctx: Ctx, orderId: string): Promise<number> =>
  transaction(ctx, async (ctx) => {
    const sale = await queries.lockSale(ctx, orderId)
    if (!sale || !canIssue(sale) || !(await isPaid(ctx, orderId))) return 0
    const issued = new Set((await listSoldCards(ctx, orderId)).map(({ itemId, unit }) => `${itemId} ${unit}`))
    const due = listUnrefundedUnits(sale).filter(({ itemId, unit }) => !issued.has(`${itemId} ${unit}`))
    const order = await getOrder(ctx, orderId)
    const batch = due.slice(0, BATCH_SIZE)
    for (const { itemId, unit, paid } of batch) {
      const amount = money(paid, order.currency)
      const recipient = { email: order.email }
      const card = await issueGiftCard(ctx, { amount, recipient }, { orderId, itemId, unit })
      await createGiftCardEmail(ctx, order, { id: card.id, code: card.code, last4: card.last4, amount })
    }
    return batch.length
  })

/** Imported orders were delivered elsewhere. Without an email address the code could not be delivered. */
const canIssue = ({ status, source, email }: queries.Sale): boolean =>
  source !== 'import' && email !== null && (status === 'open' || status === 'archived')

/** A card is a liability: live cards are never issued for simulated payments. */
async function isPaid(ctx: Ctx, orderId: string): Promise<boolean> {
  const { isPaid: isWhole, isRealMoney: isReal } = await loadPaymentSummary(ctx, orderId)
  return isWhole && (isReal || ctx.mode !== 'live')
}

export const listUnrefundedUnits = ({ items }: queries.Sale) =>
  items.flatMap(({ id, refunded, ...item }) =>
    Array.from({ length: item.ordered - refunded }, (_, unit) => ({
      itemId: id,
      unit,
      paid: proratedTotal(item, unit + 1) - proratedTotal(item, unit),
    })).filter(({ paid }) => paid > 0),
  )
