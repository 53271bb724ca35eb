import { Alert, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { choicesOf } from '../parts/choices.ts'
import { faultUnder } from '../parts/faults.ts'
import { MoneyField } from './money-field.tsx'
import { otherCurrencies, type PriceFields, type PriceKind } from './price-fields.ts'
import { KIND_WORDS, priceInWords } from './rate-words.ts'
import type { Price } from './shipping.ts'
import { StepFields } from './step-fields.tsx'

interface Props {
  fields: PriceFields
  edit: (changes: Partial<PriceFields>) => void
  /** As it is saved. */
  before: Price | undefined
  currency: string
  error: Error | null
}

const KINDS = choicesOf(KIND_WORDS)

export function PricePart({ fields, edit, before, currency, error }: Props) {
  const carrier =
    before?.kind === 'carrier' ? [{ value: 'carrier', label: `As the carrier ${before.carrier} says` }] : []
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Price"
        data={[...KINDS, ...carrier]}
        value={fields.kind}
        onChange={(event) => edit({ kind: event.currentTarget.value as PriceKind })}
        error={faultUnder(error, '/price/kind')}
      />
      <KindFields {...{ fields, edit, before, currency, error }} />
      <OtherCurrencies kind={fields.kind} before={before} currency={currency} />
    </Stack>
  )
}

function KindFields({ fields, edit, before, currency, error }: Props) {
  switch (fields.kind) {
    case 'flat':
      return (
        <MoneyField
          label="Shipping costs"
          description="0 is free for everybody."
          value={fields.amount}
          onChange={(amount) => edit({ amount })}
          currency={currency}
          error={faultUnder(error, '/price/amounts')}
        />
      )
    case 'item':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MoneyField
            label="First piece"
            value={fields.first}
            onChange={(first) => edit({ first })}
            currency={currency}
            error={faultUnder(error, '/price/first')}
          />
          <MoneyField
            label="Each further piece"
            value={fields.further}
            onChange={(further) => edit({ further })}
            currency={currency}
            error={faultUnder(error, '/price/further')}
          />
        </SimpleGrid>
      )
    case 'weight':
      return (
        <StepFields
          kind="weight"
          rows={fields.weightSteps}
          onChange={(weightSteps) => edit({ weightSteps })}
          currency={currency}
          error={error}
        />
      )
    case 'price':
      return (
        <StepFields
          kind="price"
          rows={fields.priceSteps}
          onChange={(priceSteps) => edit({ priceSteps })}
          currency={currency}
          error={error}
        />
      )
    case 'carrier':
      return (
        <Text size="sm" c="dimmed">
          {before ? `Buyers pay ${priceInWords(before, currency)}. It is set through the API.` : null}
        </Text>
      )
  }
}

/** What this form does not show must not surprise anybody. */
function OtherCurrencies({ kind, before, currency }: { kind: PriceKind; before: Price | undefined; currency: string }) {
  const others = otherCurrencies(before, currency)
  if (!before || others.length === 0) return null
  const list = new Intl.ListFormat('en').format(others)
  if (kind !== before.kind) {
    return (
      <Alert color="orange">{`Its prices in ${list} are lost with this: buyers who pay in them are not offered it.`}</Alert>
    )
  }
  return (
    <Text size="xs" c="dimmed">
      {`It has prices in ${list} too, set through the API. They stay as they are${'steps' in before ? '; steps that you add have none' : ''}.`}
    </Text>
  )
}
