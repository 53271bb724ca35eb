import { Text, TextInput } from '@mantine/core'
import { sampleOf, tidyMoney } from '../parts/money.ts'
import { type AmountFields, faultIn } from './amount-fields.ts'

interface Props {
  label: string
  /** Where the label is told only to those who do not see the row it stands in. */
  isBare?: boolean
  description?: string
  value: AmountFields
  currency: string
  onChange: (value: AmountFields) => void
  readOnly: boolean
  fault: string | undefined
}

/** Money in the shop's currency. */
export function AmountInput({ label, isBare, description, value, currency, onChange, readOnly, fault }: Props) {
  const about = [description, othersInWords(value, currency)].filter(Boolean).join(' ')
  return (
    <TextInput
      {...(isBare ? { 'aria-label': label } : { label })}
      description={about || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={sampleOf(currency)}
      inputMode="decimal"
      value={value.typed}
      onChange={(event) => onChange({ ...value, typed: event.currentTarget.value })}
      onBlur={() => {
        const tidy = tidyMoney(value.typed, currency)
        if (tidy !== value.typed) onChange({ ...value, typed: tidy })
      }}
      rightSection={
        <Text size="xs" c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={48}
      error={fault ?? faultIn(value, currency)}
      readOnly={readOnly}
      autoComplete="off"
      maxLength={20}
    />
  )
}

/** Where there are amounts but none in the currency of a cart, the server leaves the promotion out: nobody would guess that. */
function othersInWords({ typed, others }: AmountFields, currency: string): string | undefined {
  if (others.length === 0) return undefined
  const named = others.map((money) => money.currency).join(', ')
  return typed.trim()
    ? `Amounts in ${named} stay as they are.`
    : `There is one in ${named} but none in ${currency}: it does not apply to carts in ${currency}.`
}
