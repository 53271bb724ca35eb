import { Button, Grid, Group, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { COUNTRIES } from '../../areas/countries.ts'
import { fieldError } from '../../ui/field-errors.ts'
import { formatMoney } from '../../ui/money.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { Section } from '../../ui/section.tsx'
import { VariantPicker } from '../variant-picker.tsx'
import { type AddressFields, addCustomItem, addVariant, type DraftFields, estimateTotal } from './draft-fields.ts'
import { DraftRows } from './draft-rows.tsx'

interface Props {
  fields: DraftFields
  currency: string
  onEdit: (changes: Partial<DraftFields>) => void
  error: Error | null
  readOnly?: boolean
  /** Shown below the items. */
  children?: ReactNode
}

export function DraftForm({ fields, currency, onEdit, error, readOnly = false, children }: Props) {
  const customItemCount = useRef(0)
  const { rows } = fields
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Section title="Items">
          <Paper withBorder>
            <DraftRows
              rows={rows}
              currency={currency}
              onChange={(updated) => onEdit({ rows: updated })}
              readOnly={readOnly}
            />
            <Stack gap="sm" px="md" py="sm">
              {readOnly ? null : (
                <Group gap="sm" align="flex-end">
                  <div style={{ flex: '1 1 16rem' }}>
                    <VariantPicker
                      label="Add a product"
                      currency={currency}
                      onAdd={(variant) => onEdit({ rows: addVariant(rows, variant) })}
                    />
                  </div>
                  <Button
                    variant="default"
                    onClick={() => {
                      customItemCount.current += 1
                      onEdit({ rows: addCustomItem(rows, `own-${customItemCount.current}`) })
                    }}
                  >
                    Add custom item
                  </Button>
                </Group>
              )}
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput
                  label="Shipping method"
                  placeholder="Delivery"
                  value={fields.shippingTitle}
                  onChange={(event) => onEdit({ shippingTitle: event.currentTarget.value })}
                  maxLength={200}
                  readOnly={readOnly}
                  autoComplete="off"
                />
                <MoneyField
                  label="Shipping price"
                  currency={currency}
                  value={fields.shippingPrice}
                  onChange={(shippingPrice) => onEdit({ shippingPrice })}
                  readOnly={readOnly}
                />
              </SimpleGrid>
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  Estimated total. Taxes are calculated when you save.
                </Text>
                <Text fw={700} style={{ fontVariantNumeric: 'tabular-nums' }} aria-live="polite">
                  {formatMoney(estimateTotal(fields, currency))}
                </Text>
              </Group>
            </Stack>
          </Paper>
        </Section>
        {children}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <CustomerFields fields={fields} onEdit={onEdit} error={error} readOnly={readOnly} />
      </Grid.Col>
    </Grid>
  )
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

function CustomerFields({ fields: { email, address }, onEdit, error, readOnly = false }: Omit<Props, 'currency'>) {
  return (
    <Section title="Customer">
      <Paper withBorder p="md">
        <Stack gap="xs">
          <TextInput
            label="Email"
            placeholder="ada@example.com"
            type="email"
            value={email}
            onChange={(event) => onEdit({ email: event.currentTarget.value })}
            error={fieldError(error, '/email')}
            maxLength={254}
            readOnly={readOnly}
            autoComplete="off"
          />
          {ADDRESS_ROWS.map((row) => (
            <SimpleGrid key={row[0]?.field} cols={row.length} spacing="xs">
              {row.map(({ field, label, placeholder = '', maxLength }) => (
                <TextInput
                  key={field}
                  label={label}
                  placeholder={placeholder}
                  value={address[field]}
                  onChange={(event) => onEdit({ address: { ...address, [field]: event.currentTarget.value } })}
                  error={fieldError(error, `/shippingAddress/${field}`)}
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
            value={address.country || null}
            onChange={(country) => onEdit({ address: { ...address, country: country ?? '' } })}
            error={fieldError(error, '/shippingAddress/country')}
            searchable
            clearable
            selectFirstOptionOnChange
            nothingFoundMessage="No results"
            readOnly={readOnly}
          />
        </Stack>
      </Paper>
    </Section>
  )
}
