import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit, type NewEvent } from '../../events/emit.ts'
import { AppError, type ErrorFields, invalidRequest, notFound } from '../../kit/errors.ts'
import { formatMoney } from '../../kit/format-money.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { auditValueCreation } from '../audit/audit.ts'
import * as queries from './ledger-queries.ts'
import { listCardsById } from './queries.ts'
import {
  type GiftCard,
  type GiftCardEntriesQuery,
  type GiftCardEntry,
  type GiftCardLiability,
  MAX_BALANCE,
  type NewGiftCardCredit,
} from './schemas.ts'

/** `reason` is shown to the caller. */
export const giftCardError = (last4: string, reason: string, fields: ErrorFields = {}, path?: string): AppError =>
  new AppError('gift_card_rejected', `The gift card ending in ${last4} ${reason}.`, {
    ...(path !== undefined && { details: [{ path, message: reason }] }),
    fields: { last4, ...fields },
  })

/** Adds value to an active card, for goodwill or a sale in store. */
export function creditGiftCard(ctx: Ctx, id: string, { amount, reason }: NewGiftCardCredit): Promise<GiftCard> {
  return transaction(ctx, async (ctx) => {
    const card = await lockCard(ctx, id)
    if (card.status !== 'active') throw giftCardError(card.last4, INACTIVE_MESSAGES[card.status])
    if (isExpired(ctx, card)) throw giftCardError(card.last4, INACTIVE_MESSAGES.expired)
    if (card.currency !== amount.currency)
      throw giftCardError(card.last4, `is in ${card.currency}`, { currency: card.currency }, '/amount/currency')
    if (card.balance + amount.amount > MAX_BALANCE) {
      const [limit, balance] = [money(MAX_BALANCE, card.currency), money(card.balance, card.currency)]
      const reason = `holds ${formatMoney(balance)} and can hold at most ${formatMoney(limit)}`
      throw giftCardError(card.last4, reason, { balance: { ...balance }, limit: { ...limit } }, '/amount/amount')
    }
    const details = { giftCardId: id, amount: formatMoney(amount), reason }
    await auditValueCreation(ctx, 'gift_card.credited', `…${card.last4}`, details)
    const entry = { ...newEntry(card, 'credited', amount.amount), reason }
    const changes = await queries.postEntries(ctx, [entry], actorOf(ctx.caller))
    for (const { type, data } of balanceChangedEvents(changes, 'credited', null)) await emit(ctx, type, data)
    return getGiftCard(ctx, id)
  })
}

/** Permanent. Writes off the balance; calling it again writes off what was restored since. */
export function deactivateGiftCard(ctx: Ctx, id: string): Promise<GiftCard> {
  return transaction(ctx, async (ctx) => {
    const card = await lockCard(ctx, id)
    if (card.status === 'deactivated' && card.balance === 0) return getGiftCard(ctx, id)
    await queries.postEntries(ctx, [newEntry(card, 'deactivated', -card.balance)], actorOf(ctx.caller))
    const writtenOff = money(card.balance, card.currency)
    await emit(ctx, 'gift_card.deactivated', { giftCardId: card.id, writtenOff })
    return getGiftCard(ctx, id)
  })
}

export async function listEntries(ctx: Ctx, id: string, query: GiftCardEntriesQuery): Promise<Page<GiftCardEntry>> {
  await getGiftCard(ctx, id)
  const page = keyset(query)
  return toPage(await queries.listEntries(ctx, page, id), page)
}

export async function getLiability(ctx: Ctx, asOfInput: string | undefined): Promise<GiftCardLiability> {
  const moment = asOfInput === undefined ? ctx.now : new Date(asOfInput)
  if (moment > ctx.now) {
    throw invalidRequest('The liability is not known for a future time.', [
      { path: '/asOf', message: 'must not be in the future; omit it for the current liability' },
    ])
  }
  const asOf = moment.toISOString()
  return { asOf, data: await queries.listLiabilities(ctx, asOf) }
}

export const INACTIVE_MESSAGES = {
  deactivated: 'is deactivated. Use another one',
  expired: 'has expired. Use another one',
} as const

export const isExpired = (ctx: Ctx, { expiresAt }: queries.LockedCard): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= ctx.now.getTime()

/** Call it after locking the card, so that entry ids sort in the order of the balances. */
export const newEntry = (
  card: queries.LockedCard,
  kind: queries.EntryRow['kind'],
  amount: number,
): queries.EntryRow => ({
  entry_id: newId('gce'),
  gift_card_id: card.id,
  kind,
  amount,
})

type BalanceChanged = Extract<NewEvent, { type: 'gift_card.balance_changed' }>

export const balanceChangedEvents = (
  changes: queries.BalanceChange[],
  kind: BalanceChanged['data']['kind'],
  holder: string | null,
): BalanceChanged[] =>
  changes.map(({ giftCardId, currency, amount, balance }) => ({
    type: 'gift_card.balance_changed',
    data: { giftCardId, kind, change: money(amount, currency), balance: money(balance, currency), holder },
  }))

async function lockCard(ctx: Ctx, id: string): Promise<queries.LockedCard> {
  const [card] = await queries.lockCards(ctx, [id])
  if (!card) throw notFound('gift card', id)
  return card
}

export async function getGiftCard(ctx: Ctx, id: string): Promise<GiftCard> {
  const [card] = await listCardsById(ctx, [id])
  if (!card) throw notFound('gift card', id)
  return card
}
