import { Checkbox, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocations } from '../../inventory/locations.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ActionError } from '../action-error.tsx'
import { type Quantities, toItemQuantities } from '../order-actions.ts'
import { itemLabelFor } from '../order-labels.ts'
import type { Order, OrderItem } from '../orders.ts'
import { QuantityRows } from '../quantity-rows.tsx'
import { type Return, useReceiveReturn } from './returns.ts'

interface Props {
  order: Order
  return: Return
  /** Passes the received quantities when they are to be refunded next. */
  onClose: (message?: string, refund?: Quantities) => void
}

const outstandingQuantities = ({ items }: Return): Quantities =>
  Object.fromEntries(items.map(({ itemId, quantity, received }) => [itemId, quantity - received]))

export function ReceiveReturnDialog({ order, return: openReturn, onClose }: Props) {
  const [quantities, setQuantities] = useState(() => outstandingQuantities(openReturn))
  const [unsellable, setUnsellable] = useState<string[]>([])
  const [locationId, setLocationId] = useState('')
  const isCredited = openReturn.exchange !== null && openReturn.exchange.credit.amount > 0
  const [refundsNext, setRefundsNext] = useState(
    !isCredited && order.payments.some(({ captured }) => captured.amount > 0),
  )
  const locations = useLocations()
  const activeLocations = locations.data?.filter(({ active }) => active) ?? []
  const receive = useReceiveReturn(order.id, openReturn.id)
  const received = toItemQuantities(quantities)
  const items = received.map((item) => ({ ...item, restock: !unsellable.includes(item.itemId) }))
  const submit = () =>
    receive.mutate(
      { items, ...(locationId && { locationId }) },
      {
        onSuccess: (updated) => {
          const isComplete = updated.status === 'received'
          const message = isComplete ? 'Return received' : 'Items received. The rest is still expected.'
          onClose(message, refundsNext ? quantities : undefined)
        },
      },
    )
  const changeQuantities = (next: Quantities) => {
    receive.reset()
    setQuantities(next)
  }
  const renderRestock = ({ id, title }: OrderItem) => (
    <Checkbox
      size="xs"
      mt={4}
      label="Restock"
      aria-label={`Restock ${title}`}
      checked={!unsellable.includes(id)}
      onChange={({ currentTarget: { checked } }) =>
        setUnsellable(checked ? unsellable.filter((one) => one !== id) : [...unsellable, id])
      }
    />
  )
  return (
    <FormDialog
      title={`Receive items of order #${order.number}`}
      mutation={receive}
      isReady={items.length > 0}
      saveLabel="Receive items"
      onSave={submit}
      onClose={onClose}
    >
      <ActionError
        error={receive.error}
        title="Couldn't receive the items"
        labelFor={itemLabelFor(order.items, items)}
        onReload={() => changeQuantities(outstandingQuantities(openReturn))}
      />
      <QuantityRows
        label="Items received"
        items={order.items}
        maxQuantity={({ id }) => outstandingQuantities(openReturn)[id] ?? 0}
        quantities={quantities}
        onChange={changeQuantities}
        renderExtra={renderRestock}
      />
      {activeLocations.length > 1 ? (
        <NativeSelect
          label="Restock location"
          data={[
            { value: '', label: 'Original location' },
            ...activeLocations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={locationId}
          onChange={(event) => setLocationId(event.currentTarget.value)}
        />
      ) : null}
      {isCredited ? (
        <Text size="sm">{`Nothing is refunded. The payment was applied to order #${openReturn.exchange?.number}.`}</Text>
      ) : (
        <Checkbox
          label="Refund next"
          description="You see the amount before anything is refunded."
          checked={refundsNext}
          onChange={(event) => setRefundsNext(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
