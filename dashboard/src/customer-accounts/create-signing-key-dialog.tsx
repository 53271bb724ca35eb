import { Alert, Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { type Mode, useWorkspace } from '../session.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { type CreatedSigningKey, useCreateSigningKey } from './signing-keys.ts'

export function CreateSigningKeyDialog({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const [label, setLabel] = useState('')
  const [mode, setMode] = useState<Mode>(workspace.mode)
  const create = useCreateSigningKey()
  const trimmedLabel = label.trim()

  if (create.data) return <NewSigningKeyDialog created={create.data} onDone={onClose} />
  return (
    <FormDialog
      title="Create signing key"
      mutation={create}
      isReady={trimmedLabel !== ''}
      saveLabel="Create key"
      onSave={() => create.mutate({ label: trimmedLabel, mode })}
      onClose={onClose}
    >
      <ErrorAlert error={create.error} title="Couldn't create the key" />
      <TextInput
        label="Label"
        description="Where you use the key. 1 to 100 characters."
        placeholder="Web shop"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
      />
      <Radio.Group label="Environment" value={mode} onChange={setMode}>
        <Stack gap="xs" mt="xs">
          <Radio value="test" label="Test" description="Signs in customers of the sandbox." />
          <Radio value="live" label="Live" description="Signs in real customers." />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}

const LEAVE_WARNING = 'The key is shown only once. Leave without saving it?'

/** The only time the secret is visible: the dialog closes only after the user confirms having saved it. */
function NewSigningKeyDialog({ created: { key, secret }, onDone }: { created: CreatedSigningKey; onDone: () => void }) {
  const [isKeySaved, setIsKeySaved] = useState(false)
  useBlocker({
    shouldBlockFn: () => !isKeySaved && !window.confirm(LEAVE_WARNING),
    enableBeforeUnload: () => !isKeySaved,
  })
  return (
    <Dialog locked size="lg" onClose={() => {}} title={`Your new signing key “${key.label}”`}>
      <Stack gap="md">
        <Alert color="yellow" role="status" title="Copy this key now">
          You won't be able to see it again. If you lose it, create a new key and revoke this one.
        </Alert>
        <CopyField label="Key ID" description="Send it as kid in the header of each token." value={key.id} />
        <CopyField
          label="Signing key"
          description="Keep it on your server. Anyone who has it can sign in as any customer."
          value={secret}
        />
        <Checkbox
          label="I saved this key in a safe place"
          checked={isKeySaved}
          onChange={(event) => setIsKeySaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={onDone} disabled={!isKeySaved}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
