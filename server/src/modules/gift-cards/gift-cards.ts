import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import type { NewEvent } from '../../events/emit.ts'
import { emit } from '../../events/emit.ts'
import { isCurrency } from '../../kit/currencies.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { formatMoney } from '../../kit/format-money.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { formatCode, generateCode, hashCode, isHardToGuess, isWellFormed, normalizeCode } from './codes.ts'
import { writeOffCards } from './expiry.ts'
import {
  balanceChangedEvents,
  deactivateGiftCard,
  getGiftCard,
  giftCardError,
  INACTIVE_MESSAGES,
  isExpired,
  newEntry,
} from './ledger.ts'
import * as ledger from './ledger-queries.ts'
import * as queries from './queries.ts'
import type { CodeCheckResult, GiftCard, GiftCardsQuery, IssuedGiftCard, NewGiftCard } from './schemas.ts'

/** The only response with the code: only a keyed hash is stored, and it can't be reversed. */
export function issueGiftCard(
  ctx: Ctx,
  input: NewGiftCard,
  soldUnit: queries.SoldUnit | null = null,
): Promise<IssuedGiftCard> {
  const { amount, currency } = input.amount
  if (!isCurrency(currency)) {
    throw invalidRequest('The currency is not supported.', [
      { path: '/amount/currency', message: `must be a supported currency, not "${currency}"` },
    ])
  }
  assertFutureExpiry(ctx, input.expiresAt)
  const code = input.code === undefined ? generateCode() : parseCustomCode(input.code)
  return transaction(ctx, async (ctx) => {
    const row: queries.NewCardRow = {
      id: newId('gc'),
      entryId: newId('gce'),
      codeHash: hashCodeFor(ctx, code),
      last4: code.slice(-4),
      amount,
      currency,
      expiresAt: input.expiresAt ?? null,
      note: input.note ?? null,
      recipient: toRecipient(input.recipient),
      soldUnit,
    }
    if ((await queries.insertCard(ctx, row, actorOf(ctx.caller))) === 0) {
      throw new AppError('conflict', 'This code is already in use. Choose another one.', {
        details: [{ path: '/code', message: 'is already in use' }],
      })
    }
    const card = await getGiftCard(ctx, row.id)
    await auditValueCreation(ctx, 'gift_card.issued', `…${card.last4}`, {
      giftCardId: card.id,
      amount: formatMoney(input.amount),
    })
    await emit(ctx, 'gift_card.created', { giftCardId: card.id, amount: card.initialAmount })
    return { ...card, code: formatCode(code) }
  })
}

export async function listGiftCards(ctx: Ctx, query: GiftCardsQuery): Promise<Page<GiftCard>> {
  const page = keyset(query)
  const text = query.q?.trim().toLowerCase() || null
  const { data, nextCursor } = toPage(await queries.listCardIds(ctx, page, query, text), page)
  const ids = data.map(({ id }) => id)
  return { data: await queries.listCardsById(ctx, ids), nextCursor }
}

/** Malformed codes are hashed and looked up too, so that timing reveals nothing to an attacker. */
export async function checkCode(ctx: Ctx, code: string): Promise<CodeCheckResult> {
  const card = await queries.findCardByHash(ctx, hashCodeFor(ctx, normalizeCode(code)))
  if (!card) return UNKNOWN_CODE
  const { id, last4, balance, expiresAt, status } = card
  return { valid: status === 'active', id, last4, balance, currency: balance.currency, expiresAt, status }
}

const UNKNOWN_CODE: CodeCheckResult = {
  valid: false,
  id: null,
  last4: null,
  balance: null,
  currency: null,
  expiresAt: null,
  status: null,
}

/** For a lookup in `gift_cards.code_hash`. Null for a typo, which needs no lookup. */
export function hashValidCode(ctx: Ctx, code: string): Buffer | null {
  const normalized = normalizeCode(code)
  return isWellFormed(normalized) ? hashCodeFor(ctx, normalized) : null
}

const hashCodeFor = (ctx: Ctx, normalized: string): Buffer =>
  hashCode(ctx.secretFor('gift-card-codes'), ctx.environmentId, normalized)

function parseCustomCode(code: string): string {
  const normalized = normalizeCode(code)
  const invalidCode = (message: string) => invalidRequest('The code is not valid.', [{ path: '/code', message }])
  if (!isWellFormed(normalized)) {
    throw invalidCode(
      'must be 16 to 28 characters of 23456789ABCDEFGHJKMNPQRSTUVWXYZ, the last one the check character',
    )
  }
  if (!isHardToGuess(normalized)) throw invalidCode('must have at least 6 different characters')
  return normalized
}

export function assertFutureExpiry(ctx: Ctx, expiresAt: string | null | undefined): void {
  if (!expiresAt || Date.parse(expiresAt) > ctx.now.getTime()) return
  throw invalidRequest('The expiry must be in the future.', [
    { path: '/expiresAt', message: 'must be in the future; to end the card now, deactivate it' },
  ])
}

export function toRecipient(input: NewGiftCard['recipient']): GiftCard['recipient'] {
  const { name = null, email = null } = input ?? {}
  return name === null && email === null ? null : { name, email }
}

/*
 * Payments with gift cards, inside the transaction of the checkout or order. All functions return events: pass them to
 * `emitAll` with your own, so that all are written in one statement.
 */

export interface Tender {
  giftCardId: string
  amount: number
  currency: string
}

/**
 * Debits all cards or throws; two statements for any number of cards. Idempotent per holder and amount; a holder that
 * restored everything may debit again. `isLocked`: an earlier statement of this transaction locked the cards, which
 * saves a statement.
 */
export async function debitCards(ctx: Ctx, holder: string, tenders: Tender[], isLocked = false): Promise<NewEvent[]> {
  if (tenders.length === 0) return []
  if (!isLocked) await lockTenderedCards(ctx, tenders)
  const rows = tenders.map(({ giftCardId, amount, currency }) => ({
    entry_id: newId('gce'),
    gift_card_id: giftCardId,
    amount: assertPositiveAmount(amount),
    currency,
  }))
  const results = await ledger.debitCards(ctx, holder, rows, actorOf(ctx.caller))
  const missing = tenders.find(({ giftCardId }) => !results.some((card) => card.giftCardId === giftCardId))
  if (missing) throw notFound('gift card', missing.giftCardId)
  for (const { last4, currency, verdict } of results) {
    const message = REJECTION_MESSAGES[verdict]?.(currency)
    if (message) throw giftCardError(last4, message)
  }
  // An accepted debit that changed no row means a concurrent change, which is impossible while the card is locked.
  const undebited = results.find(({ verdict, balance }) => verdict === 'taken' && balance === null)
  if (undebited) throw new Error(`The gift card ${undebited.giftCardId} was debited without a lock`)
  const debited = results.flatMap((card) =>
    card.balance === null ? [] : { ...card, amount: -card.amount, balance: card.balance },
  )
  return balanceChangedEvents(debited, 'debited', holder)
}

const REJECTION_MESSAGES: Record<string, (currency: string) => string> = {
  balance: () => 'does not have enough balance. Check its balance and use a smaller amount',
  currency: (currency) => `is in ${currency} and can only pay in that currency`,
  deactivated: () => INACTIVE_MESSAGES.deactivated,
  expired: () => INACTIVE_MESSAGES.expired,
  'held otherwise': () => 'was already debited by this holder for another amount. Restore that first',
}

/** Identifies a refund: each reference is booked once per holder. */
export interface HolderReference {
  holder: string
  reference: string
}

/**
 * Restores at most what the holder debited from each card. On an ended card it is a liability that nobody can spend
 * until the card is deactivated again (docs/gift-cards.md).
 */
export const restoreCards = async (ctx: Ctx, refund: HolderReference, amounts: CardAmount[]): Promise<NewEvent[]> =>
  (await restoreBalances(ctx, refund, amounts)).events

/**
 * Releases a hold that paid for nothing. On an ended card the amount is written off, as it would have been without the
 * hold; what a refund restored is owed and stays.
 */
export async function releaseCards(ctx: Ctx, release: HolderReference, amounts: CardAmount[]): Promise<NewEvent[]> {
  const { events, restored } = await restoreBalances(ctx, release, amounts)
  const expired = restored.filter((card) => card.status !== 'active' || isExpired(ctx, card))
  return [...events, ...(await writeOffCards(ctx, expired))]
}

type CardAmount = Omit<Tender, 'currency'>

/** `restored`: the locked cards, with the restored amount as their balance. */
async function restoreBalances(
  ctx: Ctx,
  { holder, reference }: HolderReference,
  amounts: CardAmount[],
): Promise<{ events: NewEvent[]; restored: ledger.LockedCard[] }> {
  if (amounts.length === 0) return { events: [], restored: [] }
  const locked = await lockTenderedCards(ctx, amounts)
  const ids = [...locked.keys()]
  const balances = new Map(
    (await ledger.listHolderBalances(ctx, holder, ids)).map((row) => [row.giftCardId as string, row]),
  )
  const pending = amounts.filter(({ giftCardId }) => !balances.get(giftCardId)?.references.includes(reference))
  for (const { giftCardId, amount } of pending) {
    const max = balances.get(giftCardId)?.amount ?? 0
    if (assertPositiveAmount(amount) > max) {
      const card = locked.get(giftCardId)
      const refundable = money(max, card?.currency ?? '')
      throw giftCardError(card?.last4 ?? '', `can be restored by at most ${formatMoney(refundable)}`, {
        giftCardId,
        holder,
        refundable: { ...refundable },
      })
    }
  }
  if (pending.length === 0) return { events: [], restored: [] }
  // The balance left at expiry is written off, but the amount restored now is kept.
  const expired = [...locked.values()].filter((card) => card.status === 'active' && isExpired(ctx, card))
  const events = await writeOffCards(ctx, expired)
  const restored = pending.flatMap(({ giftCardId, amount }) => {
    const card = locked.get(giftCardId)
    return card ? { ...card, balance: amount } : []
  })
  const entries = restored.map((card) => ({ ...newEntry(card, 'restored', card.balance), holder, reference }))
  const changes = await ledger.postEntries(ctx, entries, actorOf(ctx.caller))
  return { events: [...events, ...balanceChangedEvents(changes, 'restored', holder)], restored }
}

async function lockTenderedCards(ctx: Ctx, cards: { giftCardId: string }[]): Promise<Map<string, ledger.LockedCard>> {
  const ids = cards.map(({ giftCardId }) => giftCardId)
  const locked = new Map((await ledger.lockCards(ctx, ids)).map((card) => [card.id as string, card]))
  const missing = ids.find((id) => !locked.has(id))
  if (missing !== undefined) throw notFound('gift card', missing)
  if (locked.size < ids.length) throw new Error('A gift card appears twice: add up its amounts')
  return locked
}

function assertPositiveAmount(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`${amount} is not a valid gift card amount`)
  return amount
}

/** All cards sold by an order, in any status. */
export const listSoldCards = (ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> =>
  queries.listSoldCards(ctx, orderId)

interface ReturnedItem {
  itemId: string
  /** Number of units whose cards the buyer keeps. */
  left: number
}

/** Cards a refund would deactivate, with their balances. Takes no lock. */
export async function previewReturnedCards(
  ctx: Ctx,
  { orderId, isLast }: Omit<CardReservation, 'holder'>,
  items: ReturnedItem[],
): Promise<RemainingCard[]> {
  const soldCards = await queries.listSoldCards(ctx, orderId)
  const selected = new Set(selectReturnedCards(soldCards, items))
  return soldCards.filter((card) => selected.has(card) || (isLast && card.isActive)).map(toRemainingCard)
}

/**
 * Cards taken back with a refund of these items. Excludes cards spent even in part, and cards that ended other than by
 * a refund: their balance, or what replaced them, is unknown.
 */
const selectReturnedCards = (soldCards: queries.SoldCard[], items: ReturnedItem[]): queries.SoldCard[] =>
  items.flatMap(({ itemId, left }) => {
    const issued = soldCards.filter((card) => card.itemId === itemId && !card.isTakenBack)
    const needed = Math.max(0, issued.length - left)
    const unspent = issued.filter(({ isActive, balance, initialAmount }) => isActive && balance >= initialAmount)
    if (unspent.length < needed) throw spentError(itemId, issued.length - unspent.length)
    return needed === 0 ? [] : unspent.slice(-needed)
  })

interface CardReservation {
  orderId: string
  holder: string
  /** The refund returns all that remains of the payment, so every card is emptied, however much was spent. */
  isLast: boolean
}

/**
 * Empties the cards before the refund moves any money, so that nobody is refunded and also spends the card. Returns the
 * events to emit.
 */
export async function reserveSoldCards(
  ctx: Ctx,
  { orderId, holder, isLast }: CardReservation,
  items: ReturnedItem[],
): Promise<NewEvent[]> {
  const soldCards = await lockSoldCards(ctx, orderId)
  const selected = new Set(selectReturnedCards(soldCards, items).map(({ id }) => id))
  const cards = soldCards.filter((card) => selected.has(card.id) || (isLast && hasBalance(card)))
  return debitCards(
    ctx,
    holder,
    cards.map(({ id, balance, currency }) => ({ giftCardId: id, amount: balance, currency })),
    true,
  )
}

export interface RemainingCard {
  id: queries.SoldCard['id']
  amount: number
  currency: string
}

/** Active cards of an order with a balance. */
export const listRemainingCards = async (ctx: Ctx, orderId: string): Promise<RemainingCard[]> =>
  (await queries.listSoldCards(ctx, orderId)).filter(hasBalance).map(toRemainingCard)

const hasBalance = ({ isActive, balance }: queries.SoldCard): boolean => isActive && balance > 0

const toRemainingCard = ({ id, balance, currency }: queries.SoldCard): RemainingCard => ({
  id,
  amount: balance,
  currency,
})

/**
 * Deactivates the cards of a fully refunded order and returns their balances. Empty cards too: canceling an order they
 * paid for would restore their balance. `except`: without a decision by staff, cards the shop topped up are left for
 * review.
 */
export async function deactivateSoldCards(
  ctx: Ctx,
  orderId: string,
  except: 'none' | 'topped up',
): Promise<{ ended: RemainingCard[]; spared: RemainingCard[] }> {
  const active = (await lockSoldCards(ctx, orderId)).filter(({ isActive }) => isActive)
  const isExcepted = (card: queries.SoldCard) => except === 'topped up' && card.isToppedUp && hasBalance(card)
  const ending = active.filter((card) => !isExcepted(card))
  for (const { id } of ending) await deactivateGiftCard(ctx, id)
  return { ended: ending.map(toRemainingCard), spared: active.filter(isExcepted).map(toRemainingCard) }
}

/**
 * Locks all cards of the order until the transaction ends. Reads them only after locking: an earlier read could miss a
 * balance, and a card would survive its refund.
 */
async function lockSoldCards(ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> {
  const ids = (await queries.listSoldCards(ctx, orderId)).map(({ id }) => id)
  if (ids.length === 0) return []
  await ledger.lockCards(ctx, ids)
  return queries.listSoldCards(ctx, orderId)
}

const spentError = (itemId: string, count: number) =>
  new AppError(
    'gift_card_rejected',
    'A gift card bought with this order was used or has ended, so it can’t be refunded.',
    {
      details: [
        {
          path: '/items',
          message: `${count} of the gift cards were used, at least in part, or have ended: refund fewer, or an amount`,
          itemId,
          count,
        },
      ],
    },
  )

/** Deactivates the cards if the refund succeeded; otherwise restores their balance. */
export async function settleReservedCards(
  ctx: Ctx,
  { orderId, holder }: Omit<CardReservation, 'isLast'>,
  isRefunded: boolean,
): Promise<{ events: NewEvent[]; ended: RemainingCard[] }> {
  // Locks all cards of the order in id order, because more may end than this refund reserved.
  await lockSoldCards(ctx, orderId)
  const debits = await ledger.listHolderDebits(ctx, holder)
  const events = await restoreCards(ctx, { holder, reference: holder }, debits)
  if (!isRefunded) return { events, ended: [] }
  const ended: RemainingCard[] = []
  for (const { giftCardId, amount } of debits) {
    const { id, balance } = await deactivateGiftCard(ctx, giftCardId)
    ended.push({ id, amount, currency: balance.currency })
  }
  return { events, ended }
}
