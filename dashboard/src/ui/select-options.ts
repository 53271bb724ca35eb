/** Select options from a record of labels. */
export const selectOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** For a filter, where an empty value means all. */
export const filterOptions = (labels: Record<string, string>, unset = 'All') => [
  { value: '', label: unset },
  ...selectOptions(labels),
]
