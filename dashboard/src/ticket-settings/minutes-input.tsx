import { NumberInput } from '@mantine/core'

interface Props {
  label: string
  description?: string
  placeholder?: string
  value: number | null
  max: number
  min?: number
  onChange: (minutes: number | null) => void
  error?: string | undefined
  readOnly?: boolean
}

/** Whole minutes; empty is null. */
export function MinutesInput(props: Props) {
  const { label, description, placeholder, value, max, min = 1, onChange, error, readOnly = false } = props
  return (
    <NumberInput
      label={label}
      {...(description && { description })}
      {...(placeholder && { placeholder })}
      suffix=" min"
      allowDecimal={false}
      allowNegative={false}
      min={min}
      max={max}
      value={value ?? ''}
      onChange={(minutes) => onChange(typeof minutes === 'number' ? minutes : null)}
      error={error}
      readOnly={readOnly}
    />
  )
}
