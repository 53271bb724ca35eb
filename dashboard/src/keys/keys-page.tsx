import { Alert, Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { DismissibleMessage } from '../ui/feedback.tsx'
import { ListPage } from '../ui/list.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { KeyRotationPanel, useKeyRotation } from './key-rotation.tsx'
import {
  type ApiKey,
  formatLastUse,
  isRecentlyUsed,
  KEY_MODE_LABELS,
  MAX_ACTIVE_KEYS,
  MAX_LISTED_KEYS,
  useApiKeys,
  useRevokeApiKey,
} from './keys.ts'

const countActive = (keys: ApiKey[]) => keys.filter(({ status }) => status === 'active').length

type OpenDialog = { name: 'create' } | { name: 'rotate' | 'revoke'; key: ApiKey }

export function KeysPage() {
  const { workspace } = useWorkspace()
  const rotation = useKeyRotation(workspace.id)
  const [dialog, setDialog] = useState<OpenDialog>()
  const keys = useApiKeys(rotation.current !== undefined || dialog?.name === 'revoke')
  const [message, setMessage] = useState('')
  const close = () => setDialog(undefined)
  const canManageKeys = canManage(workspace.role)

  const openDialog = (next: OpenDialog) => {
    setMessage('')
    setDialog(next)
  }
  const onRevoked = (key: ApiKey) => {
    close()
    setMessage(`Key “${key.label}” revoked. Requests that use it are now rejected.`)
    if (rotation.current?.oldKeyId === key.id) rotation.end()
  }
  const onRevoke = (key: ApiKey) => openDialog({ name: 'revoke', key })
  const onRotate = (key: ApiKey) => openDialog({ name: 'rotate', key })

  return (
    <ListPage
      title="API keys"
      about={
        <>
          Your servers use keys to call the API. Keep live keys on your servers: browsers and apps send the{' '}
          <Anchor underline="always" href="#/settings/general" inherit>
            workspace ID
          </Anchor>{' '}
          instead.{' '}
          <Anchor underline="always" href="/docs/authentication" inherit>
            Read the guide
          </Anchor>
        </>
      }
      what="keys"
      list={keys}
      action={canManageKeys ? <Button onClick={() => openDialog({ name: 'create' })}>Create key</Button> : null}
      empty={{
        title: 'No keys yet',
        text: "Start with a test key. It uses the sandbox, so live data isn't affected.",
      }}
      above={
        <>
          {canManageKeys ? null : (
            <Alert color="blue">{`Only owners and admins can create and revoke keys. Your role is ${workspace.role}.`}</Alert>
          )}
          <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
          {keys.data && canManageKeys ? (
            <KeyRotationPanel rotation={rotation} keys={keys.data} onRevoke={onRevoke} />
          ) : null}
        </>
      }
      below={
        <>
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
        </>
      }
    >
      {(all) => (
        <>
          <Text size="sm" c="dimmed" mb="lg">
            {`${countActive(all)} of ${MAX_ACTIVE_KEYS} active keys across both environments`}
          </Text>
          {countActive(all) >= MAX_ACTIVE_KEYS ? (
            <Alert color="yellow" mb="lg" title="All keys are in use">
              To create or rotate a key, first revoke one that nobody uses.
            </Alert>
          ) : null}
          {all.length === MAX_LISTED_KEYS ? (
            <Text size="sm" c="dimmed" mb="lg">
              {`Only the latest ${MAX_LISTED_KEYS} keys are listed. The audit log has all of them.`}
            </Text>
          ) : null}
          <KeyList keys={all} {...(canManageKeys && { onRotate, onRevoke })} />
        </>
      )}
    </ListPage>
  )
}

interface RevokeKeyDialogProps {
  of: ApiKey
  onClose: () => void
  onRevoked: (key: ApiKey) => void
}

function RevokeKeyDialog({ of, onClose, onRevoked }: RevokeKeyDialogProps) {
  const revoke = useRevokeApiKey(of.id)
  const now = new Date()
  const lastUse = formatLastUse(of, now)
  return (
    <ConfirmDialog
      title={`Revoke “${of.label}”?`}
      errorTitle="Couldn't revoke the key"
      cancelLabel="Cancel"
      confirmLabel="Revoke key"
      mutation={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onRevoked })}
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
        {`${KEY_MODE_LABELS[of.mode]} key `}
        <Text span ff="monospace" size="sm">
          {of.hint}
        </Text>
        . This can't be undone. Requests that use this key will be rejected.
      </Text>
    </ConfirmDialog>
  )
}
