const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL']

/** From small to large if all values are sizes, such as S and XL or 36 and 37–38. The API returns frequent ones first. */
export function inSizeOrder<Value extends { value: string }>(values: Value[]): Value[] {
  const ranks = new Map(values.map(({ value }) => [value, toRank(value)]))
  if ([...ranks.values()].some(Number.isNaN)) return values
  return [...values].sort((a, b) => (ranks.get(a.value) ?? 0) - (ranks.get(b.value) ?? 0))
}

/** Letters before numbers; NaN for what is no size. */
function toRank(value: string): number {
  const index = LETTERS.indexOf(value.toUpperCase())
  if (index >= 0) return index
  return /^\d/.test(value) ? LETTERS.length + Number.parseFloat(value.replace(',', '.')) : Number.NaN
}
