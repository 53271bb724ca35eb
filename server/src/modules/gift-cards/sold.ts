import type { Ctx } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { deactivateGiftCard } from './ledger.ts'
import * as ledger from './ledger-queries.ts'
import * as queries from './queries.ts'
import { debitCards, restoreCards } from './redemption.ts'

/** The cards that an order has sold, whatever has become of them. */
export const listSold = (ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> => queries.listSold(ctx, orderId)

interface ReturnedLine {
  lineId: string
  /** Of how many units the buyer is to keep the cards. */
  left: number
}

/** Which cards would end, and what is on them: looked at, not held. */
export async function previewSold(
  ctx: Ctx,
  { orderId, isLast }: Omit<Taking, 'holder'>,
  lines: ReturnedLine[],
): Promise<LeftCard[]> {
  const sold = await queries.listSold(ctx, orderId)
  const chosen = new Set(chooseOf(sold, lines))
  return sold.filter((card) => chosen.has(card) || (isLast && card.isActive)).map(toLeft)
}

/**
 * Which cards go back with the money of these lines. One that was spent, if only in part, does not; nor does one that has ended
 * otherwise than by a refund, of which nobody knows what was on it, or what was given in its place.
 */
const chooseOf = (sold: queries.SoldCard[], lines: ReturnedLine[]): queries.SoldCard[] =>
  lines.flatMap(({ lineId, left }) => {
    const given = sold.filter((card) => card.lineId === lineId && !card.isTakenBack)
    const needed = Math.max(0, given.length - left)
    const whole = given.filter(({ isActive, balance, initialAmount }) => isActive && balance >= initialAmount)
    if (whole.length < needed) throw spent(lineId, given.length - whole.length)
    return needed === 0 ? [] : whole.slice(-needed)
  })

interface Taking {
  orderId: string
  holder: string
  /** All the money that is left of the order goes back: then nothing stays on any of its cards, however much was spent. */
  isLast: boolean
}

/**
 * Whoever has the money back must not have the card: it is emptied before any money moves, so that nobody spends it meanwhile.
 * Answers what is to be told.
 */
export async function holdSold(
  ctx: Ctx,
  { orderId, holder, isLast }: Taking,
  lines: ReturnedLine[],
): Promise<NewEvent[]> {
  const sold = await holdAll(ctx, orderId)
  const chosen = new Set(chooseOf(sold, lines).map(({ id }) => id))
  const cards = sold.filter((card) => chosen.has(card.id) || (isLast && isLeft(card)))
  return debitCards(
    ctx,
    holder,
    cards.map(({ id, balance, currency }) => ({ giftCardId: id, amount: balance, currency })),
    true,
  )
}

export interface LeftCard {
  id: queries.SoldCard['id']
  amount: number
  currency: string
}

/** Those of the cards that an order has sold with which somebody could still pay, and how much. */
export const listLeft = async (ctx: Ctx, orderId: string): Promise<LeftCard[]> =>
  (await queries.listSold(ctx, orderId)).filter(isLeft).map(toLeft)

const isLeft = ({ isActive, balance }: queries.SoldCard): boolean => isActive && balance > 0

const toLeft = ({ id, balance, currency }: queries.SoldCard): LeftCard => ({ id, amount: balance, currency })

/**
 * The buyer has all the money back: nobody pays with the cards any more. An empty one ends too, since what was bought with it
 * may yet be canceled, which would fill it again. Answers which they were, and what was left on them. `spares`: where nobody of
 * the shop has decided it, one on which the shop itself has put more is left for somebody to look at.
 */
export async function endLeft(
  ctx: Ctx,
  orderId: string,
  spares: 'none' | 'topped up',
): Promise<{ ended: LeftCard[]; spared: LeftCard[] }> {
  const active = (await holdAll(ctx, orderId)).filter(({ isActive }) => isActive)
  const isSpared = (card: queries.SoldCard) => spares === 'topped up' && card.isToppedUp && isLeft(card)
  const ending = active.filter((card) => !isSpared(card))
  for (const { id } of ending) await deactivateGiftCard(ctx, id)
  return { ended: ending.map(toLeft), spared: active.filter(isSpared).map(toLeft) }
}

/**
 * Nobody moves any of their money until the transaction ends, whatever was on them before. What they are is read once, and only
 * when all are held: two looks could tell of different moments, and a card be left out of which the money goes back.
 */
async function holdAll(ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> {
  const ids = (await queries.listSold(ctx, orderId)).map(({ id }) => id)
  if (ids.length === 0) return []
  await ledger.lockCards(ctx, ids)
  return queries.listSold(ctx, orderId)
}

const spent = (lineId: string, count: number) =>
  new AppError(
    'gift_card_refused',
    'A gift card that was bought with this order has been spent, or has ended: it can’t be refunded.',
    {
      details: [
        {
          path: '/lines',
          message: `of ${lineId} ${count} are spent, at least in part, or have ended: refund fewer, or an amount`,
        },
      ],
    },
  )

/** The money went back: then the cards are over for good. It did not: then they are as they were. */
export async function endSold(
  ctx: Ctx,
  { orderId, holder }: Omit<Taking, 'isLast'>,
  isGivenBack: boolean,
): Promise<{ told: NewEvent[]; ended: LeftCard[] }> {
  // All of them, in their order, since more may end than this one has taken.
  await holdAll(ctx, orderId)
  const taken = await ledger.listTakenBy(ctx, holder)
  const told = await restoreCards(ctx, { holder, reference: holder }, taken)
  if (!isGivenBack) return { told, ended: [] }
  const ended: LeftCard[] = []
  for (const { giftCardId, amount } of taken) {
    const { id, balance } = await deactivateGiftCard(ctx, giftCardId)
    ended.push({ id, amount, currency: balance.currency })
  }
  return { told, ended }
}
