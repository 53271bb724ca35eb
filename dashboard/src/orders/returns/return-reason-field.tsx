import { Autocomplete } from '@mantine/core'

const REASONS = ['Does not fit', 'Damaged', 'Not as described', 'Wrong item', 'Changed mind']

/** Free text with common reasons as suggestions. */
export function ReturnReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Autocomplete
      label="Reason"
      placeholder="Does not fit"
      data={REASONS.includes(value) ? [] : REASONS}
      value={value}
      onChange={onChange}
      maxLength={500}
      autoComplete="off"
    />
  )
}
