import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { moneyInWords } from '../parts/money.ts'
import { nameOf } from './gift-card-words.ts'
import { type GiftCard, useDeactivateGiftCard } from './gift-cards.ts'

export function DeactivateDialog({ card, onClose }: { card: GiftCard; onClose: (news?: string) => void }) {
  const deactivate = useDeactivateGiftCard(card.id)
  return (
    <Dialog locked={deactivate.isPending} onClose={() => onClose()} title={`Deactivate ${nameOf(card)}?`}>
      <Stack gap="md">
        <Failure error={deactivate.error} title="It was not deactivated" />
        <Text size="sm">
          {card.balance.amount > 0
            ? `Nobody can pay with it from then on, and the ${moneyInWords(card.balance)} on it are booked out: you no longer owe them. There is no way back.`
            : 'Nobody can pay with it from then on. There is no way back.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} disabled={deactivate.isPending} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={deactivate.isPending}
            onClick={() => deactivate.mutate({}, { onSuccess: () => onClose('The gift card is deactivated.') })}
          >
            Deactivate
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
