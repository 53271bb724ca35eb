import { Button, Grid, Group, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { faultAt } from '../parts/faults.ts'
import { moneyInWords } from '../parts/money.ts'
import { Section } from '../parts/section.tsx'
import { COUNTRIES } from '../places/countries.ts'
import { MoneyField } from '../shipping/money-field.tsx'
import { AddVariant } from './add-variant.tsx'
import { type AddressFields, type DraftFields, estimateOf, withOffer, withOwn } from './draft-fields.ts'
import { DraftRows } from './draft-rows.tsx'

interface Props {
  fields: DraftFields
  currency: string
  onEdit: (changes: Partial<DraftFields>) => void
  error: Error | null
  readOnly?: boolean
  /** Below what is sold. */
  children?: ReactNode
}

/** What is sold, to whom, and what sending it costs. */
export function DraftForm({ fields, currency, onEdit, error, readOnly = false, children }: Props) {
  const count = useRef(0)
  const { rows } = fields
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Section title="Items">
          <Paper withBorder>
            <DraftRows
              rows={rows}
              currency={currency}
              onChange={(changed) => onEdit({ rows: changed })}
              readOnly={readOnly}
            />
            <Stack gap="sm" px="md" py="sm">
              {readOnly ? null : (
                <Group gap="sm" align="flex-end">
                  <div style={{ flex: '1 1 16rem' }}>
                    <AddVariant
                      label="Add a product"
                      currency={currency}
                      onAdd={(offer) => onEdit({ rows: withOffer(rows, offer) })}
                    />
                  </div>
                  <Button
                    variant="default"
                    onClick={() => {
                      count.current += 1
                      onEdit({ rows: withOwn(rows, `own-${count.current}`) })
                    }}
                  >
                    Add something else
                  </Button>
                </Group>
              )}
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput
                  label="Shipping"
                  placeholder="Delivery"
                  value={fields.shippingTitle}
                  onChange={(event) => onEdit({ shippingTitle: event.currentTarget.value })}
                  maxLength={200}
                  readOnly={readOnly}
                  autoComplete="off"
                />
                <MoneyField
                  label="Shipping costs"
                  currency={currency}
                  value={fields.shippingPrice}
                  onChange={(shippingPrice) => onEdit({ shippingPrice })}
                  readOnly={readOnly}
                />
              </SimpleGrid>
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  By the prices above. Taxes are reckoned when it is saved.
                </Text>
                <Text fw={700} style={{ fontVariantNumeric: 'tabular-nums' }} aria-live="polite">
                  {moneyInWords(estimateOf(fields, currency))}
                </Text>
              </Group>
            </Stack>
          </Paper>
        </Section>
        {children}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <BuyerFields fields={fields} onEdit={onEdit} error={error} readOnly={readOnly} />
      </Grid.Col>
    </Grid>
  )
}

const LINES: { part: keyof AddressFields; label: string; placeholder?: string; most: number }[][] = [
  [{ part: 'name', label: 'Name', placeholder: 'Ada Lovelace', most: 200 }],
  [{ part: 'company', label: 'Company', most: 200 }],
  [{ part: 'line1', label: 'Street and number', most: 300 }],
  [{ part: 'line2', label: 'More of the address', most: 300 }],
  [
    { part: 'postcode', label: 'Postcode', most: 20 },
    { part: 'city', label: 'City', most: 200 },
  ],
  [
    { part: 'region', label: 'Region', placeholder: 'NY', most: 50 },
    { part: 'phone', label: 'Phone', most: 50 },
  ],
]

function BuyerFields({ fields: { email, address }, onEdit, error, readOnly = false }: Omit<Props, 'currency'>) {
  return (
    <Section title="Buyer">
      <Paper withBorder p="md">
        <Stack gap="xs">
          <TextInput
            label="E-mail"
            placeholder="ada@example.com"
            type="email"
            value={email}
            onChange={(event) => onEdit({ email: event.currentTarget.value })}
            error={faultAt(error, '/email')}
            maxLength={254}
            readOnly={readOnly}
            autoComplete="off"
          />
          {LINES.map((line) => (
            <SimpleGrid key={line[0]?.part} cols={line.length} spacing="xs">
              {line.map(({ part, label, placeholder = '', most }) => (
                <TextInput
                  key={part}
                  label={label}
                  placeholder={placeholder}
                  value={address[part]}
                  onChange={(event) => onEdit({ address: { ...address, [part]: event.currentTarget.value } })}
                  error={faultAt(error, `/shippingAddress/${part}`)}
                  maxLength={most}
                  readOnly={readOnly}
                  autoComplete="off"
                />
              ))}
            </SimpleGrid>
          ))}
          <Select
            label="Country"
            placeholder="Type a name"
            data={COUNTRIES}
            value={address.country || null}
            onChange={(country) => onEdit({ address: { ...address, country: country ?? '' } })}
            error={faultAt(error, '/shippingAddress/country')}
            searchable
            clearable
            selectFirstOptionOnChange
            nothingFoundMessage="No such country"
            readOnly={readOnly}
          />
        </Stack>
      </Paper>
    </Section>
  )
}
