import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Dialog, FormDialog } from '../../ui/dialog.tsx'
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

export function RejectReturnDialog({ order, return: requestedReturn, onClose }: Props) {
  const [note, setNote] = useState('')
  const reject = useRejectReturn(order.id, requestedReturn.id)
  const submit = () =>
    reject.mutate(note.trim() ? { staffNote: note.trim() } : {}, { onSuccess: () => onClose('Return declined') })
  return (
    <FormDialog
      title="Decline the return?"
      mutation={reject}
      saveLabel="Decline return"
      isDestructive
      onSave={submit}
      onClose={onClose}
    >
      <ActionError
        error={reject.error}
        title="Couldn't decline the return"
        labelFor={identity}
        onReload={() => onClose()}
      />
      <Text size="sm">
        {`${formatReturnItems(requestedReturn, order)} can still be returned later. No email is sent: inform the customer yourself.`}
      </Text>
      <Textarea
        label="Reason (staff only)"
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
    <Dialog locked={close.isPending} onClose={() => onClose()} title="Close the return?">
      <Stack gap="md">
        <ActionError
          error={close.error}
          title="Couldn't close the return"
          labelFor={identity}
          onReload={() => onClose()}
        />
        <Text size="sm">Items that did not arrive stay with the customer and can be returned later.</Text>
        {exchange ? (
          <Text size="sm">{`Order #${exchange.number} and its payment do not change. Settle any difference with the customer.`}</Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} disabled={close.isPending} data-autofocus>
            Keep return open
          </Button>
          <Button
            color="red"
            loading={close.isPending}
            onClick={() => close.mutate(undefined, { onSuccess: () => onClose('Return closed') })}
          >
            Close return
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
