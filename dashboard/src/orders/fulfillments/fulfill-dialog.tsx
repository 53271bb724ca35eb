import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { fieldError } from '../../ui/field-errors.ts'
import { fulfillableQuantity, toItemQuantities } from '../order-actions.ts'
import { type Order, useCreateFulfillment } from '../orders.ts'
import { QuantityRows } from '../quantity-rows.tsx'

/** Everything that needs shipping; other items only on request. */
const defaultQuantities = ({ items }: Order) =>
  Object.fromEntries(items.map((item) => [item.id, item.requiresShipping ? fulfillableQuantity(item) : 0]))

const TRACKING_FIELDS = [
  { field: 'carrier', label: 'Carrier', placeholder: 'Post' },
  { field: 'number', label: 'Tracking number', placeholder: '1034567890123' },
] as const

export function FulfillDialog({ order, onClose }: { order: Order; onClose: (message?: string) => void }) {
  const [quantities, setQuantities] = useState(() => defaultQuantities(order))
  const [tracking, setTracking] = useState({ carrier: '', number: '', url: '' })
  const [notify, setNotify] = useState(true)
  const fulfill = useCreateFulfillment(order.id)
  const items = toItemQuantities(quantities)
  const filledTracking = Object.fromEntries(
    Object.entries(tracking).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
  )
  const submit = () => {
    const body = {
      items,
      tracking: Object.keys(filledTracking).length > 0 ? filledTracking : null,
      notify: notify && order.email !== null,
    }
    fulfill.mutate(body, { onSuccess: () => onClose('Items marked as fulfilled') })
  }
  const edit = (changes: Partial<typeof tracking>) => {
    fulfill.reset()
    setTracking({ ...tracking, ...changes })
  }
  return (
    <FormDialog
      title={`Fulfill order #${order.number}`}
      mutation={fulfill}
      isReady={items.length > 0}
      saveLabel="Mark as fulfilled"
      onSave={submit}
      onClose={onClose}
    >
      <ErrorAlert error={fulfill.error} title="Couldn't fulfill the items" />
      <QuantityRows
        label="Items to fulfill"
        items={order.items}
        maxQuantity={fulfillableQuantity}
        quantities={quantities}
        onChange={setQuantities}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {TRACKING_FIELDS.map(({ field, label, placeholder }) => (
          <TextInput
            key={field}
            label={label}
            placeholder={placeholder}
            value={tracking[field]}
            onChange={(event) => edit({ [field]: event.currentTarget.value })}
            error={fieldError(fulfill.error, `/tracking/${field}`)}
            maxLength={100}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
      <TextInput
        label="Tracking URL"
        placeholder="https://post.example.com/1034567890123"
        inputMode="url"
        value={tracking.url}
        onChange={(event) => edit({ url: event.currentTarget.value })}
        error={fieldError(fulfill.error, '/tracking/url')}
        maxLength={2000}
        autoComplete="off"
      />
      <Checkbox
        label="Send shipment details to the customer"
        description={order.email ?? 'The order has no email address.'}
        checked={notify && order.email !== null}
        onChange={(event) => setNotify(event.currentTarget.checked)}
        disabled={order.email === null}
      />
    </FormDialog>
  )
}
