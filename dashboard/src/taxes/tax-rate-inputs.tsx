import { ActionIcon, Autocomplete, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { fieldError } from '../ui/field-errors.ts'
import { newTaxRate, parseTaxPercentage, type TaxRateFields } from './region-fields.ts'

interface Props {
  rows: TaxRateFields[]
  onChange: (rows: TaxRateFields[]) => void
  error: Error | null
}

const COMMON_CLASSES = ['standard', 'reduced', 'shipping']
const MAX_ROWS = 50

export function TaxRateInputs({ rows, onChange, error }: Props) {
  return (
    <Stack gap="xs">
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Taxes">
        {rows.map((row, index) => {
          const set = (changes: Partial<TaxRateFields>) => onChange(rows.with(index, { ...row, ...changes }))
          const number = index + 1
          const path = `/rates/${index}`
          return (
            <Paper key={row.key} component="li" withBorder p="xs">
              <Group gap="xs" align="flex-start">
                <Autocomplete
                  flex="1 1 8rem"
                  label="Class"
                  aria-label={`Class of tax ${number}`}
                  data={COMMON_CLASSES}
                  value={row.taxClass}
                  onChange={(taxClass) => set({ taxClass })}
                  error={fieldError(error, `${path}/class`)}
                  maxLength={50}
                />
                <TextInput
                  flex="2 1 8rem"
                  label="Display name"
                  aria-label={`Name of tax ${number}`}
                  placeholder="VAT"
                  value={row.name}
                  onChange={(event) => set({ name: event.currentTarget.value })}
                  error={fieldError(error, `${path}/name`)}
                  maxLength={100}
                  autoComplete="off"
                />
                <TextInput
                  flex="1 1 6rem"
                  label="Percentage"
                  aria-label={`Percentage of tax ${number}`}
                  placeholder="20"
                  inputMode="decimal"
                  rightSection={
                    <Text size="xs" c="dimmed">
                      %
                    </Text>
                  }
                  value={row.percentage}
                  onChange={(event) => set({ percentage: event.currentTarget.value })}
                  error={fieldError(error, `${path}/percentage`) ?? validatePercentage(row.percentage)}
                  autoComplete="off"
                />
                <ActionIcon
                  variant="default"
                  size="lg"
                  c="red"
                  mt={25}
                  aria-label={`Remove tax ${number}`}
                  disabled={rows.length === 1}
                  onClick={() => onChange(rows.toSpliced(index, 1))}
                >
                  ✕
                </ActionIcon>
              </Group>
            </Paper>
          )
        })}
      </Stack>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" flex="1 1 14rem">
          Products use the “standard” class unless you change it in the product. Taxes of the same class are added up.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={rows.length >= MAX_ROWS}
          onClick={() => onChange([...rows, newTaxRate(rows)])}
        >
          Add tax
        </Button>
      </Group>
    </Stack>
  )
}

const validatePercentage = (text: string) =>
  text !== '' && parseTaxPercentage(text) === undefined
    ? 'Enter a number from 0 to 100 with at most 4 decimals, such as 20 or 8.875.'
    : undefined
