import { split } from './exact-math.ts'
import type { PricingItem } from './pricing-input.ts'
import type { Promotion } from './rules.ts'

/** Units of an item at the same price. */
export interface UnitGroup {
  quantity: number
  amount: number
}

/** An item with units used by deals, as bought or discounted; other deals can't use them. */
interface UsedItem {
  /** First the units no deal has discounted, then one group per deal. */
  groups: UnitGroup[]
  /** How many units of the first group count as bought in a deal; they cost the same as the rest of the group. */
  bought: number
}

/** Applies to units rather than whole items. */
export const isPerUnit = ({ benefit }: Promotion): boolean =>
  benefit.kind === 'buy_x_get_y' ||
  benefit.kind === 'fixed_price' ||
  (benefit.kind === 'fixed' && benefit.perUnit === true)

/** Items while promotions are applied. */
export interface DiscountState {
  items: readonly PricingItem[]
  /** The remaining amount of each item. */
  remaining: number[]
  /** By position; contains only items that a deal has used. */
  used: Map<number, UsedItem>
  /** Whether several promotions apply per unit; otherwise used units need no tracking. */
  isTracked: boolean
}

/** A discount on a whole item lowers all its units alike, so groups keep their proportions. */
function groupsAt({ items, remaining, used }: DiscountState, position: number): UnitGroup[] {
  const amount = remaining[position] ?? 0
  const usedItem = used.get(position)
  if (!usedItem) return [{ quantity: items[position]?.quantity ?? 0, amount }]
  const amounts = usedItem.groups.map((group) => group.amount)
  return split(amount, amounts).map((share, index) => ({
    quantity: usedItem.groups[index]?.quantity ?? 0,
    amount: share,
  }))
}

/** The units no deal has discounted, and how many of them no deal has used. */
export function openGroup(state: DiscountState, position: number): UnitGroup & { open: number } {
  const { quantity = 0, amount = 0 } = groupsAt(state, position)[0] ?? {}
  return { quantity, amount, open: quantity - (state.used.get(position)?.bought ?? 0) }
}

export const countOpenUnits = ({ items, used }: DiscountState, position: number): number => {
  const usedItem = used.get(position)
  return usedItem ? (usedItem.groups[0]?.quantity ?? 0) - usedItem.bought : (items[position]?.quantity ?? 0)
}

/** Records units that cost `discounted.amount` before a deal and `discount` less afterwards. */
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
  const usedItem = state.used.get(position)
  if (usedItem) usedItem.bought += units
  else state.used.set(position, { bought: units, groups: groupsAt(state, position) })
}

/** Discounts items per unit: each group separately, since discounted units have less left. */
export function discountGroups(
  state: DiscountState,
  positions: readonly number[],
  off: (group: UnitGroup) => number,
): number[] {
  return positions.map((position) => {
    const groups = groupsAt(state, position)
    let total = 0
    for (const group of groups) {
      const share = off(group)
      group.amount -= share
      total += share
    }
    const usedItem = state.used.get(position)
    if (usedItem) usedItem.groups = groups
    return total
  })
}
