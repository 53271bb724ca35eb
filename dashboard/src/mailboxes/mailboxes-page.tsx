import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { DismissibleMessage } from '../ui/feedback.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { MailboxDialog } from './mailbox-dialog.tsx'
import { type Mailbox, mailboxes, PROVIDER_LABELS } from './mailboxes.ts'

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; mailbox: Mailbox }

export function MailboxesPage() {
  const { workspace } = useWorkspace()
  const list = mailboxes.useList({})
  const [dialog, setDialog] = useState<OpenDialog>()
  const [message, setMessage] = useState('')
  const isManager = canManage(workspace.role)
  const open = (next: OpenDialog) => {
    setMessage('')
    setDialog(next)
  }
  const close = (text = '') => {
    setDialog(undefined)
    setMessage(text)
  }
  return (
    <ListPage
      title="Mailboxes"
      about="Email to these addresses becomes a ticket, and replies are sent from them."
      what="mailboxes"
      list={list}
      action={isManager ? <Button onClick={() => open({ kind: 'new' })}>Add mailbox</Button> : null}
      empty={{ title: 'No mailboxes', text: 'Add the address that your customers write to.' }}
      above={
        <>
          {isManager ? null : (
            <Alert color="blue">{`Only owners and admins can change mailboxes. Your role is ${workspace.role}.`}</Alert>
          )}
          <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
        </>
      }
      below={
        <>
          {dialog?.kind === 'new' ? <MailboxDialog onClose={() => close()} onSaved={close} /> : null}
          {dialog?.kind === 'edit' ? (
            <MailboxDialog of={dialog.mailbox} onClose={() => close()} onSaved={close} />
          ) : null}
          {dialog?.kind === 'delete' ? (
            <DeleteMailboxDialog of={dialog.mailbox} onClose={() => close()} onDeleted={close} />
          ) : null}
        </>
      }
    >
      {(all) => (
        <RowList label="Mailboxes">
          {all.map((mailbox) => (
            <MailboxRow key={mailbox.id} of={mailbox} {...(isManager && { onOpen: open })} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

function MailboxRow({ of, onOpen }: { of: Mailbox; onOpen?: (dialog: OpenDialog) => void }) {
  return (
    <Row>
      <Group justify="space-between" align="flex-start">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {of.address}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {`${of.name}, ${PROVIDER_LABELS[of.provider]}${of.acknowledgment.active ? ', acknowledges new tickets' : ''}`}
          </Text>
        </Stack>
        <Group gap="sm">
          <Badge miw="max-content" variant="dot" color={of.active ? 'green' : 'gray.5'} tt="none">
            {of.active ? 'Active' : 'Inactive'}
          </Badge>
          {onOpen ? (
            <>
              <Button
                size="xs"
                variant="default"
                onClick={() => onOpen({ kind: 'edit', mailbox: of })}
                aria-label={`Edit ${of.address}`}
              >
                Edit
              </Button>
              <Button
                size="xs"
                variant="outline"
                color="red"
                onClick={() => onOpen({ kind: 'delete', mailbox: of })}
                aria-label={`Delete ${of.address}`}
              >
                Delete
              </Button>
            </>
          ) : null}
        </Group>
      </Group>
    </Row>
  )
}

interface DeleteDialogProps {
  of: Mailbox
  onClose: () => void
  onDeleted: (message: string) => void
}

function DeleteMailboxDialog({ of, onClose, onDeleted }: DeleteDialogProps) {
  const remove = mailboxes.useDelete(of.id)
  return (
    <ConfirmDialog
      title={`Delete ${of.address}?`}
      errorTitle="Couldn't delete the mailbox"
      cancelLabel="Cancel"
      confirmLabel="Delete mailbox"
      mutation={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => onDeleted(`Mailbox ${of.address} deleted.`) })}
      onClose={onClose}
    >
      <Text size="sm">Its tickets stay. Email to this address is rejected from now on.</Text>
    </ConfirmDialog>
  )
}
