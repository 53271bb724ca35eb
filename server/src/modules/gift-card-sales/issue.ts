import { type Ctx, transaction } from '../../ctx.ts'
import { money } from '../../kit/money.ts'
import { issueGiftCard } from '../gift-cards/gift-cards.ts'
import { listSold } from '../gift-cards/sold.ts'
import { writeGiftCardMail } from '../mails/mails.ts'
import { shareOf } from '../orders/line-share.ts'
import { readPaidFor } from '../orders/money/paid-for.ts'
import { getOrder } from '../orders/orders.ts'
import * as queries from './queries.ts'

/** A transaction; as many follow as are needed. */
const MAX_CARDS = 50

/** For every unit that was paid a card over what was paid for it, and a mail with its code: each once, however often it is asked. */
export async function issueSold(ctx: Ctx, orderId: string): Promise<void> {
  if (!(await queries.findGiftLine(ctx, orderId))) return
  while ((await issueSome(ctx, orderId)) === MAX_CARDS);
}

/** The card and the mail come together or not at all: nobody else knows the code. */
const issueSome = (ctx: Ctx, orderId: string): Promise<number> =>
  transaction(ctx, async (ctx) => {
    const sale = await queries.holdSale(ctx, orderId)
    if (!sale || !isDue(sale) || !(await isPaidFor(ctx, orderId))) return 0
    const issued = new Set((await listSold(ctx, orderId)).map(({ lineId, unit }) => `${lineId} ${unit}`))
    const due = unitsOf(sale).filter(({ lineId, unit }) => !issued.has(`${lineId} ${unit}`))
    const order = await getOrder(ctx, orderId)
    const some = due.slice(0, MAX_CARDS)
    for (const { lineId, unit, paid } of some) {
      const amount = money(paid, order.currency)
      const recipient = { email: order.email }
      const card = await issueGiftCard(ctx, { amount, recipient }, { orderId, lineId, unit })
      await writeGiftCardMail(ctx, order, { id: card.id, code: card.code, last4: card.last4, amount })
    }
    return some.length
  })

/** What comes from elsewhere was handed over there. Without an address the code could reach nobody. */
const isDue = ({ status, source, email }: queries.Sale): boolean =>
  source !== 'import' && email !== null && (status === 'open' || status === 'completed')

/** A card is money that the shop owes: a live one is never given for a payment by which no money came. */
async function isPaidFor(ctx: Ctx, orderId: string): Promise<boolean> {
  const { isWhole, isReal } = await readPaidFor(ctx, orderId)
  return isWhole && (isReal || ctx.mode !== 'live')
}

/** All that are not refunded. */
export const unitsOf = ({ lines }: queries.Sale) =>
  lines.flatMap(({ id, refunded, ...line }) =>
    Array.from({ length: line.ordered - refunded }, (_, unit) => ({
      lineId: id,
      unit,
      paid: shareOf(line, unit + 1) - shareOf(line, unit),
    })).filter(({ paid }) => paid > 0),
  )
