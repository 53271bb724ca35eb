/** `null` for an empty field, `undefined` for what is no whole number from one on. */
export function parseCount(input: string, max = 1_000_000_000): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}

/** With at most two decimals, as the server counts them; a comma may stand for the point. */
export function parsePercentage(input: string): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const number = /^\d{1,3}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : 0
  return number > 0 && number <= 100 ? number : undefined
}
