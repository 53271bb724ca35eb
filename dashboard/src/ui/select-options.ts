/** For a list to choose from: each value under its words. */
export const selectOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** For a filter, where nothing chosen is all of them. */
export const filterOptions = (labels: Record<string, string>) => [{ value: '', label: 'All' }, ...selectOptions(labels)]
