import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { returnedThings } from './order-words.ts'
import type { Order } from './orders.ts'
import { Refusal } from './refusal.tsx'
import { type Return, useCloseReturn, useRejectReturn } from './returns.ts'

interface Props {
  order: Order
  return: Return
  onClose: (news?: string) => void
}

const itself = (path: string) => path

export function DeclineDialog({ order, return: asked, onClose }: Props) {
  const [note, setNote] = useState('')
  const reject = useRejectReturn(order.id, asked.id)
  const submit = () =>
    reject.mutate(
      { body: note.trim() ? { note: note.trim() } : {} },
      { onSuccess: () => onClose('The return is declined.') },
    )
  return (
    <FormDialog
      title="Decline the return?"
      saving={reject}
      saveLabel="Decline"
      isGrave
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <Refusal error={reject.error} title="It was not declined" nameOf={itself} onReload={() => onClose()} />
      <Text size="sm">
        {`${returnedThings(asked, order)} can be asked back again later. Nobody is written to: tell the buyer yourself.`}
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

export function GiveUpDialog({ order, return: expected, onClose }: Props) {
  const close = useCloseReturn(order.id, expected.id)
  const { exchange } = expected
  return (
    <Dialog locked={close.isPending} onClose={() => onClose()} title="Expect nothing more?">
      <Stack gap="md">
        <Refusal error={close.error} title="It is still expected" nameOf={itself} onReload={() => onClose()} />
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
