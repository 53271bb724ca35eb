import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { sampleOf, tidyMoney } from '../parts/money.ts'
import { faultIn } from './amounts.ts'

interface Props extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  onChange: (typed: string) => void
  currency: string
}

export function MoneyField({ value, onChange, currency, error, ...rest }: Props) {
  return (
    <TextInput
      placeholder={sampleOf(currency)}
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
        const tidy = tidyMoney(value, currency)
        if (tidy !== value) onChange(tidy)
      }}
      error={error ?? faultIn(value, currency)}
    />
  )
}
