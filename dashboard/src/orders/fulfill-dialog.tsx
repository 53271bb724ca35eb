import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { faultAt } from '../parts/faults.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { leftToSend, linesIn } from './deeds.ts'
import { type Order, useFulfill } from './orders.ts'
import { QuantityRows } from './quantity-rows.tsx'

/** All that is to be shipped; the rest only where somebody says so. */
const allOf = ({ items }: Order) =>
  Object.fromEntries(items.map((line) => [line.id, line.requiresShipping ? leftToSend(line) : 0]))

const TRACKING = [
  { field: 'carrier', label: 'Carrier', placeholder: 'Post' },
  { field: 'number', label: 'Tracking number', placeholder: '1034567890123' },
] as const

export function FulfillDialog({ order, onClose }: { order: Order; onClose: (news?: string) => void }) {
  const [quantities, setQuantities] = useState(() => allOf(order))
  const [tracking, setTracking] = useState({ carrier: '', number: '', url: '' })
  const [notify, setNotify] = useState(true)
  const send = useFulfill(order.id)
  const lines = linesIn(quantities)
  const given = Object.fromEntries(
    Object.entries(tracking).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
  )
  const submit = () => {
    const body = {
      lines,
      tracking: Object.keys(given).length > 0 ? given : null,
      notify: notify && order.email !== null,
    }
    send.mutate({ body }, { onSuccess: () => onClose('It is on its way.') })
  }
  const edit = (changes: Partial<typeof tracking>) => {
    send.reset()
    setTracking({ ...tracking, ...changes })
  }
  return (
    <FormDialog
      title={`Send order #${order.number}`}
      saving={send}
      isReady={lines.length > 0}
      saveLabel="It is sent"
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <Failure error={send.error} title="Nothing was noted as sent" />
      <QuantityRows
        label="In this parcel"
        lines={order.items}
        most={leftToSend}
        quantities={quantities}
        onChange={setQuantities}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {TRACKING.map(({ field, label, placeholder }) => (
          <TextInput
            key={field}
            label={label}
            placeholder={placeholder}
            value={tracking[field]}
            onChange={(event) => edit({ [field]: event.currentTarget.value })}
            error={faultAt(send.error, `/tracking/${field}`)}
            maxLength={100}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
      <TextInput
        label="Where the buyer can follow it"
        placeholder="https://post.example.com/1034567890123"
        inputMode="url"
        value={tracking.url}
        onChange={(event) => edit({ url: event.currentTarget.value })}
        error={faultAt(send.error, '/tracking/url')}
        maxLength={2000}
        autoComplete="off"
      />
      <Checkbox
        label="Tell the buyer by e-mail"
        description={order.email ?? 'The order has no e-mail address.'}
        checked={notify && order.email !== null}
        onChange={(event) => setNotify(event.currentTarget.checked)}
        disabled={order.email === null}
      />
    </FormDialog>
  )
}
