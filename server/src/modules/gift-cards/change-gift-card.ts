import { type Ctx, transaction } from '../../ctx.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError } from '../../kit/errors.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { assertFutureExpiry, toRecipient } from './gift-cards.ts'
import { getGiftCard } from './ledger.ts'
import * as ledger from './ledger-queries.ts'
import * as queries from './queries.ts'
import type { GiftCard, GiftCardChanges } from './schemas.ts'

/** Omitted fields keep their value. The expiry of an ended card can't be changed. */
export function changeGiftCard(ctx: Ctx, id: string, changes: GiftCardChanges, ifMatch?: string): Promise<GiftCard> {
  assertFutureExpiry(ctx, changes.expiresAt)
  return transaction(ctx, async (ctx) => {
    await ledger.lockCards(ctx, [id])
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
