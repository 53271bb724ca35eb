import { Group, Pill, Select, Skeleton, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { CustomerPicker } from '../../customers/customer-picker.tsx'
import { customers, displayName } from '../../customers/customers.ts'
import { orders } from '../../orders/orders.ts'
import { parseDateTimeInput, toDateTimeInput } from '../../ui/date-time-input.ts'
import { fieldError, fieldErrorUnder } from '../../ui/field-errors.ts'
import { changedFields } from '../../ui/form-draft.ts'
import { formatMoney } from '../../ui/money.ts'
import type { Ticket, TicketChanges } from '../inbox.ts'

const toFields = ({ subject, customerId, orderIds, dueAt }: Ticket) => ({
  subject,
  customerId,
  orderIds,
  dueAt: toDateTimeInput(dueAt),
})

/** What the ticket is about, as it is being edited. */
export function useTicketInputs(ticket: Ticket) {
  // What was on screen at first: somebody else may change another field meanwhile.
  const [saved] = useState(() => toFields(ticket))
  const [fields, setFields] = useState(saved)
  const { dueAt, ...others } = changedFields({ ...fields, subject: fields.subject.trim() }, saved)
  const due = dueAt === undefined ? undefined : parseDateTimeInput(dueAt)
  const changes: TicketChanges = { ...others, ...(due !== undefined && { dueAt: due }) }
  return {
    fields,
    edit: (edited: Partial<typeof saved>) => setFields((current) => ({ ...current, ...edited })),
    changes,
    isReady: fields.subject.trim() !== '',
  }
}

interface Props {
  ticket: Ticket
  inputs: ReturnType<typeof useTicketInputs>
  error: Error | null
}

export function TicketInputs({ ticket, inputs: { fields, edit }, error }: Props) {
  const customer = customers.useOne(ticket.customerId ?? '', { enabled: ticket.customerId !== null })
  const isLoading = ticket.customerId !== null && customer.isPending
  return (
    <>
      <TextInput
        label="Subject"
        maxLength={500}
        value={fields.subject}
        onChange={(event) => edit({ subject: event.currentTarget.value })}
        error={fieldError(error, '/subject')}
        autoComplete="off"
        data-autofocus
      />
      {isLoading ? (
        <Skeleton height={60} />
      ) : (
        <CustomerPicker
          label="Customer"
          customerId={fields.customerId ?? undefined}
          initialLabel={customer.data ? displayName(customer.data) : ''}
          onChange={(id) => edit({ customerId: (id as Ticket['customerId']) ?? null })}
          error={fieldError(error, '/customerId')}
        />
      )}
      <OrderInputs
        ids={fields.orderIds}
        customerId={fields.customerId}
        onChange={(orderIds) => edit({ orderIds })}
        error={fieldErrorUnder(error, '/orderIds')}
      />
      <TextInput
        label="Due"
        type="datetime-local"
        value={fields.dueAt}
        onChange={(event) => edit({ dueAt: event.currentTarget.value })}
        error={fieldError(error, '/dueAt')}
      />
    </>
  )
}

const DEBOUNCE_MS = 250

interface OrderInputsProps {
  ids: Ticket['orderIds']
  customerId: Ticket['customerId']
  onChange: (ids: Ticket['orderIds']) => void
  error: string | undefined
}

/** Offers the customer's orders until somebody types a number. */
function OrderInputs({ ids, customerId, onChange, error }: OrderInputsProps) {
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim().replace(/^#/, ''), DEBOUNCE_MS)
  const found = orders.useList({ limit: 10, ...(query ? { q: query } : customerId && { customerId }) })
  const others = (found.data ?? []).filter(({ id }) => !ids.includes(id))
  return (
    <Stack gap={6}>
      <Select
        label="Linked orders"
        placeholder="Add by number"
        data={others.map(({ id, number, totals }) => ({
          value: id,
          label: `#${number}, ${formatMoney(totals.total)}`,
        }))}
        // The server has already filtered the options.
        filter={({ options }) => options}
        searchable
        searchValue={text}
        onSearchChange={setText}
        value={null}
        onChange={(id) => {
          if (id) onChange([...ids, id as `ord_${string}`])
          setText('')
        }}
        comboboxProps={{ keepMounted: false }}
        nothingFoundMessage={found.isFetching ? 'Searching…' : 'No results'}
        error={error}
      />
      {ids.length > 0 ? (
        <Group gap={6}>
          {ids.map((id) => (
            <LinkedOrder key={id} id={id} onRemove={() => onChange(ids.filter((other) => other !== id))} />
          ))}
        </Group>
      ) : null}
    </Stack>
  )
}

function LinkedOrder({ id, onRemove }: { id: string; onRemove: () => void }) {
  const order = orders.useOne(id)
  const name = order.data ? `#${order.data.number}` : order.isPending ? 'Loading…' : 'Unknown order'
  return (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': `Remove order ${name}`, 'aria-hidden': false, tabIndex: 0 }}
    >
      {name}
    </Pill>
  )
}
