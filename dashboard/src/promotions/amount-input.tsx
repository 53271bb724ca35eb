import { Text, TextInput } from '@mantine/core'
import { exampleAmount, normalizeMoneyInput } from '../ui/money.ts'
import { type AmountFields, validateAmount } from './amount-fields.ts'

interface Props {
  label: string
  /** Hides the label visually where the row already shows it; screen readers still announce it. */
  hideLabel?: boolean
  description?: string
  value: AmountFields
  currency: string
  onChange: (value: AmountFields) => void
  readOnly: boolean
  error: string | undefined
}

/** An amount in the shop's currency. */
export function AmountInput({ label, hideLabel, description, value, currency, onChange, readOnly, error }: Props) {
  const help = [description, formatOtherCurrencies(value, currency)].filter(Boolean).join(' ')
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={help || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={exampleAmount(currency)}
      inputMode="decimal"
      value={value.text}
      onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
      onBlur={() => {
        const normalized = normalizeMoneyInput(value.text, currency)
        if (normalized !== value.text) onChange({ ...value, text: normalized })
      }}
      rightSection={
        <Text size="xs" c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={48}
      error={error ?? validateAmount(value, currency)}
      readOnly={readOnly}
      autoComplete="off"
      maxLength={20}
    />
  )
}

/** The server skips a promotion that has amounts but none in the cart's currency; nobody would guess that. */
function formatOtherCurrencies({ text, otherCurrencies }: AmountFields, currency: string): string | undefined {
  if (otherCurrencies.length === 0) return undefined
  const currencies = otherCurrencies.map((money) => money.currency).join(', ')
  return text.trim()
    ? `Amounts in ${currencies} stay unchanged.`
    : `There is an amount in ${currencies} but none in ${currency}. The discount does not apply to carts in ${currency}.`
}
