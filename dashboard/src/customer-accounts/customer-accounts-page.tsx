import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { KEY_MODE_LABELS } from '../keys/keys.ts'
import { canManage, useWorkspace } from '../session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { DismissibleMessage } from '../ui/feedback.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { DateLabel } from '../ui/time.tsx'
import { CreateSigningKeyDialog } from './create-signing-key-dialog.tsx'
import { type SigningKey, signingKeys, useRevokeSigningKey } from './signing-keys.ts'

type OpenDialog = 'create' | SigningKey

export function CustomerAccountsPage() {
  const { workspace } = useWorkspace()
  const list = signingKeys.useList({})
  const [dialog, setDialog] = useState<OpenDialog>()
  const [message, setMessage] = useState('')
  const close = () => setDialog(undefined)
  const isManager = canManage(workspace.role)
  const openDialog = (next: OpenDialog) => {
    setMessage('')
    setDialog(next)
  }
  const onRevoked = ({ label }: SigningKey) => {
    close()
    setMessage(`Signing key “${label}” revoked. Tokens signed with it are now rejected.`)
  }
  return (
    <ListPage
      title="Customer accounts"
      about="Customers sign in with a code by email. If your shop has its own accounts, it signs tokens for its customers with a signing key."
      what="signing keys"
      list={list}
      action={isManager ? <Button onClick={() => openDialog('create')}>Create signing key</Button> : null}
      empty={{
        title: 'No signing keys',
        text: 'You need one only if your shop has its own customer accounts.',
      }}
      above={
        <>
          {isManager ? null : (
            <Alert color="blue">{`Only owners and admins can create and revoke signing keys. Your role is ${workspace.role}.`}</Alert>
          )}
          <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
        </>
      }
      below={
        <>
          {dialog === 'create' ? <CreateSigningKeyDialog onClose={close} /> : null}
          {dialog && dialog !== 'create' ? (
            <RevokeSigningKeyDialog of={dialog} onClose={close} onRevoked={onRevoked} />
          ) : null}
        </>
      }
    >
      {(all) => (
        <>
          <Text size="sm" c="dimmed" mb="lg">
            Each environment can have 2 active keys. To replace one, create a key, deploy it, then revoke the old one.
          </Text>
          <RowList label="Signing keys">
            {all.map((key) => (
              <SigningKeyRow key={key.id} of={key} {...(isManager && { onRevoke: () => openDialog(key) })} />
            ))}
          </RowList>
        </>
      )}
    </ListPage>
  )
}

function SigningKeyRow({ of, onRevoke }: { of: SigningKey; onRevoke?: () => void }) {
  const isActive = of.status === 'active'
  return (
    <Row>
      <Group justify="space-between" align="flex-start">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {of.label}
          </Text>
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {of.id}
          </Text>
          <Text size="xs" c="dimmed">
            {`${KEY_MODE_LABELS[of.mode]}, created `}
            <DateLabel at={of.createdAt} />
            {of.createdBy ? ` by ${of.createdBy}` : ''}
          </Text>
        </Stack>
        <Group gap="sm">
          <Badge miw="max-content" variant="dot" color={isActive ? 'green' : 'gray.5'} tt="none">
            {isActive ? 'Active' : 'Revoked'}
          </Badge>
          {isActive && onRevoke ? (
            <Button
              size="xs"
              variant="outline"
              color="red"
              onClick={onRevoke}
              aria-label={`Revoke ${of.label}, ${of.id}`}
            >
              Revoke
            </Button>
          ) : null}
        </Group>
      </Group>
    </Row>
  )
}

interface RevokeDialogProps {
  of: SigningKey
  onClose: () => void
  onRevoked: (key: SigningKey) => void
}

function RevokeSigningKeyDialog({ of, onClose, onRevoked }: RevokeDialogProps) {
  const revoke = useRevokeSigningKey(of.id)
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
      <Text size="sm">
        This can't be undone. Customers whose tokens were signed with this key have to get new ones.
      </Text>
    </ConfirmDialog>
  )
}
