import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { fieldError } from '../ui/field-errors.ts'
import type { GiftCardFields } from './gift-card-fields.ts'

interface Props {
  fields: GiftCardFields
  onEdit: (changes: Partial<GiftCardFields>) => void
  error: Error | null
  readOnly?: boolean
  /** An expired card cannot be extended. */
  isExpiryLocked?: boolean
}

export function GiftCardInputs({ fields, onEdit, error, readOnly = false, isExpiryLocked = false }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Recipient name"
          placeholder="Kim Berg"
          value={fields.name}
          onChange={(event) => onEdit({ name: event.currentTarget.value })}
          error={fieldError(error, '/recipient/name')}
          maxLength={200}
          readOnly={readOnly}
          autoComplete="off"
        />
        <TextInput
          label="Recipient email"
          placeholder="kim@example.com"
          type="email"
          value={fields.email}
          onChange={(event) => onEdit({ email: event.currentTarget.value })}
          error={fieldError(error, '/recipient/email')}
          maxLength={254}
          readOnly={readOnly}
          autoComplete="off"
        />
      </SimpleGrid>
      <TextInput
        label="Expiration date"
        description="Leave empty for no expiration. Some countries restrict when gift cards can expire."
        type="datetime-local"
        value={fields.expires}
        onChange={(event) => onEdit({ expires: event.currentTarget.value })}
        error={fieldError(error, '/expiresAt')}
        readOnly={readOnly || isExpiryLocked}
      />
      <Textarea
        label="Staff note"
        value={fields.staffNote}
        onChange={(event) => onEdit({ staffNote: event.currentTarget.value })}
        error={fieldError(error, '/staffNote')}
        maxLength={1000}
        autosize
        minRows={2}
        readOnly={readOnly}
      />
    </>
  )
}
