import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { customers } from './customers.ts'

export function NewCustomerDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = customers.useCreate()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const [trimmedName, address, number] = [name.trim(), email.trim(), phone.replaceAll(/[\s()./-]/g, '')]
  const save = () =>
    create.mutate(
      {
        ...(trimmedName && { name: trimmedName }),
        ...(address && { emails: [{ address }] }),
        ...(number && { phones: [{ number }] }),
      },
      { onSuccess: ({ id }) => void navigate({ to: '/sales/customers/$id', params: { id } }) },
    )
  return (
    <FormDialog
      title="Add customer"
      mutation={create}
      isReady={Boolean(trimmedName || address || number)}
      saveLabel="Add customer"
      onSave={save}
      onClose={onClose}
    >
      <ErrorAlert error={create.error} title="Couldn't add the customer" />
      <TextInput
        label="Name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldErrorUnder(create.error, '/name')}
        maxLength={200}
        data-autofocus
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fieldErrorUnder(create.error, '/emails')}
        maxLength={254}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        placeholder="+43 1 234567"
        description="With the country code"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
        error={fieldErrorUnder(create.error, '/phones')}
        maxLength={30}
      />
    </FormDialog>
  )
}
