import { Alert, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { formatDecimal } from '../../../../sdk/src/money.ts'
import { canManage, useWorkspace } from '../../session.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { withLabeledDetails } from '../../ui/field-errors.ts'
import { LabelSelect } from '../../ui/label-select.tsx'
import { exampleAmount, formatMoney, type Money, normalizeMoneyInput, parseMoney } from '../../ui/money.ts'
import { type RefundFields, shippingCharged, toRefundRequest } from '../order-actions.ts'
import { formatPendingRefund, formatRefund, itemLabelFor } from '../order-labels.ts'
import { type Order, type RefundPreview, useCreateRefund, useRefundPreview } from '../orders.ts'
import { QuantityRows } from '../quantity-rows.tsx'
import { exchangedQuantity, refundableQuantity, unrefundedQuantities } from '../returns/return-quantities.ts'
import type { Return } from '../returns/returns.ts'
import { withFormattedAmounts } from './amount-errors.ts'
import { RefundSummary } from './refund-summary.tsx'

const EMPTY_FIELDS: RefundFields = {
  quantities: {},
  shipping: '',
  amount: '',
  restock: 'asIs',
  method: 'original_payment',
  reason: '',
}
const DEBOUNCE_MS = 250

const RESTOCK_LABELS: Record<RefundFields['restock'], string> = {
  asIs: 'Unfulfilled items only',
  all: 'All items',
  none: 'No items',
}

const METHOD_LABELS: Record<RefundFields['method'], string> = {
  original_payment: 'Original payment',
  store_credit: 'Store credit',
}

interface Props {
  order: Order
  returns: Return[]
  /** Initial form values; defaults to returned items that are not refunded yet. */
  start?: Partial<RefundFields> | undefined
  onClose: (message?: string) => void
}

export function RefundDialog({ order, returns, start, onClose }: Props) {
  const { currency } = order
  const { workspace } = useWorkspace()
  // Store credit is money that the shop owes, so only admins can create it.
  const canCredit = order.customerId !== null && canManage(workspace.role)
  const [fields, setFields] = useState<RefundFields>(() => ({
    ...EMPTY_FIELDS,
    ...(start ?? { quantities: unrefundedQuantities(order, returns) }),
  }))
  const refund = useCreateRefund(order.id)
  const request = toRefundRequest(fields, currency)
  const [debounced] = useDebouncedValue(request && JSON.stringify(request), DEBOUNCE_MS)
  // Paused during the refund: afterwards, the same request would be too large.
  const preview = useRefundPreview(
    order.id,
    debounced === undefined ? undefined : JSON.parse(debounced),
    refund.isPending,
  )
  // Submit only what the preview showed.
  const isPreviewCurrent =
    request !== undefined && debounced === JSON.stringify(request) && preview.isSuccess && !preview.isFetching
  const labelFor = itemLabelFor(order.items, request?.items)
  const edit = (changes: Partial<RefundFields>) => {
    refund.reset()
    setFields({ ...fields, ...changes })
  }
  const exchangedCount = order.items.reduce((sum, item) => sum + exchangedQuantity(item, returns), 0)
  const shippingPaid = shippingCharged(order)
  const selectAll = () =>
    edit({
      quantities: Object.fromEntries(order.items.map((line) => [line.id, refundableQuantity(line, returns)])),
      shipping: shippingPaid.amount > 0 ? formatDecimal(shippingPaid) : '',
      amount: '',
    })
  const submit = () => {
    if (!request || !isPreviewCurrent || refund.isPending) return
    refund.mutate(request, {
      onSuccess: ({ status, amount, manualAmount }) => {
        const manual = status === 'pending' ? preview.data?.manualAmount : manualAmount
        if (status !== 'failed') onClose(`${MESSAGES[status](amount, manual)}${creditMessage(order)}`)
      },
    })
  }
  const amountProps = (field: 'shipping' | 'amount') => ({
    placeholder: exampleAmount(currency),
    inputMode: 'decimal' as const,
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [field]: event.currentTarget.value }),
    onBlur: () => edit({ [field]: normalizeMoneyInput(fields[field], currency) }),
    error:
      fields[field] && !parseMoney(fields[field], currency)
        ? `Enter an amount such as ${exampleAmount(currency)}.`
        : undefined,
    autoComplete: 'off',
  })
  return (
    <FormDialog
      title={`Refund order #${order.number}`}
      mutation={refund}
      isReady={isPreviewCurrent}
      saveLabel={isPreviewCurrent && preview.data ? submitLabel(preview.data) : 'Refund'}
      isDestructive
      onSave={submit}
      onClose={onClose}
    >
      <ErrorAlert
        error={withLabeledDetails(withFormattedAmounts(refund.error), labelFor)}
        title="Couldn't refund the order"
      />
      {refund.data?.status === 'failed' ? (
        <Alert color="red" role="alert" title="Couldn't refund the order">
          The payment provider declined the refund. Nothing was refunded.
        </Alert>
      ) : null}
      <QuantityRows
        label="Items to refund"
        items={order.items}
        maxQuantity={(item) => refundableQuantity(item, returns)}
        quantities={fields.quantities}
        onChange={(quantities) => edit({ quantities })}
        renderExtra={({ quantities: { ordered }, total }) => (
          <Text size="xs" c="dimmed">
            {ordered === 1 ? `${formatMoney(total)} paid` : `${formatMoney(total)} paid for ${ordered}`}
          </Text>
        )}
      />
      {exchangedCount > 0 ? (
        <Text size="xs" c="dimmed">
          {`${exchangedCount} exchanged. The payment for exchanged items was applied to the new order and is not refunded here.`}
        </Text>
      ) : null}
      <Group>
        <Button size="xs" variant="default" onClick={selectAll}>
          Select all items
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {shippingPaid.amount > 0 ? (
          <TextInput
            label={`Shipping in ${currency}`}
            description={`${formatMoney(shippingPaid)} paid`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...amountProps('shipping')}
          />
        ) : null}
        <TextInput label={`Custom amount in ${currency}`} {...amountProps('amount')} />
        <LabelSelect
          label="Restock"
          labels={RESTOCK_LABELS}
          value={fields.restock}
          onChange={(restock) => edit({ restock })}
        />
        {canCredit ? (
          <LabelSelect
            label="Refund to"
            labels={METHOD_LABELS}
            value={fields.method}
            onChange={(method) => edit({ method })}
          />
        ) : null}
        <TextInput
          label="Reason"
          placeholder="Damaged"
          value={fields.reason}
          onChange={(event) => edit({ reason: event.currentTarget.value })}
          maxLength={100}
          autoComplete="off"
        />
      </SimpleGrid>
      <RefundSummary order={order} hasSelection={request !== undefined} preview={preview} labelFor={labelFor} />
    </FormDialog>
  )
}

/** If everything was paid externally, the button records the refund but sends no money. */
const submitLabel = ({ amount, manualAmount }: RefundPreview): string =>
  `${amount.amount > 0 && manualAmount.amount === amount.amount ? 'Record refund of' : 'Refund'} ${formatMoney(amount)}`

const MESSAGES = {
  completed: (amount: Money, manual?: Money) => `${formatRefund(amount, manual)}.`,
  pending: formatPendingRefund,
}

/** Exchange credit is not money: it is refunded to the order it came from. */
function creditMessage({ payments, exchangeOf }: Order): string {
  const hasCredit = payments.some(({ details }) => details.exchangeOf !== undefined)
  return hasCredit && exchangeOf ? ` Refund the credit on order #${exchangeOf.number}.` : ''
}
