import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import type { Mode } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { type Key, MODE_WORDS, SCOPE_DESCRIPTIONS, SCOPE_LABELS, type Scope, useCreateKey } from './keys.ts'
import { NewKeyValue } from './new-key-value.tsx'

const SCOPES = Object.entries(SCOPE_LABELS).map(([value, label]) => ({ value, label }))

interface Props {
  /** In a rotation: the key whose place the new one takes. */
  replaces?: Key
  onClose: () => void
  onCreated?: (key: Key) => void
}

export function CreateKeyDialog({ replaces, onClose, onCreated }: Props) {
  const desk = useDesk()
  const [label, setLabel] = useState(replaces?.label ?? '')
  const [mode, setMode] = useState<Mode>(replaces?.mode ?? desk.mode)
  const [scope, setScope] = useState<Scope>(replaces?.scope ?? 'full')
  const create = useCreateKey()
  const trimmed = label.trim()
  const created = create.data
  const step = replaces ? ', step 1 of 3: create' : ''

  if (created) return <NewKeyValue created={created} isRotation={replaces !== undefined} onDone={onClose} />
  return (
    <FormDialog
      title={replaces ? `Rotate “${replaces.label}”${step}` : 'Create a key'}
      saving={create}
      isReady={trimmed !== ''}
      saveLabel="Create key"
      onSave={() => create.mutate({ label: trimmed, mode, scope }, { onSuccess: ({ key }) => onCreated?.(key) })}
      onClose={onClose}
    >
      <Failure error={create.error} title="The key was not created" />
      {replaces ? (
        <Text size="sm">
          {`A new ${MODE_WORDS[mode].toLowerCase()} key with the same scope (${SCOPE_LABELS[scope].toLowerCase()}) is created beside the old one. Both work until you revoke the old one, so nothing breaks while you deploy.`}
        </Text>
      ) : null}
      <TextInput
        label="Label"
        description="Where the key will be used. 1 to 100 characters."
        placeholder="Storefront server"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
      />
      {replaces ? null : (
        <Radio.Group label="Environment" value={mode} onChange={(chosen) => setMode(chosen as Mode)}>
          <Stack gap="xs" mt="xs">
            <Radio value="test" label="Test" description="Works on the sandbox; nothing touches production." />
            <Radio value="live" label="Live" description="Works on production, with real orders and customers." />
          </Stack>
        </Radio.Group>
      )}
      {replaces ? null : (
        <Select
          label="Scope"
          description={SCOPE_DESCRIPTIONS[scope]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={SCOPES}
          value={scope}
          onChange={(chosen) => setScope((chosen as Scope | null) ?? 'full')}
          allowDeselect={false}
          renderOption={({ option }) => (
            <Stack gap={0}>
              <Text size="sm">{option.label}</Text>
              <Text size="xs" c="dimmed">
                {SCOPE_DESCRIPTIONS[option.value as Scope]}
              </Text>
            </Stack>
          )}
        />
      )}
    </FormDialog>
  )
}
