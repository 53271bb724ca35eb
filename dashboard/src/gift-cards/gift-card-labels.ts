import { formatMoney } from '../ui/money.ts'
import type { GiftCard, GiftCardStatus, LedgerEntry } from './gift-cards.ts'

export const GIFT_CARD_STATUS_LABELS: Record<GiftCardStatus, string> = {
  active: 'Active',
  expired: 'Expired',
  deactivated: 'Deactivated',
}

export const LEDGER_ENTRY_LABELS: Record<LedgerEntry['kind'], string> = {
  issued: 'Issued',
  credited: 'Credited',
  debited: 'Redeemed',
  restored: 'Refunded',
  deactivated: 'Deactivated, balance written off',
  expired: 'Expired, balance written off',
}

export const formatLast4 = ({ last4 }: Pick<GiftCard, 'last4'>) => `•••• ${last4}`

/** "Kim Berg, kim@example.com". */
export const formatRecipient = ({ recipient }: Pick<GiftCard, 'recipient'>): string =>
  [recipient?.name, recipient?.email].filter(Boolean).join(', ')

/** "+€5.00". */
export function formatBalanceChange({ amount }: Pick<LedgerEntry, 'amount'>): string {
  const formatted = formatMoney({ ...amount, amount: Math.abs(amount.amount) })
  if (amount.amount === 0) return formatted
  return `${amount.amount > 0 ? '+' : '−'}${formatted}`
}

/** A full code uses a different lookup than a text search. */
export const looksLikeCode = (text: string): boolean =>
  /^[2-9A-HJKMNP-Z]{16,28}$/i.test(text.replace(/[\s\p{Pd}]/gu, ''))
