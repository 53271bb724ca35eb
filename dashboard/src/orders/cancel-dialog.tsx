import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { type Order, useCancel } from './orders.ts'
import { CANCEL_REASONS, type NewCancellation } from './wishes.ts'

const REASONS = Object.entries(CANCEL_REASONS).map(([value, label]) => ({ value, label }))

export function CancelDialog({ order, onClose }: { order: Order; onClose: (news?: string) => void }) {
  const [fields, setFields] = useState<NewCancellation>({ reason: 'customer', restock: true, refund: true, note: '' })
  const cancel = useCancel(order.id)
  const edit = (changes: Partial<NewCancellation>) => {
    cancel.reset()
    setFields({ ...fields, ...changes })
  }
  const submit = () => {
    const { note = '', ...rest } = fields
    const body = { ...rest, ...(note.trim() && { note: note.trim() }) }
    cancel.mutate({ body }, { onSuccess: () => onClose('The order is canceled.') })
  }
  return (
    <Dialog locked={cancel.isPending} onClose={() => onClose()} title={`Cancel order #${order.number}?`}>
      <Stack gap="md">
        <Failure error={cancel.error} title="The order was not canceled" />
        <Text size="sm">There is no way back. What was authorized is given up.</Text>
        <NativeSelect
          label="Why"
          data={REASONS}
          value={fields.reason}
          onChange={(event) => edit({ reason: event.currentTarget.value as NewCancellation['reason'] })}
        />
        <Checkbox
          label="Give back what was paid"
          checked={fields.refund}
          onChange={(event) => edit({ refund: event.currentTarget.checked })}
        />
        <Checkbox
          label="Put everything back on the shelf"
          checked={fields.restock}
          onChange={(event) => edit({ restock: event.currentTarget.checked })}
        />
        <TextInput
          label="Note for staff"
          value={fields.note ?? ''}
          onChange={(event) => edit({ note: event.currentTarget.value })}
          maxLength={2000}
          autoComplete="off"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} disabled={cancel.isPending} data-autofocus>
            Keep the order
          </Button>
          <Button color="red" loading={cancel.isPending} onClick={submit}>
            Cancel the order
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
