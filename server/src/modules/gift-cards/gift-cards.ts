import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { formatMoney, isCurrency, money } from '../../kit/money.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { listAccountEntries, post } from '../ledger/ledger.ts'
import type { LedgerEntry } from '../ledger/schemas.ts'
import {
  balanceChangedEvents,
  deactivateGiftCard,
  getGiftCard,
  giftCardError,
  INACTIVE_MESSAGES,
  isExpired,
  lockCard,
  toPosting,
} from './balances.ts'
import { formatCode, generateCode, hashCodeFor, isHardToGuess, isWellFormed, normalizeCode } from './codes/codes.ts'
import * as queries from './queries.ts'
import {
  type CodeCheckResult,
  type GiftCard,
  type GiftCardChanges,
  type GiftCardEntriesQuery,
  type GiftCardEntry,
  type GiftCardsQuery,
  type IssuedGiftCard,
  MAX_BALANCE,
  type NewGiftCard,
  type NewGiftCardCredit,
} from './schemas.ts'

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
      codeHash: hashCodeFor(ctx, code),
      last4: code.slice(-4),
      amount,
      currency,
      expiresAt: input.expiresAt ?? null,
      staffNote: input.staffNote ?? null,
      recipient: toRecipient(input.recipient),
      soldUnit,
    }
    if ((await queries.insertCard(ctx, row)) === 0) {
      throw new AppError('conflict', 'This code is already in use. Choose another one.', {
        details: [{ path: '/code', message: 'is already in use' }],
      })
    }
    await post(ctx, [toPosting(row, 'issued', amount)])
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
    const changes = await post(ctx, [{ ...toPosting(card, 'credited', amount.amount), reason }])
    for (const { type, data } of balanceChangedEvents(changes, 'credited', null)) await emit(ctx, type, data)
    return getGiftCard(ctx, id)
  })
}

/** Until the transaction ends, nobody can use the card. Call it before locking accounts, as a checkout does. */
export async function lockGiftCard(ctx: Ctx, id: string): Promise<void> {
  await lockCard(ctx, id)
}

/**
 * Deactivates a card whose price is to be returned. Returns false if it has ended, or if its balance is no longer what it
 * was issued with.
 */
export async function withdrawGiftCard(ctx: Ctx, id: string): Promise<boolean> {
  const locked = await lockCard(ctx, id)
  const { initialAmount } = await getGiftCard(ctx, id)
  if (locked.status !== 'active' || isExpired(ctx, locked) || locked.balance !== initialAmount.amount) return false
  await deactivateGiftCard(ctx, id)
  return true
}

export async function listEntries(ctx: Ctx, id: string, query: GiftCardEntriesQuery): Promise<Page<GiftCardEntry>> {
  await getGiftCard(ctx, id)
  const page = keyset(query)
  const entries = await listAccountEntries(ctx, page, 'gift_card', id)
  return toPage(entries.map(toGiftCardEntry), page)
}

const toGiftCardEntry = ({ unit, amount, balanceAfter, ...entry }: LedgerEntry): GiftCardEntry => ({
  id: entry.id,
  kind: entry.kind as GiftCardEntry['kind'],
  amount: money(amount, unit),
  balanceAfter: money(balanceAfter ?? 0, unit),
  orderId: entry.orderId,
  refundId: entry.refundId,
  reason: entry.reason,
  actor: entry.actor,
  createdAt: entry.createdAt,
})

/** Omitted fields keep their value. The expiry of an ended card can't be changed. */
export function changeGiftCard(ctx: Ctx, id: string, changes: GiftCardChanges, ifMatch?: string): Promise<GiftCard> {
  assertFutureExpiry(ctx, changes.expiresAt)
  return transaction(ctx, async (ctx) => {
    await queries.lockCards(ctx, [id])
    const before = await getGiftCard(ctx, id)
    assertIfMatch(ifMatch, before.version)
    if (changes.expiresAt !== undefined && before.status !== 'active') {
      throw new AppError('conflict', `This gift card is permanently ${before.status}. Issue a new one.`, {
        details: [{ path: '/expiresAt', message: 'can change only while the gift card is active' }],
        fields: { status: before.status },
      })
    }
    if (changes.expiresAt !== undefined && changes.expiresAt !== before.expiresAt) {
      const { expiresAt } = changes
      await auditValueCreation(ctx, 'gift_card.expiry_changed', `…${before.last4}`, { giftCardId: id, expiresAt })
    }
    const recipient = changes.recipient === undefined ? before.recipient : toRecipient(changes.recipient)
    await queries.updateCard(ctx, { ...before, ...changes, recipient })
    return getGiftCard(ctx, id)
  })
}
