import { Text, TextInput } from '@mantine/core'
import { parseMultiplier } from './program-fields.ts'

interface Props {
  label: string
  description?: string
  value: string
  onChange: (text: string) => void
  readOnly: boolean
  error: string | undefined
}

/** "2" doubles the points. */
export function MultiplierInput({ label, description, value, onChange, readOnly, error }: Props) {
  return (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        <Text size="xs" c="dimmed">
          × points
        </Text>
      }
      rightSectionWidth={64}
      readOnly={readOnly}
      error={error ?? (parseMultiplier(value) === undefined ? 'Enter a number up to 100, such as 1.5.' : undefined)}
    />
  )
}
