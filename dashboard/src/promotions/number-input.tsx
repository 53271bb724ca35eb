import { Text, TextInput } from '@mantine/core'
import { parseCount, parseDiscountPercentage } from './parse-numbers.ts'

interface Props {
  label: string
  hideLabel?: boolean
  description?: string
  placeholder?: string
  unit?: string
  value: string
  onChange: (text: string) => void
  readOnly: boolean
  error: string | undefined
}

interface NumberFieldProps extends Props {
  isPercentage: boolean
}

function NumberField({ label, hideLabel, isPercentage, unit, value, onChange, error, ...rest }: NumberFieldProps) {
  const isInvalid = (isPercentage ? parseDiscountPercentage(value) : parseCount(value)) === undefined
  const help = isPercentage
    ? 'Enter a number up to 100 with at most 2 decimals, such as 12.5.'
    : 'Enter a whole number of at least 1.'
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      {...rest}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode={isPercentage ? 'decimal' : 'numeric'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(unit && {
        rightSection: (
          <Text size="xs" c="dimmed">
            {unit}
          </Text>
        ),
        rightSectionWidth: 48,
      })}
      error={error ?? (isInvalid ? help : undefined)}
      autoComplete="off"
      maxLength={12}
    />
  )
}

export const CountInput = (props: Props) => <NumberField isPercentage={false} {...props} />
export const PercentageInput = (props: Props) => <NumberField isPercentage unit="%" {...props} />
