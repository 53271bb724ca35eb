import { moneyInWords } from '../parts/money.ts'
import type { CardStatus, Entry, GiftCard } from './gift-cards.ts'

export const STATUS_WORDS: Record<CardStatus, string> = {
  active: 'Active',
  expired: 'Expired',
  deactivated: 'Deactivated',
}

export const KIND_WORDS: Record<Entry['kind'], string> = {
  issued: 'Issued',
  credited: 'Credited',
  debited: 'Paid',
  restored: 'Given back',
  deactivated: 'Deactivated, the rest booked out',
  expired: 'Expired, the rest booked out',
}

export const nameOf = ({ last4 }: Pick<GiftCard, 'last4'>) => `•••• ${last4}`

/** "Kim Berg, kim@example.com". */
export const recipientInWords = ({ recipient }: Pick<GiftCard, 'recipient'>): string =>
  [recipient?.name, recipient?.email].filter(Boolean).join(', ')

/** "+€5.00". */
export function changeInWords({ amount }: Pick<Entry, 'amount'>): string {
  const words = moneyInWords({ ...amount, amount: Math.abs(amount.amount) })
  if (amount.amount === 0) return words
  return `${amount.amount > 0 ? '+' : '−'}${words}`
}

/** A whole code is looked for in another way than words are. */
export const looksLikeCode = (typed: string): boolean =>
  /^[2-9A-HJKMNP-Z]{16,28}$/i.test(typed.replace(/[\s\p{Pd}]/gu, ''))
