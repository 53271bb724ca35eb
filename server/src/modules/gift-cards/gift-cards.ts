import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { isCurrency } from '../../kit/currencies.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toPlainText } from '../../kit/money-text.ts'
import { createValue } from '../audit/value-creation.ts'
import { bareCode, hashCode, inGroups, isVaried, isWellFormed, newCode } from './codes.ts'
import { lockCards } from './ledger-queries.ts'
import * as queries from './queries.ts'
import type { CodeAnswer, GiftCard, GiftCardChanges, GiftCardsQuery, IssuedGiftCard, NewGiftCard } from './schemas.ts'

/** The only moment at which the code exists: afterwards there is a keyed hash, from which it can't be had back. */
export function issueGiftCard(
  ctx: Ctx,
  wanted: NewGiftCard,
  sold: queries.SoldUnit | null = null,
): Promise<IssuedGiftCard> {
  const { amount, currency } = wanted.amount
  if (!isCurrency(currency)) {
    throw invalidRequest('The gift card has no currency.', [
      { path: '/amount/currency', message: `"${currency}" is not a currency` },
    ])
  }
  refusePast(ctx, wanted.expiresAt)
  const code = wanted.code === undefined ? newCode() : ownCode(wanted.code)
  return transaction(ctx, async (ctx) => {
    const row: queries.NewCardRow = {
      id: newId('gc'),
      entryId: newId('gce'),
      codeHash: hashOf(ctx, code),
      last4: code.slice(-4),
      amount,
      currency,
      expiresAt: wanted.expiresAt ?? null,
      note: wanted.note ?? null,
      recipient: recipientOf(wanted.recipient),
      sold,
    }
    if ((await queries.insertCard(ctx, row, actorOf(ctx.caller))) === 0) {
      throw new AppError('conflict', 'Another gift card has this code: choose another one.', {
        details: [{ path: '/code', message: 'belongs to another gift card' }],
      })
    }
    const card = await getGiftCard(ctx, row.id)
    await createValue(ctx, 'gift_card.issued', `…${card.last4}`, {
      giftCardId: card.id,
      amount: toPlainText(wanted.amount),
    })
    await emit(ctx, 'gift_card.created', { giftCardId: card.id, amount: card.initialAmount })
    return { ...card, code: inGroups(code) }
  })
}

/** What is not named stays. When a card ends can't be changed any more once it has. */
export function changeGiftCard(ctx: Ctx, id: string, changes: GiftCardChanges, ifMatch?: string): Promise<GiftCard> {
  refusePast(ctx, changes.expiresAt)
  return transaction(ctx, async (ctx) => {
    await lockCards(ctx, [id])
    const before = await getGiftCard(ctx, id)
    refuseStale(ifMatch, before.version)
    if (changes.expiresAt !== undefined && before.status !== 'active') {
      throw new AppError('conflict', `This gift card is ${before.status} for good: issue a new one.`, {
        details: [{ path: '/expiresAt', message: 'can be changed only while the gift card is active' }],
      })
    }
    if (changes.expiresAt !== undefined && changes.expiresAt !== before.expiresAt) {
      const { expiresAt } = changes
      await createValue(ctx, 'gift_card.expiry_changed', `…${before.last4}`, { giftCardId: id, expiresAt })
    }
    const recipient = changes.recipient === undefined ? before.recipient : recipientOf(changes.recipient)
    await queries.updateCard(ctx, { ...before, ...changes, recipient })
    return getGiftCard(ctx, id)
  })
}

export async function getGiftCard(ctx: Ctx, id: string): Promise<GiftCard> {
  const [card] = await queries.readCards(ctx, [id])
  if (!card) throw notFound('gift card', id)
  return card
}

export async function listGiftCards(ctx: Ctx, query: GiftCardsQuery): Promise<Page<GiftCard>> {
  const page = keyset(query)
  const text = query.q?.trim().toLowerCase() || null
  const { data, nextCursor } = toPage(await queries.listCardIds(ctx, page, query, text), page)
  const ids = data.map(({ id }) => id)
  return { data: await queries.readCards(ctx, ids), nextCursor }
}

/** A code that can't be one is hashed and looked for like any other: who guesses learns nothing from the time it takes. */
export async function checkCode(ctx: Ctx, code: string): Promise<CodeAnswer> {
  const card = await queries.findByCode(ctx, hashOf(ctx, bareCode(code)))
  if (!card) return UNKNOWN
  const { id, last4, balance, expiresAt, status } = card
  return { valid: status === 'active', id, last4, balance, currency: balance.currency, expiresAt, status }
}

const UNKNOWN: CodeAnswer = {
  valid: false,
  id: null,
  last4: null,
  balance: null,
  currency: null,
  expiresAt: null,
  status: null,
}

/** For a look at `gift_cards.code_hash`; null: a typo, which need not be looked for. */
export function codeHash(ctx: Ctx, code: string): Buffer | null {
  const bare = bareCode(code)
  return isWellFormed(bare) ? hashOf(ctx, bare) : null
}

const hashOf = (ctx: Ctx, bare: string): Buffer => hashCode(ctx.secretFor('gift-card-codes'), ctx.environmentId, bare)

function ownCode(code: string): string {
  const bare = bareCode(code)
  const refuse = (message: string) => invalidRequest('The code is not strong enough.', [{ path: '/code', message }])
  if (!isWellFormed(bare)) {
    throw refuse('must be 16 to 28 symbols of 23456789ABCDEFGHJKMNPQRSTUVWXYZ, the last of them the check symbol')
  }
  if (!isVaried(bare)) throw refuse('must have at least 6 different symbols')
  return bare
}

function refusePast(ctx: Ctx, expiresAt: string | null | undefined): void {
  if (!expiresAt || Date.parse(expiresAt) > ctx.now.getTime()) return
  throw invalidRequest('A gift card ends in the future.', [
    { path: '/expiresAt', message: 'must be in the future; to end a card now, deactivate it' },
  ])
}

function recipientOf(given: NewGiftCard['recipient']): GiftCard['recipient'] {
  const { name = null, email = null } = given ?? {}
  return name === null && email === null ? null : { name, email }
}
