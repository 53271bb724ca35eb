import { Button, Grid, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { fieldError } from '../../ui/field-errors.ts'
import { formatMoney } from '../../ui/money.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { Section } from '../../ui/section.tsx'
import { AddressInputs } from '../address-inputs.tsx'
import { VariantPicker } from '../variant-picker.tsx'
import { addCustomItem, addVariant, type DraftFields, estimateTotal } from './draft-fields.ts'
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
          <AddressInputs
            fields={address}
            onEdit={(next) => onEdit({ address: next })}
            path="/shippingAddress"
            error={error}
            readOnly={readOnly}
          />
        </Stack>
      </Paper>
    </Section>
  )
}
