import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { validateAmount } from './amounts.ts'
import { exampleAmount, normalizeMoneyInput } from './money.ts'

interface Props extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  onChange: (text: string) => void
  currency: string
}

export function MoneyField({ value, onChange, currency, error, ...rest }: Props) {
  return (
    <TextInput
      placeholder={exampleAmount(currency)}
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <Text size="xs" c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={44}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const normalized = normalizeMoneyInput(value, currency)
        if (normalized !== value) onChange(normalized)
      }}
      error={error ?? validateAmount(value, currency)}
    />
  )
}
