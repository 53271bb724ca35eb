import { Alert, Button, Group, NumberInput, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { LabelSelect } from '../ui/label-select.tsx'
import { textOrNull } from '../ui/text.ts'
import { type AdjustmentFields, resultingOnHand, toAdjustmentFields, toLevelChange } from './adjustment.ts'
import { type AdjustmentReason, type InventoryLevel, useAdjustInventory } from './inventory.ts'
import { ADJUSTMENT_REASON_LABELS, formatVariantName } from './inventory-labels.ts'

interface Props {
  level: InventoryLevel
  onClose: () => void
  onAdjusted: (message: string) => void
}

const MAX_QUANTITY = 1_000_000_000
const toQuantity = (typed: string | number): number | '' => (typeof typed === 'number' ? typed : '')

export function AdjustDialog({ level, onClose, onAdjusted }: Props) {
  const [fields, setFields] = useState(toAdjustmentFields(level))
  const [expected, setExpected] = useState(level.onHand)
  const [reason, setReason] = useState<AdjustmentReason>('received')
  const [reference, setReference] = useState('')
  const adjust = useAdjustInventory()
  const change = toLevelChange(fields, level, expected)
  const result = resultingOnHand(fields, expected)
  const actual = actualOnHand(adjust.error)
  const edit = (changes: Partial<AdjustmentFields>) => {
    if (actual === undefined) adjust.reset()
    setFields({ ...fields, ...changes })
  }
  const submit = () => {
    if (!change || adjust.isPending || actual !== undefined) return
    adjust.mutate(
      { reason, reference: textOrNull(reference), changes: [change] },
      {
        onSuccess: ({ levels: [updated] }) =>
          onAdjusted(
            `${formatVariantName(level)}: ${updated?.onHand} on hand at ${level.locationName}, ${updated?.available} available.`,
          ),
      },
    )
  }
  return (
    <FormDialog
      title={`Adjust ${formatVariantName(level)}`}
      mutation={adjust}
      isReady={change !== undefined && actual === undefined}
      saveLabel="Adjust"
      onSave={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {`${level.locationName}: ${expected} on hand, ${level.reserved} committed.`}
      </Text>
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="Adjustment type"
          value={fields.mode}
          onChange={(mode: AdjustmentFields['mode']) => {
            edit({ mode, amount: '' })
            setReason(mode === 'to' ? 'count' : 'received')
          }}
          data={[
            { value: 'by', label: 'Adjust by' },
            { value: 'to', label: 'Set to' },
          ]}
        />
        <NumberInput
          flex="1 1 8rem"
          label={fields.mode === 'by' ? 'Quantity change' : 'New quantity'}
          placeholder={fields.mode === 'by' ? '+5 or -2' : String(expected)}
          value={fields.amount}
          onChange={(typed) => edit({ amount: toQuantity(typed) })}
          allowDecimal={false}
          min={-MAX_QUANTITY}
          max={MAX_QUANTITY}
          data-autofocus
        />
      </Group>
      <Text size="sm" aria-live="polite">
        {result === expected ? 'On hand does not change.' : `On hand: ${expected} → ${result}`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LabelSelect label="Reason" labels={ADJUSTMENT_REASON_LABELS} value={reason} onChange={setReason} />
        <TextInput
          label="Reference"
          placeholder="PO-2026-118"
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          maxLength={255}
        />
      </SimpleGrid>
      <SimpleGrid cols={3} spacing="xs" style={{ alignItems: 'end' }}>
        <NumberInput
          label="Incoming"
          value={fields.incoming}
          onChange={(typed) => edit({ incoming: toQuantity(typed) })}
          allowDecimal={false}
          min={0}
          max={MAX_QUANTITY}
        />
        <NumberInput
          label="Safety stock"
          value={fields.safetyStock}
          onChange={(typed) => edit({ safetyStock: toQuantity(typed) })}
          allowDecimal={false}
          min={0}
          max={MAX_QUANTITY}
        />
        <NumberInput
          label="Low stock at"
          placeholder="never"
          value={fields.lowStockThreshold}
          onChange={(typed) => edit({ lowStockThreshold: toQuantity(typed) })}
          allowDecimal={false}
          min={0}
          max={MAX_QUANTITY}
        />
      </SimpleGrid>
      {actual === undefined ? (
        <ErrorAlert error={adjust.error} title="Couldn't adjust the stock" />
      ) : (
        <StockConflict
          expected={expected}
          actual={actual}
          onContinue={() => {
            setExpected(actual)
            adjust.reset()
          }}
        />
      )}
    </FormDialog>
  )
}

/** The current quantity, if the server rejected the change because the expected one was stale. */
export function actualOnHand(error: Error | null): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stock_changed') return undefined
  return error.details[0]?.actual
}

interface StockConflictProps {
  expected: number
  actual: number
  onContinue: () => void
}

/** A sale or another count came in between; overwriting it would lose it. */
export function StockConflict({ expected, actual, onContinue }: StockConflictProps) {
  return (
    <Alert color="orange" role="alert" title="The stock changed while you were editing">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{`On hand was ${expected} when you opened this and is ${actual} now. Your adjustment is not saved yet.`}</Text>
        <Button size="xs" variant="default" onClick={onContinue}>
          {`Continue from ${actual}`}
        </Button>
      </Stack>
    </Alert>
  )
}
