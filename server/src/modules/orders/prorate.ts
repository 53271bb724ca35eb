interface ChargedItem {
  ordered: number
  /** Charged for all units together, with discounts and taxes. */
  total: number
}

/**
 * The amount charged for the first `units` units of an item: 10.00 for 3 is 3.34, 3.33 and 3.33. Refunds unit by unit
 * therefore add up to the total, to the cent.
 */
export function proratedTotal({ ordered, total }: ChargedItem, units: number): number {
  if (units <= 0) return 0
  if (units >= ordered) return total
  // Units cost the same, so the first ones carry the remainder, one minor unit each.
  const remainder = total % ordered
  return ((total - remainder) / ordered) * units + Math.min(units, remainder)
}
