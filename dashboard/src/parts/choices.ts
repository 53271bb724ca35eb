/** For a list to choose from: each value under its words. */
export const choicesOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** For a filter, where nothing chosen is all of them. */
export const allOr = (words: Record<string, string>) => [{ value: '', label: 'All' }, ...choicesOf(words)]
