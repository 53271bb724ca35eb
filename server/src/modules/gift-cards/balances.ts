import { type Ctx, transaction } from '../../ctx.ts'
import { emit, type NewEvent } from '../../events/emit.ts'
import { AppError, type ErrorFields, notFound } from '../../kit/errors.ts'
import { toHolderFields } from '../../kit/holder.ts'
import { money } from '../../kit/money.ts'
import { type BalanceChange, type Posting, post } from '../ledger/ledger.ts'
import * as queries from './queries.ts'
import type { GiftCard } from './schemas.ts'

/** `reason` is shown to the caller. */
export const giftCardError = (last4: string, reason: string, fields: ErrorFields = {}, path?: string): AppError =>
  new AppError('gift_card_rejected', `The gift card ending in ${last4} ${reason}.`, {
    ...(path !== undefined && { details: [{ path, message: reason }] }),
    fields: { last4, ...fields },
  })

/** Permanent. Writes off the balance; calling it again writes off what was restored since. */
export function deactivateGiftCard(ctx: Ctx, id: string): Promise<GiftCard> {
  return transaction(ctx, async (ctx) => {
    const card = await lockCard(ctx, id)
    if (card.status === 'deactivated' && card.balance === 0) return getGiftCard(ctx, id)
    await post(ctx, [toPosting(card, 'deactivated', -card.balance)])
    const writtenOff = money(card.balance, card.currency)
    await emit(ctx, 'gift_card.deactivated', { giftCardId: card.id, writtenOff })
    return getGiftCard(ctx, id)
  })
}

export const INACTIVE_MESSAGES = {
  deactivated: 'is deactivated. Use another one',
  expired: 'has expired. Use another one',
} as const

export const isExpired = (ctx: Ctx, { expiresAt }: queries.LockedCard): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= ctx.now.getTime()

export const toPosting = (
  { id, currency }: { id: string; currency: string },
  kind: Posting['kind'],
  amount: number,
): Posting => ({ accountType: 'gift_card', accountId: id, unit: currency, kind, amount })

type BalanceChanged = Extract<NewEvent, { type: 'gift_card.balance_changed' }>

export const balanceChangedEvents = (
  changes: BalanceChange[],
  kind: BalanceChanged['data']['kind'],
  holder: string | null,
  reference: string | null = null,
): BalanceChanged[] =>
  changes.map(({ accountId, unit, amount, balance }) => ({
    type: 'gift_card.balance_changed',
    data: {
      giftCardId: accountId as `gc_${string}`,
      kind,
      change: money(amount, unit),
      balance: money(balance, unit),
      ...toHolderFields(holder, reference),
    },
  }))

export async function lockCard(ctx: Ctx, id: string): Promise<queries.LockedCard> {
  const [card] = await queries.lockCards(ctx, [id])
  if (!card) throw notFound('gift card', id)
  return card
}

export async function getGiftCard(ctx: Ctx, id: string): Promise<GiftCard> {
  const [card] = await queries.listCardsById(ctx, [id])
  if (!card) throw notFound('gift card', id)
  return card
}

/** Writes off `balance` of locked, ended cards and returns the events to emit. */
export async function writeOffCards(ctx: Ctx, expired: queries.LockedCard[]): Promise<NewEvent[]> {
  if (expired.length === 0) return []
  await post(
    ctx,
    expired.map((card) => toPosting(card, endStatus(card), -card.balance)),
  )
  return expired.map((card) => ({
    type: `gift_card.${endStatus(card)}`,
    data: { giftCardId: card.id, writtenOff: money(card.balance, card.currency) },
  }))
}

const endStatus = ({ status }: queries.LockedCard) => (status === 'deactivated' ? 'deactivated' : 'expired')
