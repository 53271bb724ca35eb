import { MultiSelect } from '@mantine/core'
import { segments } from '../customers/segments.ts'

interface Props {
  ids: string[]
  onChange: (ids: string[]) => void
  readOnly: boolean
  error: string | undefined
}

export function SegmentsPicker({ ids, onChange, readOnly, error }: Props) {
  const list = segments.useAll()
  const all = list.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const unlisted = ids.filter((id) => !all.some(({ value }) => value === id)).map((id) => ({ value: id, label: id }))
  return (
    <MultiSelect
      label="Customer segments"
      description="Only for signed-in customers in any of these segments."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={ids.length === 0 ? 'All customers' : ''}
      data={[...all, ...unlisted]}
      value={ids}
      onChange={onChange}
      searchable
      comboboxProps={{ keepMounted: false }}
      hidePickedOptions
      nothingFoundMessage={list.isPending ? 'Searching…' : 'No results'}
      readOnly={readOnly}
      error={error ?? (list.error ? "Couldn't load segments." : undefined)}
    />
  )
}
