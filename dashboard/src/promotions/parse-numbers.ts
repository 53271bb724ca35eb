/** `null` for an empty field, `undefined` for anything but a positive whole number. */
export function parseCount(input: string, max = 1_000_000_000): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}

/** At most two decimals, as on the server; a decimal comma is accepted. */
export function parsePercentage(input: string): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const number = /^\d{1,3}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : 0
  return number > 0 && number <= 100 ? number : undefined
}
