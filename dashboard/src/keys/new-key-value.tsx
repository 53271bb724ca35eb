import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { type CreatedKey, MODE_WORDS } from './keys.ts'

interface Props {
  created: CreatedKey
  isRotation: boolean
  onDone: () => void
}

const LEAVE = 'The key is shown only now. Leave without having saved it?'

/** The one moment at which the value can be seen: it goes only when somebody says that they have it. */
export function NewKeyValue({ created: { key, value }, isRotation, onDone }: Props) {
  const [isSaved, setIsSaved] = useState(false)
  useBlocker({
    shouldBlockFn: () => !isSaved && !window.confirm(LEAVE),
    enableBeforeUnload: () => !isSaved,
  })
  return (
    <Dialog
      locked
      size="lg"
      onClose={() => {}}
      title={`Your new ${MODE_WORDS[key.mode].toLowerCase()} key “${key.label}”`}
    >
      <Stack gap="md">
        <Alert color="yellow" role="status" title="Copy this key now">
          It will never be shown again. If it is lost, create a new key and revoke this one.
        </Alert>
        <CopyField label="API key" value={value} />
        {key.mode === 'live' ? (
          <Text size="sm">Keep it on your server: whoever has it can do everything the API can.</Text>
        ) : null}
        {isRotation ? (
          <Text size="sm">
            Next, put it where the old key is in use and deploy. This page then shows when each of the two was last
            used.
          </Text>
        ) : null}
        <Checkbox
          label="I have saved this key in a safe place"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={onDone} disabled={!isSaved}>
            {isRotation ? 'Next: deploy' : 'Done'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
