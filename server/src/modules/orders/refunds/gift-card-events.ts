import type { NewEvent } from '../../../events/emit.ts'
import type { EventData } from '../../../events/event-schemas.ts'
import { money } from '../../../kit/money.ts'
import type { RemainingCard } from '../../gift-cards/sold-cards.ts'

type GiftCardsChecked = EventData<'order.gift_cards_reviewed'>
type EventSubject = Pick<GiftCardsChecked, 'orderId' | 'refundId' | 'disputeId' | 'by'>

/** Enough for the timeline; `count` has the full number. */
const MAX_IDS = 100

/** The timeline entry, or nothing if there are no cards. */
export function giftCardEvents(
  outcome: GiftCardsChecked['outcome'],
  cards: RemainingCard[],
  subject: EventSubject,
): NewEvent[] {
  const [first] = cards
  if (!first) return []
  const amount = cards.reduce((sum, card) => sum + card.amount, 0)
  const giftCardIds = cards.slice(0, MAX_IDS).map(({ id }) => id)
  const data = { ...subject, outcome, count: cards.length, giftCardIds, amount: money(amount, first.currency) }
  return [{ type: 'order.gift_cards_reviewed', data }]
}
