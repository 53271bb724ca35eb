interface ChargedItem {
  ordered: number
  /** Of all units together, with discounts and taxes, as charged. */
  total: number
}

/**
 * What was charged for the first so many units of a line: 10.00 for 3 is 3.34, 3.33 and 3.33. So whoever takes them one by one
 * has the whole line in the end, to the cent.
 */
export function proratedTotal({ ordered, total }: ChargedItem, units: number): number {
  if (units <= 0) return 0
  if (units >= ordered) return total
  // Units cost the same, so the first of them bear the remainder, a coin each.
  const remainder = total % ordered
  return ((total - remainder) / ordered) * units + Math.min(units, remainder)
}
