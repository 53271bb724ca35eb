import type { ComponentProps } from 'react'
import { LabelSelect } from '../ui/label-select.tsx'

interface Props<Value extends string>
  extends Pick<
    ComponentProps<typeof LabelSelect<Value>>,
    'labels' | 'values' | 'value' | 'onChange' | 'description' | 'error'
  > {
  label: string
  hideLabel?: boolean
  readOnly: boolean
}

/** A select cannot be read-only; disabled, its text stays readable. */
export function SelectInput<Value extends string>({ label, hideLabel, readOnly, ...rest }: Props<Value>) {
  return (
    <LabelSelect
      {...rest}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={readOnly}
      styles={{ input: { opacity: 1, color: 'var(--mantine-color-text)' } }}
    />
  )
}
