import { AskFirst } from '../parts/ask-first.tsx'
import { moneyInWords } from '../parts/money.ts'
import { nameOf } from './gift-card-words.ts'
import { type GiftCard, useDeactivateGiftCard } from './gift-cards.ts'

export function DeactivateDialog({ card, onClose }: { card: GiftCard; onClose: (news?: string) => void }) {
  const deactivate = useDeactivateGiftCard(card.id)
  return (
    <AskFirst
      title={`Deactivate ${nameOf(card)}?`}
      refused="It was not deactivated"
      keepLabel="Keep it"
      deedLabel="Deactivate"
      doing={deactivate}
      onDo={() => deactivate.mutate({}, { onSuccess: () => onClose('The gift card is deactivated.') })}
      onClose={onClose}
    >
      {card.balance.amount > 0
        ? `Nobody can pay with it from then on, and the ${moneyInWords(card.balance)} on it are booked out: you no longer owe them. There is no way back.`
        : 'Nobody can pay with it from then on. There is no way back.'}
    </AskFirst>
  )
}
