import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { moneyInWords } from '../parts/money.ts'
import type { IssuedGiftCard } from './gift-cards.ts'

const LEAVE = 'The code is shown only now. Leave without having saved it?'

/** The one moment at which the code can be seen: it goes only when somebody says that they have it. */
export function IssuedCode({ card, onDone }: { card: IssuedGiftCard; onDone: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  useBlocker({
    shouldBlockFn: () => !isSaved && !window.confirm(LEAVE),
    enableBeforeUnload: () => !isSaved,
  })
  return (
    <Dialog locked size="lg" onClose={() => {}} title={`A gift card over ${moneyInWords(card.balance)}`}>
      <Stack gap="md">
        <Alert color="yellow" role="status" title="Copy this code now">
          It will never be shown again, not even to you. If it is lost, deactivate this card and issue another.
        </Alert>
        <CopyField label="Code" value={card.code} />
        <Checkbox
          label="I have the code"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={onDone} disabled={!isSaved}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
