import { Group, NativeSelect, NumberInput, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { type AdjustmentFields, changeIn, fieldsOf, resultOf } from './adjustment.ts'
import { type Level, useAdjustStock } from './stock.ts'
import { StockMoved, stockNow } from './stock-moved.tsx'
import { nameOf, REASONS } from './stock-words.ts'

interface Props {
  level: Level
  onClose: () => void
  onAdjusted: (words: string) => void
}

const MOST = 1_000_000_000
const numberIn = (typed: string | number): number | '' => (typeof typed === 'number' ? typed : '')

export function AdjustDialog({ level, onClose, onAdjusted }: Props) {
  const [fields, setFields] = useState(fieldsOf(level))
  const [expected, setExpected] = useState(level.onHand)
  const [reason, setReason] = useState('received')
  const [reference, setReference] = useState('')
  const adjust = useAdjustStock()
  const change = changeIn(fields, level, expected)
  const result = resultOf(fields, expected)
  const moved = stockNow(adjust.error)
  const edit = (changes: Partial<AdjustmentFields>) => {
    if (moved === undefined) adjust.reset()
    setFields({ ...fields, ...changes })
  }
  const send = () => {
    if (!change || adjust.isPending || moved !== undefined) return
    adjust.mutate(
      { reason, reference: reference.trim() || null, changes: [change] },
      {
        onSuccess: ({ levels: [now] }) =>
          onAdjusted(`${nameOf(level)}: ${now?.onHand} on hand at ${level.locationName}, ${now?.available} available.`),
      },
    )
  }
  return (
    <FormDialog
      title={`Adjust ${nameOf(level)}`}
      saving={adjust}
      isReady={change !== undefined && moved === undefined}
      saveLabel="Adjust"
      onSave={send}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {`${level.locationName}: ${expected} on hand, ${level.reserved} of them reserved.`}
      </Text>
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="How the stock is told"
          value={fields.mode}
          onChange={(mode: AdjustmentFields['mode']) => {
            edit({ mode, amount: '' })
            setReason(mode === 'to' ? 'count' : 'received')
          }}
          data={[
            { value: 'by', label: 'Change by' },
            { value: 'to', label: 'Set to' },
          ]}
        />
        <NumberInput
          flex="1 1 8rem"
          label={fields.mode === 'by' ? 'More or less' : 'Counted'}
          placeholder={fields.mode === 'by' ? '+5 or -2' : String(expected)}
          value={fields.amount}
          onChange={(typed) => edit({ amount: numberIn(typed) })}
          allowDecimal={false}
          min={-MOST}
          max={MOST}
          data-autofocus
        />
      </Group>
      <Text size="sm" aria-live="polite">
        {result === expected ? 'On hand stays as it is.' : `On hand: ${expected} → ${result}`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Reason"
          data={REASONS}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
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
          onChange={(typed) => edit({ incoming: numberIn(typed) })}
          allowDecimal={false}
          min={0}
          max={MOST}
        />
        <NumberInput
          label="Kept back"
          value={fields.safetyStock}
          onChange={(typed) => edit({ safetyStock: numberIn(typed) })}
          allowDecimal={false}
          min={0}
          max={MOST}
        />
        <NumberInput
          label="Warn at"
          placeholder="never"
          value={fields.lowStockAt}
          onChange={(typed) => edit({ lowStockAt: numberIn(typed) })}
          allowDecimal={false}
          min={0}
          max={MOST}
        />
      </SimpleGrid>
      {moved === undefined ? (
        <Failure error={adjust.error} title="Nothing was changed" />
      ) : (
        <StockMoved
          was={expected}
          now={moved}
          onGoOn={() => {
            setExpected(moved)
            adjust.reset()
          }}
        />
      )}
    </FormDialog>
  )
}
