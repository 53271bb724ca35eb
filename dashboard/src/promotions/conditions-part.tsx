import { MultiSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import { COUNTRIES } from '../places/countries.ts'
import { AmountInput } from './amount-input.tsx'
import { CountInput } from './number-input.tsx'
import type { PartProps } from './promotion-fields.ts'

export function ConditionsPart({ fields, edit, readOnly, currency, faultOf }: PartProps) {
  const { customer } = fields.hiddenConditions
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title="Conditions" about="All of them must be met. What is empty is no condition.">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <AmountInput
              label="Minimum amount"
              description="Of what it is for, before discounts."
              value={fields.minAmount}
              currency={currency}
              onChange={(minAmount) => edit({ minAmount })}
              readOnly={readOnly}
              fault={faultOf('/conditions/minAmounts')}
            />
            <CountInput
              label="Minimum quantity"
              description="Units of what it is for."
              value={fields.minQuantity}
              onChange={(minQuantity) => edit({ minQuantity })}
              readOnly={readOnly}
              fault={faultOf('/conditions/minQuantity')}
            />
          </SimpleGrid>
          <MultiSelect
            label="Countries"
            description="To which the order is shipped."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={fields.countries.length === 0 ? 'All countries' : ''}
            data={COUNTRIES}
            value={fields.countries}
            onChange={(countries) => edit({ countries })}
            searchable
            // Else 250 hidden options are drawn anew at every letter in any field.
            comboboxProps={{ keepMounted: false }}
            hidePickedOptions
            nothingFoundMessage="No such country"
            readOnly={readOnly}
            error={faultOf('/conditions/countries')}
          />
          {customer ? (
            <Text size="sm" c="dimmed">
              There are conditions for the customer too. They were set by the API and stay as they are.
            </Text>
          ) : null}
        </Stack>
      </Section>
    </Paper>
  )
}
