import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AskFirst } from '../parts/ask-first.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { moneyInWords } from '../parts/money.ts'
import { useCompleteDraft } from './drafts.ts'
import { lineNameOf, thingsIn } from './order-words.ts'
import { type Order, useCancel } from './orders.ts'
import { Refusal } from './refusal.tsx'

interface Props {
  order: Order
  onClose: (news?: string) => void
}

export function CompleteDialog({ order, onClose }: Props) {
  const [payment, setPayment] = useState<'external' | 'pending'>('pending')
  const complete = useCompleteDraft(order.id)
  const { number, totals, items, email } = order
  return (
    <Dialog locked={complete.isPending} onClose={() => onClose()} title={`Make draft #${number} an order`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (complete.isPending) return
          complete.mutate(
            { body: { payment } },
            { onSuccess: () => onClose(`Order #${number} is made, and its stock is taken.`) },
          )
        }}
      >
        <Stack gap="md">
          <Refusal
            error={complete.error}
            title="It is still a draft"
            nameOf={lineNameOf(items)}
            onReload={() => onClose()}
          />
          <Text size="sm">{`${thingsIn(items)} for ${moneyInWords(totals.total)}.`}</Text>
          <Text size="sm">
            {`It takes the stock at once, all of it or nothing. ${
              email ? `The confirmation goes to ${email}.` : 'Nobody is written to, since there is no e-mail address.'
            } What is sold and for how much can’t be changed afterwards.`}
          </Text>
          <Radio.Group
            label="Payment"
            value={payment}
            onChange={(chosen) => setPayment(chosen as 'external' | 'pending')}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="pending" label="Not paid yet" description="Note the payment on the order when it comes." />
              <Radio
                value="external"
                label={`${moneyInWords(totals.total)} are paid`}
                description="In cash, by transfer or otherwise: no card is charged."
              />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()} disabled={complete.isPending}>
              Not now
            </Button>
            <Button type="submit" loading={complete.isPending} data-autofocus>
              Make it an order
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

export function DiscardDialog({ order, onClose }: Props) {
  const cancel = useCancel(order.id)
  const discard = () =>
    cancel.mutate(
      { body: { reason: 'other', restock: false, refund: false } },
      { onSuccess: () => onClose('The draft is discarded.') },
    )
  return (
    <AskFirst
      title={`Discard draft #${order.number}?`}
      refused="The draft is still there"
      keepLabel="Keep the draft"
      deedLabel="Discard the draft"
      doing={cancel}
      onDo={discard}
      onClose={onClose}
    >
      There is no way back. It stays in the list as canceled; nothing was sold or paid, and nobody is told.
    </AskFirst>
  )
}
