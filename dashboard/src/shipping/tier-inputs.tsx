import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { newTier, type TierFields } from './price-fields.ts'

interface Props {
  kind: 'weight' | 'price'
  tiers: TierFields[]
  onChange: (tiers: TierFields[]) => void
  currency: string
  error: Error | null
}

const MAX_TIERS = 50

export function TierInputs({ kind, tiers, onChange, currency, error }: Props) {
  const field = kind === 'weight' ? 'upToGrams' : 'upTo'
  return (
    <Stack gap="xs">
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Tiers">
        {tiers.map((tier, index) => {
          const name = `tier ${index + 1}`
          const path = `/price/tiers/${index}`
          const set = (changes: Partial<TierFields>) => onChange(tiers.with(index, { ...tier, ...changes }))
          const upToProps = {
            label: index === 0 ? (kind === 'weight' ? 'Weight up to' : 'Order price up to') : undefined,
            'aria-label': `Limit of ${name}`,
            flex: '1 1 0',
            placeholder: index === tiers.length - 1 ? 'No limit' : '',
            value: tier.upTo,
            error: fieldErrorUnder(error, `${path}/${field}`),
          }
          return (
            <Group key={tier.key} component="li" gap="xs" align="flex-start" wrap="nowrap">
              {kind === 'price' ? (
                <MoneyField {...upToProps} onChange={(upTo) => set({ upTo })} currency={currency} />
              ) : (
                <TextInput
                  {...upToProps}
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
                label={index === 0 ? 'Shipping price' : undefined}
                aria-label={`Price of ${name}`}
                flex="1 1 0"
                value={tier.amount}
                onChange={(amount) => set({ amount })}
                currency={currency}
                error={fieldErrorUnder(error, `${path}/amounts`)}
              />
              <ActionIcon
                variant="default"
                size="lg"
                c="red"
                mt={index === 0 ? 25 : 0}
                aria-label={`Remove ${name}`}
                disabled={tiers.length === 1}
                onClick={() => onChange(tiers.toSpliced(index, 1))}
              >
                ✕
              </ActionIcon>
            </Group>
          )
        })}
      </Stack>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" flex="1 1 14rem">
          The first tier that fits the order applies. Orders above the last tier can't use this rate. Leave the last
          limit empty to include all orders.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={tiers.length >= MAX_TIERS}
          onClick={() => onChange([...tiers, newTier()])}
        >
          Add tier
        </Button>
      </Group>
    </Stack>
  )
}
