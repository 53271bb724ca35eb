import { Text, TextInput } from '@mantine/core'
import { countIn, percentageIn } from './numbers.ts'

interface Props {
  label: string
  isBare?: boolean
  description?: string
  placeholder?: string
  /** Of what there are so many. */
  unit?: string
  value: string
  onChange: (typed: string) => void
  readOnly: boolean
  fault: string | undefined
}

interface Form extends Props {
  isPercentage: boolean
}

function NumberField({ label, isBare, isPercentage, unit, value, onChange, fault, ...rest }: Form) {
  const isFaulty = (isPercentage ? percentageIn(value) : countIn(value)) === undefined
  const words = isPercentage ? 'A number up to 100 with at most 2 decimals, such as 12.5.' : 'A whole number from 1 on.'
  return (
    <TextInput
      {...(isBare ? { 'aria-label': label } : { label })}
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
      error={fault ?? (isFaulty ? words : undefined)}
      autoComplete="off"
      maxLength={12}
    />
  )
}

export const CountInput = (props: Props) => <NumberField isPercentage={false} {...props} />
export const PercentageInput = (props: Props) => <NumberField isPercentage unit="%" {...props} />
