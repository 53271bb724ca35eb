import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { faultUnder } from '../parts/faults.ts'
import { MoneyField } from './money-field.tsx'
import { newStep, type StepRow } from './price-fields.ts'

interface Props {
  kind: 'weight' | 'price'
  rows: StepRow[]
  onChange: (rows: StepRow[]) => void
  currency: string
  error: Error | null
}

const MAX_STEPS = 50

export function StepFields({ kind, rows, onChange, currency, error }: Props) {
  const field = kind === 'weight' ? 'upToGrams' : 'upTo'
  return (
    <Stack gap="xs">
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Steps">
        {rows.map((row, place) => {
          const name = `step ${place + 1}`
          const path = `/price/steps/${place}`
          const set = (changes: Partial<StepRow>) => onChange(rows.with(place, { ...row, ...changes }))
          const end = {
            label: place === 0 ? (kind === 'weight' ? 'Weight up to' : 'Goods up to') : undefined,
            'aria-label': `End of ${name}`,
            flex: '1 1 0',
            placeholder: place === rows.length - 1 ? 'No end' : '',
            value: row.upTo,
            error: faultUnder(error, `${path}/${field}`),
          }
          return (
            <Group key={row.key} component="li" gap="xs" align="flex-start" wrap="nowrap">
              {kind === 'price' ? (
                <MoneyField {...end} onChange={(upTo) => set({ upTo })} currency={currency} />
              ) : (
                <TextInput
                  {...end}
                  onChange={(event) => set({ upTo: event.currentTarget.value })}
                  inputMode="numeric"
                  autoComplete="off"
                  rightSection={
                    <Text size="xs" c="dimmed">
                      grams
                    </Text>
                  }
                  rightSectionWidth={52}
                />
              )}
              <MoneyField
                label={place === 0 ? 'Shipping costs' : undefined}
                aria-label={`Price of ${name}`}
                flex="1 1 0"
                value={row.amount}
                onChange={(amount) => set({ amount })}
                currency={currency}
                error={faultUnder(error, `${path}/amounts`)}
              />
              <ActionIcon
                variant="default"
                size="lg"
                c="red"
                mt={place === 0 ? 25 : 0}
                aria-label={`Remove ${name}`}
                disabled={rows.length === 1}
                onClick={() => onChange(rows.toSpliced(place, 1))}
              >
                ✕
              </ActionIcon>
            </Group>
          )
        })}
      </Stack>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" flex="1 1 14rem">
          The first step that holds the order counts. What is above the last is not offered this rate; leave the last
          without an end to take all.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={rows.length >= MAX_STEPS}
          onClick={() => onChange([...rows, newStep()])}
        >
          Add a step
        </Button>
      </Group>
    </Stack>
  )
}
