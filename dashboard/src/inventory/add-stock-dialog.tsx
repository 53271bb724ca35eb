import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { type AdjustmentReason, useAdjustInventory } from './inventory.ts'
import { ADJUSTMENT_REASON_LABELS } from './inventory-labels.ts'
import { useLocations } from './locations.ts'

/** For variants that have never been in stock and therefore have no inventory level yet. */
export function AddStockDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (message: string) => void }) {
  const locations = useLocations()
  const activeLocations = locations.data?.filter(({ active }) => active) ?? []
  const [sku, setSku] = useState('')
  const [locationId, setLocationId] = useState('')
  const [amount, setAmount] = useState<number | ''>('')
  const [reason, setReason] = useState<AdjustmentReason>('received')
  const adjust = useAdjustInventory()
  const isComplete = sku.trim() !== '' && amount !== '' && amount !== 0
  const submit = () => {
    if (!isComplete || adjust.isPending) return
    const change = { sku: sku.trim(), onHandChange: amount, ...(locationId && { locationId }) }
    adjust.mutate(
      { reason, reference: null, changes: [change] },
      { onSuccess: ({ levels: [updated] }) => onAdded(`${sku.trim()}: ${updated?.onHand} on hand`) },
    )
  }
  return (
    <FormDialog
      title="Add stock"
      mutation={adjust}
      isReady={isComplete}
      saveLabel="Add stock"
      onSave={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        The quantity is added to the stock on hand.
      </Text>
      <TextInput
        label="SKU"
        placeholder="LS-M-Sky"
        value={sku}
        onChange={(event) => {
          adjust.reset()
          setSku(event.currentTarget.value)
        }}
        maxLength={100}
        error={fieldError(adjust.error, '/changes/0/sku')}
        data-autofocus
      />
      {activeLocations.length > 0 ? (
        <NativeSelect
          label="Location"
          data={activeLocations.map(({ id, name }) => ({ value: id, label: name }))}
          value={locationId || activeLocations[0]?.id}
          onChange={(event) => setLocationId(event.currentTarget.value)}
        />
      ) : null}
      <NumberInput
        label="Quantity"
        value={amount}
        onChange={(typed) => setAmount(typeof typed === 'number' ? typed : '')}
        allowDecimal={false}
        min={1}
        max={1_000_000_000}
      />
      <LabelSelect label="Reason" labels={ADJUSTMENT_REASON_LABELS} value={reason} onChange={setReason} />
      <ErrorAlert error={adjust.error} title="Couldn't add stock" />
    </FormDialog>
  )
}
