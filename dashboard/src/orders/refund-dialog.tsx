import { Alert, Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { moneyInWords, moneyText, parseMoney, sampleOf } from '../parts/money.ts'
import { tidyMoney } from '../product-editor/money-input.ts'
import { leftToRefund, type RefundFields, refundOf, shippingCharged } from './deeds.ts'
import { type Order, useRefund, useRefundPreview } from './orders.ts'
import { QuantityRows } from './quantity-rows.tsx'
import { RefundSummary } from './refund-summary.tsx'

const NOTHING: RefundFields = { quantities: {}, shipping: '', amount: '', restock: 'asIs', reason: '' }
const PAUSE_MS = 250

const SHELF = [
  { value: 'asIs', label: 'Only what was not sent' },
  { value: 'all', label: 'All of it' },
  { value: 'none', label: 'Nothing' },
]

export function RefundDialog({ order, onClose }: { order: Order; onClose: (news?: string) => void }) {
  const { currency } = order
  const [fields, setFields] = useState(NOTHING)
  const refund = useRefund(order.id)
  const wanted = refundOf(fields, currency)
  const [settled] = useDebouncedValue(wanted && JSON.stringify(wanted), PAUSE_MS)
  const preview = useRefundPreview(order.id, settled === undefined ? undefined : JSON.parse(settled))
  // Only what was shown is done.
  const isShown = wanted !== undefined && settled === JSON.stringify(wanted) && preview.isSuccess && !preview.isFetching
  const edit = (changes: Partial<RefundFields>) => {
    refund.reset()
    setFields({ ...fields, ...changes })
  }
  const shippingPaid = shippingCharged(order)
  const everything = () =>
    edit({
      quantities: Object.fromEntries(order.items.map((line) => [line.id, leftToRefund(line)])),
      shipping: shippingPaid.amount > 0 ? moneyText(shippingPaid) : '',
      amount: '',
    })
  const submit = () => {
    if (!wanted || !isShown || refund.isPending) return
    refund.mutate(
      { body: wanted },
      {
        onSuccess: ({ status, amount }) => {
          if (status !== 'failed') onClose(NEWS[status](moneyInWords(amount)))
        },
      },
    )
  }
  const moneyProps = (field: 'shipping' | 'amount') => ({
    placeholder: sampleOf(currency),
    inputMode: 'decimal' as const,
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [field]: event.currentTarget.value }),
    onBlur: () => edit({ [field]: tidyMoney(fields[field], currency) }),
    error:
      fields[field] && !parseMoney(fields[field], currency) ? `An amount such as ${sampleOf(currency)}.` : undefined,
    autoComplete: 'off',
  })
  return (
    <Dialog locked={refund.isPending} onClose={() => onClose()} title={`Refund order #${order.number}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <Failure error={refund.error} title="Nothing was given back" />
          {refund.data?.status === 'failed' ? (
            <Alert color="red" role="alert" title="Nothing was given back">
              Whoever has the money refused it.
            </Alert>
          ) : null}
          <QuantityRows
            label="To be paid back"
            lines={order.items}
            most={leftToRefund}
            quantities={fields.quantities}
            onChange={(quantities) => edit({ quantities })}
          />
          <Group>
            <Button size="xs" variant="default" onClick={everything}>
              Everything
            </Button>
          </Group>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {shippingPaid.amount > 0 ? (
              <TextInput label={`Shipping in ${currency}`} {...moneyProps('shipping')} />
            ) : null}
            <TextInput label={`Another amount in ${currency}`} {...moneyProps('amount')} />
            <NativeSelect
              label="Back on the shelf"
              data={SHELF}
              value={fields.restock}
              onChange={(event) => edit({ restock: event.currentTarget.value as RefundFields['restock'] })}
            />
            <TextInput
              label="Reason"
              placeholder="Damaged"
              value={fields.reason}
              onChange={(event) => edit({ reason: event.currentTarget.value })}
              maxLength={100}
              autoComplete="off"
            />
          </SimpleGrid>
          <RefundSummary order={order} isChosen={wanted !== undefined} preview={preview} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()} disabled={refund.isPending}>
              Not now
            </Button>
            <Button type="submit" color="red" loading={refund.isPending} disabled={!isShown}>
              {isShown && preview.data ? `Refund ${moneyInWords(preview.data.amount)}` : 'Refund'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

const NEWS = {
  completed: (amount: string) => `${amount} were given back.`,
  pending: (amount: string) => `${amount} are on their way back; it is noted here when they have arrived.`,
}
