import { Checkbox, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useLocations } from '../stock/locations.ts'
import { linesIn, type Quantities } from './deeds.ts'
import { lineNameOf } from './order-words.ts'
import type { Order, OrderLine } from './orders.ts'
import { QuantityRows } from './quantity-rows.tsx'
import { Refusal } from './refusal.tsx'
import { type Return, useReceiveReturn } from './returns.ts'

interface Props {
  order: Order
  return: Return
  /** With what has come, where that is to be paid back next. */
  onClose: (news?: string, refund?: Quantities) => void
}

const toCome = ({ lines }: Return): Quantities =>
  Object.fromEntries(lines.map(({ lineId, quantity, received }) => [lineId, quantity - received]))

export function ReceiveDialog({ order, return: expected, onClose }: Props) {
  const [quantities, setQuantities] = useState(() => toCome(expected))
  const [spoilt, setSpoilt] = useState<string[]>([])
  const [locationId, setLocationId] = useState('')
  const isPaidFor = expected.exchange !== null && expected.exchange.credit.amount > 0
  const [isRefunded, setIsRefunded] = useState(!isPaidFor && order.payments.some(({ captured }) => captured.amount > 0))
  const locations = useLocations()
  const open = locations.data?.filter(({ active }) => active) ?? []
  const receive = useReceiveReturn(order.id, expected.id)
  const arrived = linesIn(quantities)
  const lines = arrived.map((line) => ({ ...line, restock: !spoilt.includes(line.lineId) }))
  const submit = () =>
    receive.mutate(
      { body: { lines, ...(locationId && { locationId }) } },
      {
        onSuccess: (now) => {
          const isWhole = now.status === 'received'
          const news = isWhole ? 'All of it is here.' : 'Noted. The rest is still expected.'
          onClose(news, isRefunded ? quantities : undefined)
        },
      },
    )
  const choose = (chosen: Quantities) => {
    receive.reset()
    setQuantities(chosen)
  }
  const shelf = ({ id, title }: OrderLine) => (
    <Checkbox
      size="xs"
      mt={4}
      label="Can be sold again"
      aria-label={`${title} can be sold again`}
      checked={!spoilt.includes(id)}
      onChange={({ currentTarget: { checked } }) =>
        setSpoilt(checked ? spoilt.filter((one) => one !== id) : [...spoilt, id])
      }
    />
  )
  return (
    <FormDialog
      title={`Back from order #${order.number}`}
      saving={receive}
      isReady={lines.length > 0}
      saveLabel="It is here"
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <Refusal
        error={receive.error}
        title="Nothing was noted as received"
        nameOf={lineNameOf(order.items, lines)}
        onReload={() => choose(toCome(expected))}
      />
      <QuantityRows
        label="Is here"
        lines={order.items}
        most={({ id }) => toCome(expected)[id] ?? 0}
        quantities={quantities}
        onChange={choose}
        more={shelf}
      />
      {open.length > 1 ? (
        <NativeSelect
          label="It lies"
          data={[
            { value: '', label: 'Where it was taken from' },
            ...open.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={locationId}
          onChange={(event) => setLocationId(event.currentTarget.value)}
        />
      ) : null}
      {isPaidFor ? (
        <Text size="sm">{`Nothing is refunded: it has paid for order #${expected.exchange?.number}.`}</Text>
      ) : (
        <Checkbox
          label="Then refund it"
          description="You see how much before anything is paid."
          checked={isRefunded}
          onChange={(event) => setIsRefunded(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
