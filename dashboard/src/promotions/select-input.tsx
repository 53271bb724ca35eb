import { NativeSelect } from '@mantine/core'

interface Props<Value extends string> {
  label: string
  hideLabel?: boolean
  description?: string
  data: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  readOnly: boolean
  error?: string | undefined
}

/** A select cannot be read-only; disabled, its text stays readable. */
export function SelectInput<Value extends string>(props: Props<Value>) {
  const { label, hideLabel, description, data, value, onChange, readOnly, error } = props
  return (
    <NativeSelect
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={data}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
      disabled={readOnly}
      styles={{ input: { opacity: 1, color: 'var(--mantine-color-text)' } }}
      error={error}
    />
  )
}
