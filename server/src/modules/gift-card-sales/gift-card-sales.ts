import { type Ctx, transaction } from '../../ctx.ts'
import { money } from '../../kit/money.ts'
import { createGiftCardEmail } from '../emails/emails.ts'
import { issueGiftCard } from '../gift-cards/gift-cards.ts'
import { listSoldCards } from '../gift-cards/sold-cards.ts'
import { getOrder } from '../orders/orders.ts'
import { proratedTotal } from '../orders/prorate.ts'
import { loadPaymentSummary } from '../orders/refunds/retained-amount.ts'
import * as queries from './queries.ts'

/** A transaction; as many follow as are needed. */
const BATCH_SIZE = 50

/** For every unit that was paid a card over what was paid for it, and a mail with its code: each once, however often it is asked. */
export async function issueSoldCards(ctx: Ctx, orderId: string): Promise<void> {
  if (!(await queries.findGiftCardItem(ctx, orderId))) return
  while ((await issueBatch(ctx, orderId)) === BATCH_SIZE);
}

/** The card and the mail come together or not at all: nobody else knows the code. */
const issueBatch = (ctx: Ctx, orderId: string): Promise<number> =>
  transaction(ctx, async (ctx) => {
    const sale = await queries.lockSale(ctx, orderId)
    if (!sale || !canIssue(sale) || !(await isPaid(ctx, orderId))) return 0
    const issued = new Set((await listSoldCards(ctx, orderId)).map(({ lineId, unit }) => `${lineId} ${unit}`))
    const due = listUnrefundedUnits(sale).filter(({ lineId, unit }) => !issued.has(`${lineId} ${unit}`))
    const order = await getOrder(ctx, orderId)
    const batch = due.slice(0, BATCH_SIZE)
    for (const { lineId, unit, paid } of batch) {
      const amount = money(paid, order.currency)
      const recipient = { email: order.email }
      const card = await issueGiftCard(ctx, { amount, recipient }, { orderId, lineId, unit })
      await createGiftCardEmail(ctx, order, { id: card.id, code: card.code, last4: card.last4, amount })
    }
    return batch.length
  })

/** What comes from elsewhere was handed over there. Without an address the code could reach nobody. */
const canIssue = ({ status, source, email }: queries.Sale): boolean =>
  source !== 'import' && email !== null && (status === 'open' || status === 'completed')

/** A card is money that the shop owes: a live one is never given for a payment by which no money came. */
async function isPaid(ctx: Ctx, orderId: string): Promise<boolean> {
  const { isPaid: isWhole, isRealMoney: isReal } = await loadPaymentSummary(ctx, orderId)
  return isWhole && (isReal || ctx.mode !== 'live')
}

/** All that are not refunded. */
export const listUnrefundedUnits = ({ lines }: queries.Sale) =>
  lines.flatMap(({ id, refunded, ...line }) =>
    Array.from({ length: line.ordered - refunded }, (_, unit) => ({
      lineId: id,
      unit,
      paid: proratedTotal(line, unit + 1) - proratedTotal(line, unit),
    })).filter(({ paid }) => paid > 0),
  )
