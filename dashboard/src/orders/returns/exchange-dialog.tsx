import { ActionIcon, Checkbox, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { formatDecimal } from '../../../../sdk/src/money.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { formatMoney } from '../../ui/money.ts'
import { ActionError } from '../action-error.tsx'
import { type RefundFields, toItemQuantities } from '../order-actions.ts'
import { itemLabelFor } from '../order-labels.ts'
import type { Order } from '../orders.ts'
import { QuantityRows } from '../quantity-rows.tsx'
import { type SellableVariant, VariantPicker } from '../variant-picker.tsx'
import { ExchangeSummary } from './exchange-summary.tsx'
import { defaultReturnQuantities, returnableQuantity } from './return-quantities.ts'
import { ReturnReasonField } from './return-reason-field.tsx'
import { type Return, useCreateExchange, useExchangePreview } from './returns.ts'

const DEBOUNCE_MS = 250

interface Props {
  order: Order
  returns: Return[]
  /** Passes the difference to refund when the new items cost less. */
  onClose: (message?: string, refund?: Partial<RefundFields>) => void
}

export function ExchangeDialog({ order, returns, onClose }: Props) {
  const { currency } = order
  const [quantities, setQuantities] = useState(() => defaultReturnQuantities(order, returns))
  const [reason, setReason] = useState('')
  const [selectedItems, setSelectedItems] = useState<ExchangeItem[]>([])
  const [isPaid, setIsPaid] = useState(false)
  const exchange = useCreateExchange(order.id)
  const returnItems = toItemQuantities(quantities).map((item) => ({
    ...item,
    ...(reason.trim() && { reason: reason.trim() }),
  }))
  const items = selectedItems
    .filter(({ quantity }) => quantity > 0)
    .map(({ variant: { variantId }, quantity }) => ({ variantId, quantity }))
  const request =
    returnItems.length > 0 && items.length > 0 ? { returns: toItemQuantities(quantities), items } : undefined
  const [debounced] = useDebouncedValue(request && JSON.stringify(request), DEBOUNCE_MS)
  // Paused during the exchange: afterwards, the items are no longer returnable.
  const preview = useExchangePreview(
    order.id,
    debounced === undefined ? undefined : JSON.parse(debounced),
    exchange.isPending,
  )
  // Submit only what the preview showed.
  const currentPreview =
    request && debounced === JSON.stringify(request) && !preview.isFetching && !preview.error ? preview.data : undefined
  const resetThenSet =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      exchange.reset()
      set(value)
    }
  const submit = () => {
    if (!currentPreview) return
    exchange.mutate(
      {
        returns: returnItems,
        items,
        payment: isPaid && currentPreview.due.amount > 0 ? 'external' : 'pending',
        expectedTotal: currentPreview.totals.total,
        expectedDue: currentPreview.due,
      },
      {
        onSuccess: ({ order: newOrder }) => {
          const difference = { amount: currentPreview.credit.amount - newOrder.totals.total.amount, currency }
          const message = `Order #${newOrder.number} created. The returned items are expected.`
          if (difference.amount <= 0) return onClose(message)
          onClose(`${message} ${formatMoney(difference)} can be refunded.`, {
            amount: formatDecimal(difference),
            reason: `Exchange for order #${newOrder.number}`,
          })
        },
      },
    )
  }
  const labelFor = (path: string) => {
    const newItems = selectedItems.map(({ variant: { variantId, title } }) => ({ id: variantId, variantId, title }))
    const outgoingItems = items.map(({ variantId }) => ({ itemId: variantId }))
    return path.startsWith('/items')
      ? itemLabelFor(newItems, outgoingItems)(path)
      : itemLabelFor(order.items, returnItems)(path)
  }
  return (
    <FormDialog
      size="lg"
      title={`Exchange items of order #${order.number}`}
      mutation={exchange}
      isReady={currentPreview !== undefined}
      saveLabel="Exchange items"
      onSave={submit}
      onClose={onClose}
    >
      <ActionError
        error={exchange.error}
        title="Couldn't exchange the items"
        labelFor={labelFor}
        onReload={() => resetThenSet(setQuantities)(defaultReturnQuantities(order, returns))}
      />
      <Title order={3} size="h6">
        Returned items
      </Title>
      <QuantityRows
        label="Returned items"
        items={order.items}
        maxQuantity={(item) => returnableQuantity(item, returns)}
        quantities={quantities}
        onChange={resetThenSet(setQuantities)}
      />
      <ReturnReasonField value={reason} onChange={setReason} />
      <Title order={3} size="h6">
        New items
      </Title>
      <ExchangeItems items={selectedItems} onChange={resetThenSet(setSelectedItems)} />
      <VariantPicker
        label="Add a new item"
        currency={currency}
        suggestion={order.items.find(({ id }) => (quantities[id] ?? 0) > 0)?.title}
        onAdd={(variant) => resetThenSet(setSelectedItems)(addExchangeItem(selectedItems, variant))}
      />
      <ExchangeSummary
        hasSelection={request !== undefined}
        preview={{ data: preview.data, error: exchange.error ? null : preview.error }}
        labelFor={labelFor}
        onRetry={() => void preview.refetch()}
      />
      {request && preview.data && preview.data.due.amount > 0 ? (
        <Checkbox
          label="The balance is already paid"
          description="In cash or by bank transfer. Otherwise, mark the new order as paid when the payment arrives."
          checked={isPaid}
          onChange={(event) => setIsPaid(event.currentTarget.checked)}
        />
      ) : null}
    </FormDialog>
  )
}

export interface ExchangeItem {
  variant: SellableVariant
  quantity: number
}

/** Raises the quantity of an item that is already selected. */
export const addExchangeItem = (items: ExchangeItem[], variant: SellableVariant): ExchangeItem[] =>
  items.some((one) => one.variant.variantId === variant.variantId)
    ? items.map((one) => (one.variant.variantId === variant.variantId ? { ...one, quantity: one.quantity + 1 } : one))
    : [...items, { variant, quantity: 1 }]

export function ExchangeItems({
  items,
  onChange,
}: {
  items: ExchangeItem[]
  onChange: (chosen: ExchangeItem[]) => void
}) {
  if (items.length === 0) return null
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="New items">
      {items.map(({ variant, quantity }) => (
        <Group key={variant.variantId} component="li" justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {variant.title}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[variant.description, formatMoney(variant.price)].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
          <Group gap={6} wrap="nowrap">
            <NumberInput
              w={84}
              aria-label={`Quantity of new ${variant.title}`}
              value={quantity}
              onChange={(value) =>
                onChange(items.map((one) => (one.variant === variant ? { ...one, quantity: Number(value) || 0 } : one)))
              }
              min={0}
              max={1_000_000}
              allowDecimal={false}
              allowNegative={false}
            />
            <ActionIcon
              variant="default"
              size="lg"
              c="red"
              aria-label={`Remove ${variant.title}`}
              onClick={() => onChange(items.filter((one) => one.variant !== variant))}
            >
              ✕
            </ActionIcon>
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
