import { Text, TextInput } from '@mantine/core'
import { wholeNumberError } from './whole-number.ts'

interface Props {
  label: string
  /** Hides the label visually where the row already shows it; screen readers still announce it. */
  hideLabel?: boolean
  description?: string
  placeholder?: string
  /** Shown in the field, such as "days". */
  unit?: string
  range: { min: number; max: number }
  value: string
  onChange: (text: string) => void
  readOnly: boolean
  error: string | undefined
}

export function WholeNumberInput({ label, hideLabel, unit, range, value, onChange, error, ...rest }: Props) {
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      {...rest}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(unit && {
        rightSection: (
          <Text size="xs" c="dimmed">
            {unit}
          </Text>
        ),
        rightSectionWidth: 52,
      })}
      error={error ?? wholeNumberError(value, range)}
    />
  )
}
