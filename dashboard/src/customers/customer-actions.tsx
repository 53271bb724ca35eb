import { Button, Menu, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { saveFile } from '../ui/save-file.ts'
import {
  type Customer,
  customers,
  displayName,
  formatOrderCount,
  useEraseCustomer,
  useExportCustomer,
  useMergeCustomers,
} from './customers.ts'

interface Props {
  customer: Customer
  /** Only admins export and erase. */
  isAdmin: boolean
}

export function CustomerActions({ customer, isAdmin }: Props) {
  const [dialog, setDialog] = useState<'merge' | 'export' | 'erase'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" px="sm" flex="none" aria-label="More actions">
            ⋯
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('merge')}>Merge customer</Menu.Item>
          {isAdmin ? <Menu.Item onClick={() => setDialog('export')}>Export data</Menu.Item> : null}
          {isAdmin ? (
            <Menu.Item color="var(--mantine-color-error)" onClick={() => setDialog('erase')}>
              Erase customer
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'merge' ? <MergeDialog customer={customer} onClose={close} /> : null}
      {dialog === 'export' ? <ExportDialog customer={customer} onClose={close} /> : null}
      {dialog === 'erase' ? <EraseDialog customer={customer} onClose={close} /> : null}
    </>
  )
}

interface DialogProps {
  customer: Customer
  onClose: () => void
}

function MergeDialog({ customer, onClose }: DialogProps) {
  const merge = useMergeCustomers(customer.id)
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), 300)
  const [selectedId, setSelectedId] = useState<string>()
  const found = customers.useList(q ? { q, limit: 10 } : { limit: 10 })
  const candidates = (found.data ?? []).filter(({ id }) => id !== customer.id)
  const selected = candidates.find(({ id }) => id === selectedId)
  return (
    <FormDialog
      title={`Merge a customer into ${displayName(customer)}`}
      mutation={merge}
      isReady={selected !== undefined}
      saveLabel="Merge"
      onSave={() => selected && merge.mutate({ customerId: selected.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ErrorAlert error={merge.error} title="Couldn't merge the customers" />
      <TextInput
        label="Find the duplicate"
        placeholder="Name, email or phone"
        autoComplete="off"
        value={search}
        onChange={(event) => {
          merge.reset()
          setSearch(event.currentTarget.value)
        }}
        data-autofocus
      />
      <ErrorAlert error={found.error} title="Couldn't search customers" />
      {found.isPending ? <Loading what="customers" rows={2} /> : null}
      {found.isSuccess && candidates.length === 0 ? <Text size="sm">No results</Text> : null}
      {candidates.length > 0 ? (
        <Radio.Group label="Duplicate" value={selectedId ?? ''} onChange={setSelectedId}>
          <Stack gap="xs" mt={4}>
            {candidates.map((candidate) => (
              <Radio
                key={candidate.id}
                value={candidate.id}
                label={displayName(candidate)}
                description={candidate.emails[0]?.address ?? candidate.phones[0]?.number}
              />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
      {selected ? <Text size="sm">{describeMerge(selected, customer)}</Text> : null}
    </FormDialog>
  )
}

function describeMerge(from: Customer, to: Customer): string {
  const orders = from.statistics.reduce((count, each) => count + each.orders, 0)
  const contacts = [...from.emails.map(({ address }) => address), ...from.phones.map(({ number }) => number)]
  const moved = [formatOrderCount(orders), ...contacts, 'addresses', 'notes', 'consents', 'points'].join(', ')
  return `These move to ${displayName(to)}: ${moved}. You can undo the merge for 30 days.`
}

function ExportDialog({ customer, onClose }: DialogProps) {
  const exportData = useExportCustomer(customer.id)
  return (
    <FormDialog
      title={`Export the data of ${displayName(customer)}`}
      mutation={exportData}
      saveLabel="Download"
      onSave={() =>
        exportData.mutate(undefined, {
          onSuccess: (data) => {
            saveFile(`${customer.id}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <ErrorAlert error={exportData.error} title="Couldn't export the data" />
      <Text size="sm">
        The file contains everything stored about this customer. The audit log records that you downloaded it.
      </Text>
    </FormDialog>
  )
}

function EraseDialog({ customer, onClose }: DialogProps) {
  const navigate = useNavigate()
  const name = displayName(customer)
  const [typed, setTyped] = useState('')
  const [mismatch, setMismatch] = useState(false)
  const erase = useEraseCustomer(customer.id, () => navigate({ to: '/sales/customers' }))
  const confirm = () => {
    if (typed.trim() !== name) setMismatch(true)
    else erase.mutate(undefined)
  }
  return (
    <ConfirmDialog
      title={`Erase ${name}?`}
      errorTitle="Couldn't erase the customer"
      cancelLabel="Keep customer"
      confirmLabel="Erase customer"
      mutation={erase}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">
        You can't undo this. Contacts, addresses, notes, carts and emails are deleted, and points are lost. Orders stay
        without a name or address.
      </Text>
      <TextInput
        label={`Type “${name}” to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setMismatch(false)
          setTyped(event.currentTarget.value)
        }}
        error={mismatch ? `Type “${name}”` : undefined}
      />
    </ConfirmDialog>
  )
}
