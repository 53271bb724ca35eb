import type { AppliedGiftCard } from './cart.ts'
import type { PricedGiftCard } from './priced.ts'

/** Paid in the given order. A card in another currency, or given twice, pays nothing more. */
export function payWithGiftCards(cards: readonly AppliedGiftCard[], total: number, currency: string): PricedGiftCard[] {
  let due = total
  const left = new Map<string, number>()
  return cards.map((card) => {
    const balance = left.get(card.id) ?? card.balance
    const isTaken = card.isUsable && card.currency === currency
    const applied = isTaken ? Math.max(0, Math.min(balance, due)) : 0
    due -= applied
    left.set(card.id, balance - applied)
    return { id: card.id, last4: card.last4, applied, balanceAfter: balance - applied }
  })
}
