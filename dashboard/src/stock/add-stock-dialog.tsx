import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { faultAt } from '../parts/faults.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useLocations } from './locations.ts'
import { useAdjustStock } from './stock.ts'
import { REASONS } from './stock-words.ts'

/** For what was never in stock, and so is in no list yet. */
export function AddStockDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (words: string) => void }) {
  const locations = useLocations()
  const open = locations.data?.filter(({ active }) => active) ?? []
  const [sku, setSku] = useState('')
  const [locationId, setLocationId] = useState('')
  const [amount, setAmount] = useState<number | ''>('')
  const [reason, setReason] = useState('received')
  const adjust = useAdjustStock()
  const isWhole = sku.trim() !== '' && amount !== '' && amount !== 0
  const send = () => {
    if (!isWhole || adjust.isPending) return
    const change = { sku: sku.trim(), onHandChange: amount, ...(locationId && { locationId }) }
    adjust.mutate(
      { reason, reference: null, changes: [change] },
      { onSuccess: ({ levels: [now] }) => onAdded(`${sku.trim()}: ${now?.onHand} on hand there now.`) },
    )
  }
  return (
    <FormDialog
      title="Put in stock"
      saving={adjust}
      isReady={isWhole}
      saveLabel="Put in stock"
      onSave={send}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        What is there already is kept, and this is added to it.
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
        error={faultAt(adjust.error, '/changes/0/sku')}
        data-autofocus
      />
      {open.length > 0 ? (
        <NativeSelect
          label="Location"
          data={open.map(({ id, name }) => ({ value: id, label: name }))}
          value={locationId || open[0]?.id}
          onChange={(event) => setLocationId(event.currentTarget.value)}
        />
      ) : null}
      <NumberInput
        label="How many"
        value={amount}
        onChange={(typed) => setAmount(typeof typed === 'number' ? typed : '')}
        allowDecimal={false}
        min={1}
        max={1_000_000_000}
      />
      <NativeSelect
        label="Reason"
        data={REASONS}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Failure error={adjust.error} title="Nothing was put in stock" />
    </FormDialog>
  )
}
