import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { COUNTRIES } from '../areas/countries.ts'
import { fieldError } from '../ui/field-errors.ts'
import type { AddressFields } from './address-fields.ts'

interface Props {
  fields: AddressFields
  onEdit: (fields: AddressFields) => void
  /** Where the server reports errors of this address. */
  path: '/shippingAddress' | '/billingAddress'
  error: Error | null
  readOnly?: boolean
}

const ADDRESS_ROWS: { field: keyof AddressFields; label: string; placeholder?: string; maxLength: number }[][] = [
  [{ field: 'name', label: 'Name', placeholder: 'Ada Lovelace', maxLength: 200 }],
  [{ field: 'company', label: 'Company', maxLength: 200 }],
  [{ field: 'line1', label: 'Street address', maxLength: 300 }],
  [{ field: 'line2', label: 'Apartment, suite, etc.', maxLength: 300 }],
  [
    { field: 'postalCode', label: 'Postal code', maxLength: 20 },
    { field: 'city', label: 'City', maxLength: 200 },
  ],
  [
    { field: 'region', label: 'Region', placeholder: 'NY', maxLength: 50 },
    { field: 'phone', label: 'Phone', maxLength: 50 },
  ],
]

export function AddressInputs({ fields, onEdit, path, error, readOnly = false }: Props) {
  return (
    <>
      {ADDRESS_ROWS.map((row) => (
        <SimpleGrid key={row[0]?.field} cols={row.length} spacing="xs">
          {row.map(({ field, label, placeholder = '', maxLength }) => (
            <TextInput
              key={field}
              label={label}
              placeholder={placeholder}
              value={fields[field]}
              onChange={(event) => onEdit({ ...fields, [field]: event.currentTarget.value })}
              error={fieldError(error, `${path}/${field}`)}
              maxLength={maxLength}
              readOnly={readOnly}
              autoComplete="off"
            />
          ))}
        </SimpleGrid>
      ))}
      <Select
        label="Country"
        placeholder="Search countries"
        data={COUNTRIES}
        value={fields.country || null}
        onChange={(country) => onEdit({ ...fields, country: country ?? '' })}
        error={fieldError(error, `${path}/country`)}
        searchable
        clearable
        selectFirstOptionOnChange
        nothingFoundMessage="No results"
        readOnly={readOnly}
      />
    </>
  )
}
