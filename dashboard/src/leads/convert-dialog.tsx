import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { orders } from '../orders/orders.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { formatMoney, parseMoney } from '../ui/money.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { type Lead, useConvertLead } from './leads.ts'

interface Props {
  lead: Lead
  onClose: () => void
}

/** For what was sold elsewhere, or by an order that the server does not connect with the lead. */
export function ConvertDialog({ lead, onClose }: Props) {
  const convert = useConvertLead(lead.id)
  const currency = useWorkspaceSettings().data?.currency ?? 'EUR'
  const [orderId, setOrderId] = useState('')
  const [amount, setAmount] = useState('')
  const value = parseMoney(amount, currency)
  const isValid = amount.trim() === '' || value !== undefined
  const save = () =>
    convert.mutate(orderId === '' ? { ...(value && { value }) } : { orderId: orderId as `ord_${string}` }, {
      onSuccess: onClose,
    })
  return (
    <FormDialog
      title="Convert lead"
      mutation={convert}
      isReady={orderId !== '' || isValid}
      saveLabel="Convert"
      onSave={save}
      onClose={onClose}
    >
      <ErrorAlert error={convert.error} title="Couldn't convert the lead" />
      <Text size="sm">An order of the customer converts the lead by itself. Do it here if they bought elsewhere.</Text>
      {lead.customerId ? (
        <OrderSelect
          customerId={lead.customerId}
          value={orderId}
          onChange={setOrderId}
          error={fieldError(convert.error, '/orderId')}
        />
      ) : null}
      {orderId === '' ? (
        <MoneyField
          label="Value (optional)"
          currency={currency}
          value={amount}
          onChange={setAmount}
          error={fieldErrorUnder(convert.error, '/value')}
          data-autofocus
        />
      ) : null}
    </FormDialog>
  )
}

interface OrderSelectProps {
  customerId: NonNullable<Lead['customerId']>
  value: string
  onChange: (orderId: string) => void
  error: string | undefined
}

function OrderSelect({ customerId, value, onChange, error }: OrderSelectProps) {
  const list = orders.useList({ customerId, limit: 20 })
  const placed = (list.data ?? []).filter(({ status }) => status !== 'draft')
  if (placed.length === 0) return null
  return (
    <NativeSelect
      label="Order"
      data={[
        { value: '', label: 'No order' },
        ...placed.map(({ id, number, totals }) => ({ value: id, label: `#${number}, ${formatMoney(totals.total)}` })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
