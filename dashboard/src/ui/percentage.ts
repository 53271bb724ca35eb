/** From 0 to 100; a decimal comma is accepted. `null` for an empty field, `undefined` for an invalid one. */
export function parsePercentage(input: string, maxDecimals: number): number | null | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d+))?$/.exec(input.trim()) ?? []
  if (whole === undefined) return input.trim() === '' ? null : undefined
  const number = Number(`${whole}.${fraction || 0}`)
  return fraction.length <= maxDecimals && number <= 100 ? number : undefined
}
