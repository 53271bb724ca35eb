import { parsePercentage } from '../ui/percentage.ts'

/** `null` for an empty field, `undefined` for anything but a positive whole number. */
export function parseCount(input: string, max = 1_000_000_000): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}

/** At most two decimals, as on the server; 0 is no discount. */
export const parseDiscountPercentage = (input: string): number | null | undefined => {
  const percentage = parsePercentage(input, 2)
  return percentage === 0 ? undefined : percentage
}
