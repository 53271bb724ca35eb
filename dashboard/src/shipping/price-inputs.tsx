import { Alert, SimpleGrid, Stack, Text } from '@mantine/core'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { keysOf } from '../ui/records.ts'
import { otherCurrencies, type PriceFields, type PriceKind } from './price-fields.ts'
import { formatPrice, PRICE_KIND_LABELS } from './rate-labels.ts'
import type { RatePrice } from './shipping.ts'
import { TierInputs } from './tier-inputs.tsx'

const PRICE_KINDS = keysOf(PRICE_KIND_LABELS)

interface Props {
  fields: PriceFields
  edit: (changes: Partial<PriceFields>) => void
  /** The saved price. */
  existing: RatePrice | undefined
  currency: string
  error: Error | null
}

export function PriceInputs({ fields, edit, existing, currency, error }: Props) {
  const carrier = existing?.kind === 'carrier' ? existing.carrier : undefined
  return (
    <Stack gap="sm">
      <LabelSelect
        label="Price"
        labels={{ ...PRICE_KIND_LABELS, carrier: `Calculated by carrier ${carrier}` }}
        values={carrier === undefined ? PRICE_KINDS : [...PRICE_KINDS, 'carrier']}
        value={fields.kind}
        onChange={(kind) => edit({ kind })}
        error={fieldErrorUnder(error, '/price/kind')}
      />
      <KindInputs {...{ fields, edit, existing, currency, error }} />
      <OtherCurrenciesNote kind={fields.kind} existing={existing} currency={currency} />
    </Stack>
  )
}

function KindInputs({ fields, edit, existing, currency, error }: Props) {
  switch (fields.kind) {
    case 'flat':
      return (
        <MoneyField
          label="Shipping price"
          description="Enter 0 for free shipping"
          value={fields.amount}
          onChange={(amount) => edit({ amount })}
          currency={currency}
          error={fieldErrorUnder(error, '/price/amounts')}
        />
      )
    case 'item':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MoneyField
            label="First item"
            value={fields.first}
            onChange={(first) => edit({ first })}
            currency={currency}
            error={fieldErrorUnder(error, '/price/first')}
          />
          <MoneyField
            label="Each additional item"
            value={fields.additional}
            onChange={(additional) => edit({ additional })}
            currency={currency}
            error={fieldErrorUnder(error, '/price/additional')}
          />
        </SimpleGrid>
      )
    case 'weight':
      return (
        <TierInputs
          kind="weight"
          tiers={fields.weightTiers}
          onChange={(weightTiers) => edit({ weightTiers })}
          currency={currency}
          error={error}
        />
      )
    case 'price':
      return (
        <TierInputs
          kind="price"
          tiers={fields.priceTiers}
          onChange={(priceTiers) => edit({ priceTiers })}
          currency={currency}
          error={error}
        />
      )
    case 'carrier':
      return (
        <Text size="sm" c="dimmed">
          {existing ? `Price: ${formatPrice(existing, currency)}. It is set through the API.` : null}
        </Text>
      )
  }
}

/** Amounts this form does not show must not come as a surprise. */
function OtherCurrenciesNote({
  kind,
  existing,
  currency,
}: {
  kind: PriceKind
  existing: RatePrice | undefined
  currency: string
}) {
  const otherCodes = otherCurrencies(existing, currency)
  if (!existing || otherCodes.length === 0) return null
  const list = new Intl.ListFormat('en').format(otherCodes)
  if (kind !== existing.kind) {
    return (
      <Alert color="orange">{`This removes the prices in ${list}. Customers who pay in these currencies won't see this rate.`}</Alert>
    )
  }
  return (
    <Text size="xs" c="dimmed">
      {`There are also prices in ${list}, set through the API. They stay unchanged${'tiers' in existing ? ', and tiers that you add have none' : ''}.`}
    </Text>
  )
}
