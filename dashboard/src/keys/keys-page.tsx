import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { canManage } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { formatLastUse, isRecentlyUsed } from './key-labels.ts'
import { KeyList } from './key-list.tsx'
import { KeyRotationPanel, useKeyRotation } from './key-rotation.tsx'
import { type ApiKey, MAX_ACTIVE_KEYS, MODE_LABELS, useApiKeys, useRevokeApiKey } from './keys.ts'

type OpenDialog = { name: 'create' } | { name: 'rotate' | 'revoke'; key: ApiKey }

export function KeysPage() {
  const { workspace } = useWorkspace()
  const rotation = useKeyRotation(workspace.id)
  const [dialog, setDialog] = useState<OpenDialog>()
  const keys = useApiKeys(rotation.current !== undefined || dialog?.name === 'revoke')
  const [message, setMessage] = useState('')
  const close = () => setDialog(undefined)
  const canManageKeys = canManage(workspace.role)
  const activeKeys = keys.data?.filter(({ state }) => state === 'active') ?? []

  const openDialog = (next: OpenDialog) => {
    setMessage('')
    setDialog(next)
  }
  const onRevoked = (key: ApiKey) => {
    close()
    setMessage(`Key “${key.label}” revoked. Requests that use it are now rejected.`)
    if (rotation.current?.oldKeyId === key.id) rotation.end()
  }
  const createButton = <Button onClick={() => openDialog({ name: 'create' })}>Create key</Button>

  return (
    <Page
      title="API keys"
      about="Your servers use keys to call the API. Keep live keys on your servers, never in a browser or an app."
      actions={canManageKeys && keys.data && keys.data.length > 0 ? createButton : null}
    >
      {canManageKeys ? null : (
        <Alert color="blue">{`Only owners and admins can create and revoke keys. Your role is ${workspace.role}.`}</Alert>
      )}
      <LiveRegion>
        {message ? (
          <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={() => setMessage('')}>
            {message}
          </Alert>
        ) : null}
      </LiveRegion>
      {keys.data && canManageKeys ? (
        <KeyRotationPanel
          rotation={rotation}
          keys={keys.data}
          onRevoke={(key) => openDialog({ name: 'revoke', key })}
        />
      ) : null}
      {keys.isPending ? <Loading what="keys" /> : null}
      <ErrorAlert error={keys.error} title="Couldn't load keys" onRetry={() => void keys.refetch()} />
      {keys.data?.length === 0 ? <NoKeysYet action={canManageKeys ? createButton : null} /> : null}
      {keys.data && keys.data.length > 0 ? (
        <>
          <Text size="sm" c="dimmed">
            {`${activeKeys.length} of ${MAX_ACTIVE_KEYS} active keys across both environments`}
          </Text>
          <KeyList
            keys={keys.data}
            {...(canManageKeys && {
              onRotate: (key: ApiKey) => openDialog({ name: 'rotate', key }),
              onRevoke: (key: ApiKey) => openDialog({ name: 'revoke', key }),
            })}
          />
        </>
      ) : null}
      {dialog?.name === 'create' ? <CreateKeyDialog onClose={close} /> : null}
      {dialog?.name === 'rotate' ? (
        <CreateKeyDialog
          replacedKey={dialog.key}
          onClose={close}
          onCreated={({ id }) => rotation.start({ oldKeyId: dialog.key.id, newKeyId: id })}
        />
      ) : null}
      {dialog?.name === 'revoke' ? (
        <RevokeKeyDialog
          // Current data: the key may be used while the dialog is open.
          of={keys.data?.find(({ id }) => id === dialog.key.id) ?? dialog.key}
          onClose={close}
          onRevoked={onRevoked}
        />
      ) : null}
    </Page>
  )
}

export function NoKeysYet({ action }: { action: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          No keys yet
        </Title>
        <Text c="dimmed" maw={440}>
          Start with a test key. It uses the sandbox, so live data isn't affected.
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}

interface RevokeKeyDialogProps {
  of: ApiKey
  onClose: () => void
  onRevoked: (key: ApiKey) => void
}

export function RevokeKeyDialog({ of, onClose, onRevoked }: RevokeKeyDialogProps) {
  const revoke = useRevokeApiKey()
  const now = new Date()
  const lastUse = formatLastUse(of, now)
  return (
    <ConfirmDialog
      title={`Revoke “${of.label}”?`}
      errorTitle="Couldn't revoke the key"
      cancelLabel="Cancel"
      confirmLabel="Revoke key"
      mutation={revoke}
      onConfirm={() => revoke.mutate(of.id, { onSuccess: (key) => onRevoked(key) })}
      onClose={onClose}
    >
      {isRecentlyUsed(of, now) ? (
        <Alert color="red" title="This key is still in use">
          {`${lastUse} Anything that uses it stops working immediately.`}
        </Alert>
      ) : (
        <Text>{lastUse}</Text>
      )}
      <Text size="sm">
        {`${MODE_LABELS[of.mode]} key `}
        <Text span ff="monospace" size="sm">
          {of.hint}
        </Text>
        . This can't be undone. Requests that use this key will be rejected.
      </Text>
    </ConfirmDialog>
  )
}
