import { split } from './exact-math.ts'
import type { LineItem } from './pricing-input.ts'
import type { Promotion } from './rules.ts'

/** Units of a line that cost the same. */
export interface UnitGroup {
  quantity: number
  amount: number
}

/** A line of which deals have used units, by buying or getting them: those are no units for another deal. */
interface UsedLine {
  /** First what no deal has given, then what each has. */
  groups: UnitGroup[]
  /** How many of the first pile were bought in a deal; they cost what the others of it do. */
  bought: number
}

/** Rather than at lines. */
export const isPerUnit = ({ benefit }: Promotion): boolean =>
  benefit.kind === 'buyXGetY' || benefit.kind === 'fixedPrice' || (benefit.kind === 'fixed' && benefit.each === true)

/** Lines while promotions are applied to them. */
export interface DiscountState {
  lines: readonly LineItem[]
  /** What is left of each. */
  remaining: number[]
  /** By position; a line that no deal has touched is not in it. */
  used: Map<number, UsedLine>
  /** Whether several promotions look at units: otherwise nobody asks which were used. */
  isTracked: boolean
}

/** Whatever lowers a line as a whole lowers its units alike, so that its piles keep their proportions. */
function groupsAt({ lines, remaining, used }: DiscountState, position: number): UnitGroup[] {
  const amount = remaining[position] ?? 0
  const usedLine = used.get(position)
  if (!usedLine) return [{ quantity: lines[position]?.quantity ?? 0, amount }]
  const amounts = usedLine.groups.map((group) => group.amount)
  return split(amount, amounts).map((share, index) => ({
    quantity: usedLine.groups[index]?.quantity ?? 0,
    amount: share,
  }))
}

/** Units that no deal has given, and how many of them none has used. */
export function openGroup(state: DiscountState, position: number): UnitGroup & { open: number } {
  const { quantity = 0, amount = 0 } = groupsAt(state, position)[0] ?? {}
  return { quantity, amount, open: quantity - (state.used.get(position)?.bought ?? 0) }
}

export const countOpenUnits = ({ lines, used }: DiscountState, position: number): number => {
  const usedLine = used.get(position)
  return usedLine ? (usedLine.groups[0]?.quantity ?? 0) - usedLine.bought : (lines[position]?.quantity ?? 0)
}

/** Units that cost `given.amount` before a deal gave them, and `discount` less now. */
export function markDiscounted(state: DiscountState, position: number, discounted: UnitGroup, discount: number): void {
  const [rest, ...others] = groupsAt(state, position)
  if (!rest) return
  state.used.set(position, {
    bought: state.used.get(position)?.bought ?? 0,
    groups: [
      { quantity: rest.quantity - discounted.quantity, amount: rest.amount - discounted.amount },
      ...others,
      { quantity: discounted.quantity, amount: discounted.amount - discount },
    ],
  })
}

export function markBought(state: DiscountState, position: number, units: number): void {
  const usedLine = state.used.get(position)
  if (usedLine) usedLine.bought += units
  else state.used.set(position, { bought: units, groups: groupsAt(state, position) })
}

/** What comes off lines when it comes off their units: each pile by itself, since a unit that was given has less left. */
export function discountGroups(
  state: DiscountState,
  positions: readonly number[],
  off: (pile: UnitGroup) => number,
): number[] {
  return positions.map((position) => {
    const groups = groupsAt(state, position)
    let total = 0
    for (const group of groups) {
      const share = off(group)
      group.amount -= share
      total += share
    }
    const usedLine = state.used.get(position)
    if (usedLine) usedLine.groups = groups
    return total
  })
}
