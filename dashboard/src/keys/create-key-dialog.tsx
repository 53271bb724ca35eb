import { Alert, Anchor, Button, Checkbox, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { type Mode, useWorkspace } from '../session.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import {
  type ApiKey,
  type CreatedApiKey,
  KEY_MODE_LABELS,
  type KeyScope,
  SCOPE_DESCRIPTIONS,
  SCOPE_LABELS,
  useCreateApiKey,
} from './keys.ts'

const SCOPES: KeyScope[] = ['full', 'read', 'agent']
const SCOPE_OPTIONS = SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }))

interface CreateKeyDialogProps {
  /** Set in a rotation: the key that the new one replaces. */
  replacedKey?: ApiKey
  onClose: () => void
  onCreated?: (key: ApiKey) => void
}

export function CreateKeyDialog({ replacedKey, onClose, onCreated }: CreateKeyDialogProps) {
  const workspace = useWorkspace()
  const [label, setLabel] = useState(replacedKey?.label ?? '')
  const [mode, setMode] = useState<Mode>(replacedKey?.mode ?? workspace.mode)
  const [scope, setScope] = useState<KeyScope>(replacedKey?.scope ?? 'full')
  const create = useCreateApiKey()
  const trimmedLabel = label.trim()
  const created = create.data
  const titleSuffix = replacedKey ? ' (step 1 of 3)' : ''

  if (created) return <NewKeyDialog created={created} isRotation={replacedKey !== undefined} onDone={onClose} />
  return (
    <FormDialog
      title={replacedKey ? `Rotate “${replacedKey.label}”${titleSuffix}` : 'Create API key'}
      mutation={create}
      isReady={trimmedLabel !== ''}
      saveLabel="Create key"
      onSave={() => create.mutate({ label: trimmedLabel, mode, scope }, { onSuccess: ({ key }) => onCreated?.(key) })}
      onClose={onClose}
    >
      <ErrorAlert error={create.error} title="Couldn't create the key" />
      {replacedKey ? (
        <Text size="sm">
          {`Create a new ${KEY_MODE_LABELS[mode].toLowerCase()} key with the same scope (${SCOPE_LABELS[scope].toLowerCase()}). Both keys work until you revoke the old one, so nothing breaks while you deploy.`}
        </Text>
      ) : null}
      <TextInput
        label="Label"
        description="Where you use the key. 1 to 100 characters."
        placeholder="Storefront server"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
      />
      {replacedKey ? null : (
        <Radio.Group label="Environment" value={mode} onChange={setMode}>
          <Stack gap="xs" mt="xs">
            <Radio value="test" label="Test" description="Uses the sandbox. Live data isn't affected." />
            <Radio value="live" label="Live" description="Uses live data, with real orders and customers." />
          </Stack>
        </Radio.Group>
      )}
      {replacedKey ? null : (
        <Select
          label="Scope"
          description={SCOPE_DESCRIPTIONS[scope]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={SCOPE_OPTIONS}
          value={scope}
          onChange={(selected) => selected && setScope(selected)}
          allowDeselect={false}
          renderOption={({ option }) => (
            <Stack gap={0}>
              <Text size="sm">{option.label}</Text>
              <Text size="xs" c="dimmed">
                {SCOPE_DESCRIPTIONS[option.value]}
              </Text>
            </Stack>
          )}
        />
      )}
    </FormDialog>
  )
}

interface NewKeyDialogProps {
  created: CreatedApiKey
  isRotation: boolean
  onDone: () => void
}

const firstRequest = (secret: string) =>
  `curl -H "Authorization: Bearer ${secret}" ${window.location.origin}/v1/workspace`

const LEAVE_WARNING = 'The key is shown only once. Leave without saving it?'

/** The only time the secret is visible: the dialog closes only after the user confirms having saved it. */
export function NewKeyDialog({ created: { key, secret }, isRotation, onDone }: NewKeyDialogProps) {
  const [isKeySaved, setIsKeySaved] = useState(false)
  useBlocker({
    shouldBlockFn: () => !isKeySaved && !window.confirm(LEAVE_WARNING),
    enableBeforeUnload: () => !isKeySaved,
  })
  return (
    <Dialog
      locked
      size="lg"
      onClose={() => {}}
      title={`Your new ${KEY_MODE_LABELS[key.mode].toLowerCase()} key “${key.label}”`}
    >
      <Stack gap="md">
        <Alert color="yellow" role="status" title="Copy this key now">
          You won't be able to see it again. If you lose it, create a new key and revoke this one.
        </Alert>
        <CopyField label="API key" value={secret} />
        {isRotation ? null : <CopyField label="Try it in a terminal" value={firstRequest(secret)} />}
        {key.mode === 'live' ? (
          <Text size="sm">Keep it on your server. Anyone who has it can do everything its scope allows.</Text>
        ) : null}
        {isRotation ? null : (
          <Text size="sm">
            New to the API? The{' '}
            <Anchor underline="always" href="/docs/quick-start" target="_blank" inherit>
              quick start
            </Anchor>{' '}
            goes from here to a paid order.
          </Text>
        )}
        {isRotation ? (
          <Text size="sm">
            Next, replace the old key wherever you use it and deploy. This page shows when each key was last used.
          </Text>
        ) : null}
        <Checkbox
          label="I saved this key in a safe place"
          checked={isKeySaved}
          onChange={(event) => setIsKeySaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={onDone} disabled={!isKeySaved}>
            {isRotation ? 'Next: deploy' : 'Done'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
