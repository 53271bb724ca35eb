import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { resource, useRead, useReadList, useWrite } from '../resource.ts'
import { formatMoney } from '../ui/money.ts'

export type GiftCard = ListItem<'/v1/gift-cards'>
export type IssuedGiftCard = ResponseBody<'/v1/gift-cards', 'post'>
export type GiftCardChanges = RequestBody<'/v1/gift-cards/{id}', 'patch'>
export type LedgerEntry = ListItem<'/v1/gift-cards/{id}/entries'>
export type Liability = ListItem<'/v1/ledger/liability'>

/** Balances change with every sale. */
const LIVE = { staleTime: 0 }

/** What the shop owes changes with every card. */
const CHANGES = { alsoChanges: ['/v1/ledger'] } as const

export const giftCards = resource('/v1/gift-cards', { ...LIVE, ...CHANGES })

/** The response contains the code: drop it from memory when the dialog closes. */
export const useIssueGiftCard = () => giftCards.useCreate({ gcTime: 0 })

export const useCreditGiftCard = (id: string) => useWrite('post', '/v1/gift-cards/{id}/credits', { id }, CHANGES)

export const useDeactivateGiftCard = (id: string) =>
  useWrite('post', '/v1/gift-cards/{id}/deactivation', { id }, CHANGES)

/** Sends the code in the body, never in the URL: URLs end up in logs. */
export const useFindGiftCardByCode = () => useWrite('post', '/v1/gift-cards/check', {}, { gcTime: 0 })

export const useLedgerEntries = (id: string) =>
  useReadList('/v1/gift-cards/{id}/entries', { params: { id }, query: { limit: 50 } }, LIVE)

export const useLiabilities = () => useRead('/v1/ledger/liability', {}, LIVE)

/** What the shop owes on gift cards today, by currency. */
export function selectGiftCardLiabilities(liabilities: Liability[]): Liability[] {
  const today = liabilities.at(-1)?.date
  return liabilities.filter(({ accountType, date }) => accountType === 'gift_card' && date === today)
}

export const GIFT_CARD_STATUS_LABELS: Record<GiftCard['status'], string> = {
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
