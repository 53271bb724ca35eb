import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ActionError } from '../action-error.tsx'
import { formatReturnItems } from '../order-labels.ts'
import type { Order } from '../orders.ts'
import { type Return, useCloseReturn, useRejectReturn } from './returns.ts'

interface Props {
  order: Order
  return: Return
  onClose: (message?: string) => void
}

const identity = (path: string) => path

export function DeclineReturnDialog({ order, return: requestedReturn, onClose }: Props) {
  const [note, setNote] = useState('')
  const reject = useRejectReturn(order.id, requestedReturn.id)
  const submit = () =>
    reject.mutate(
      { body: note.trim() ? { note: note.trim() } : {} },
      { onSuccess: () => onClose('The return is declined.') },
    )
  return (
    <FormDialog
      title="Decline the return?"
      mutation={reject}
      saveLabel="Decline"
      isDestructive
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <ActionError error={reject.error} title="It was not declined" labelFor={identity} onReload={() => onClose()} />
      <Text size="sm">
        {`${formatReturnItems(requestedReturn, order)} can be asked back again later. Nobody is written to: tell the buyer yourself.`}
      </Text>
      <Textarea
        label="Why, for staff"
        placeholder="Worn and washed"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={2000}
        autosize
        minRows={2}
        data-autofocus
      />
    </FormDialog>
  )
}

export function CloseReturnDialog({ order, return: openReturn, onClose }: Props) {
  const close = useCloseReturn(order.id, openReturn.id)
  const { exchange } = openReturn
  return (
    <Dialog locked={close.isPending} onClose={() => onClose()} title="Expect nothing more?">
      <Stack gap="md">
        <ActionError error={close.error} title="It is still expected" labelFor={identity} onReload={() => onClose()} />
        <Text size="sm">What has not come stays with the buyer, and can be asked back again later.</Text>
        {exchange ? (
          <Text size="sm">{`Order #${exchange.number} and how it was paid stay as they are: settle it with the buyer.`}</Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} disabled={close.isPending} data-autofocus>
            Go on waiting
          </Button>
          <Button
            color="red"
            loading={close.isPending}
            onClick={() => close.mutate({}, { onSuccess: () => onClose('Nothing more is expected.') })}
          >
            Expect nothing more
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
