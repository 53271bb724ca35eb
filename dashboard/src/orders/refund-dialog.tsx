import { Alert, Button, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { type Money, moneyInWords, moneyText, parseMoney, sampleOf, tidyMoney } from '../parts/money.ts'
import { type RefundFields, refundOf, shippingCharged } from './deeds.ts'
import { inMoney } from './money-refusal.ts'
import { lineNameOf, pendingInWords, refundInWords } from './order-words.ts'
import { type Order, useRefund, useRefundPreview } from './orders.ts'
import { QuantityRows } from './quantity-rows.tsx'
import { RefundSummary } from './refund-summary.tsx'
import { exchangedOf, leftToRefund, owedBackOf } from './return-rules.ts'
import type { Return } from './returns.ts'
import type { RefundPreview } from './wishes.ts'

const NOTHING: RefundFields = { quantities: {}, shipping: '', amount: '', restock: 'asIs', reason: '' }
const PAUSE_MS = 250

const SHELF = [
  { value: 'asIs', label: 'Only what was not sent' },
  { value: 'all', label: 'All of it' },
  { value: 'none', label: 'Nothing' },
]

interface Props {
  order: Order
  returns: Return[]
  /** What stands in the form at first; else what came back and was not paid back yet. */
  start?: Partial<RefundFields> | undefined
  onClose: (news?: string) => void
}

export function RefundDialog({ order, returns, start, onClose }: Props) {
  const { currency } = order
  const [fields, setFields] = useState<RefundFields>(() => ({
    ...NOTHING,
    ...(start ?? { quantities: owedBackOf(order, returns) }),
  }))
  const refund = useRefund(order.id)
  const wanted = refundOf(fields, currency)
  const [settled] = useDebouncedValue(wanted && JSON.stringify(wanted), PAUSE_MS)
  const preview = useRefundPreview(order.id, settled === undefined ? undefined : JSON.parse(settled))
  // Only what was shown is done.
  const isShown = wanted !== undefined && settled === JSON.stringify(wanted) && preview.isSuccess && !preview.isFetching
  const nameOf = lineNameOf(order.items, wanted?.lines)
  const edit = (changes: Partial<RefundFields>) => {
    refund.reset()
    setFields({ ...fields, ...changes })
  }
  const exchanged = order.items.reduce((sum, line) => sum + exchangedOf(line, returns), 0)
  const shippingPaid = shippingCharged(order)
  const everything = () =>
    edit({
      quantities: Object.fromEntries(order.items.map((line) => [line.id, leftToRefund(line, returns)])),
      shipping: shippingPaid.amount > 0 ? moneyText(shippingPaid) : '',
      amount: '',
    })
  const submit = () => {
    if (!wanted || !isShown || refund.isPending) return
    refund.mutate(
      { body: wanted },
      {
        onSuccess: ({ status, amount, manualAmount }) => {
          const manual = status === 'pending' ? preview.data?.manualAmount : manualAmount
          if (status !== 'failed') onClose(`${NEWS[status](amount, manual)}${creditNews(order)}`)
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
    <FormDialog
      title={`Refund order #${order.number}`}
      saving={refund}
      isReady={isShown}
      saveLabel={isShown && preview.data ? labelOf(preview.data) : 'Refund'}
      isGrave
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <Failure error={toldPlainly(inMoney(refund.error, currency), nameOf)} title="Nothing was given back" />
      {refund.data?.status === 'failed' ? (
        <Alert color="red" role="alert" title="Nothing was given back">
          Whoever has the money refused it.
        </Alert>
      ) : null}
      <QuantityRows
        label="To be paid back"
        lines={order.items}
        most={(line) => leftToRefund(line, returns)}
        quantities={fields.quantities}
        onChange={(quantities) => edit({ quantities })}
      />
      {exchanged > 0 ? (
        <Text size="xs" c="dimmed">
          {`${exchanged} exchanged: what was paid for that has paid for the new order, and is not paid back as well.`}
        </Text>
      ) : null}
      <Group>
        <Button size="xs" variant="default" onClick={everything}>
          Everything
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {shippingPaid.amount > 0 ? <TextInput label={`Shipping in ${currency}`} {...moneyProps('shipping')} /> : null}
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
      <RefundSummary order={order} isChosen={wanted !== undefined} preview={preview} nameOf={nameOf} />
    </FormDialog>
  )
}

/** Nothing is sent by this button where all of it was paid elsewhere. */
const labelOf = ({ amount, manualAmount }: RefundPreview): string =>
  `${amount.amount > 0 && manualAmount.amount === amount.amount ? 'Record refund of' : 'Refund'} ${moneyInWords(amount)}`

const NEWS = {
  completed: (amount: Money, manual?: Money) => `${refundInWords(amount, manual)}.`,
  pending: pendingInWords,
}

/** What an exchange has brought here is no money: it goes back to where it came from. */
function creditNews({ payments, exchangeOf }: Order): string {
  const hasCredit = payments.some(({ details }) => details.exchangeOf !== undefined)
  return hasCredit && exchangeOf ? ` What of it was credit is refunded on order #${exchangeOf.number}.` : ''
}
