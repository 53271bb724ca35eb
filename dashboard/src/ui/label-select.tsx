import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { keysOf } from './records.ts'

interface Props<Value extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  labels: Record<Value, string>
  /** All that have a label, unless given. */
  values?: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

/** A select of values that have labels. */
export function LabelSelect<Value extends string>({ labels, values, value, onChange, ...rest }: Props<Value>) {
  const options = values ?? keysOf(labels)
  return (
    <NativeSelect
      {...rest}
      data={options.map((option) => ({ value: option, label: labels[option] }))}
      value={value}
      onChange={(event) => {
        const selected = options.find((option) => option === event.currentTarget.value)
        if (selected !== undefined) onChange(selected)
      }}
    />
  )
}
