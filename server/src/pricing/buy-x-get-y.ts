import { percentOf } from './exact-math.ts'
import type { Benefit } from './rules.ts'
import {
  countOpenUnits,
  type DiscountState,
  markBought,
  markDiscounted,
  openGroup,
  type UnitGroup,
} from './unit-groups.ts'

export type BuyXGetY = Extract<Benefit, { kind: 'buy_x_get_y' }>

/** Units that only count as bought, only as discounted, or as either. */
export interface Units {
  onlyBought: number
  onlyGot: number
  either: number
}

export function countUnits(
  buy: readonly number[],
  get: readonly number[],
  unitsAt: (position: number) => number,
): Units {
  const units = { onlyBought: 0, onlyGot: 0, either: 0 }
  const getPositions = buy === get ? null : new Set(get)
  for (const position of buy) {
    if (!getPositions || getPositions.delete(position)) units.either += unitsAt(position)
    else units.onlyBought += unitsAt(position)
  }
  for (const position of getPositions ?? []) units.onlyGot += unitsAt(position)
  return units
}

/** How often the whole deal fits: enough units to buy, enough to get, and enough for both, since a unit counts once. */
export function countRepeats({ buy, get, maxTimes }: BuyXGetY, { onlyBought, onlyGot, either }: Units): number {
  if (buy.quantity < 1 || get.quantity < 1) return 0
  return Math.min(
    Math.floor((onlyBought + either) / buy.quantity),
    Math.floor((onlyGot + either) / get.quantity),
    Math.floor((onlyBought + onlyGot + either) / (buy.quantity + get.quantity)),
    maxTimes ?? Number.MAX_SAFE_INTEGER,
  )
}

/** Units of one item at the same price. */
interface UnitRun {
  /** Index within the discountable items. */
  index: number
  isEither: boolean
  unitPrice: number
  quantity: number
}

/** An amount may not divide by its units; then some of them cost one more than the others. */
function addRuns(
  runs: UnitRun[],
  { index, isEither }: Pick<UnitRun, 'index' | 'isEither'>,
  group: UnitGroup & { open: number },
): void {
  const { quantity, amount, open } = group
  if (open === 0) return
  const remainder = amount % quantity
  const unitPrice = (amount - remainder) / quantity
  const cheaper = Math.min(open, quantity - remainder)
  runs.push({ index, isEither, unitPrice, quantity: cheaper })
  if (open > cheaper) runs.push({ index, isEither, unitPrice: unitPrice + 1, quantity: open - cheaper })
}

const byPrice = (one: UnitRun, other: UnitRun): number => one.unitPrice - other.unitPrice || one.index - other.index

type Deal = { buy: readonly number[]; get: readonly number[]; units: Units }

/**
 * Returns the discount of each item in `get`, for units no earlier deal has used. The cheapest units are discounted,
 * as long as enough remain to be bought. Works on runs, not units: an item may contain thousands.
 */
export function calculateDealDiscounts(
  benefit: BuyXGetY,
  { buy, get, units: all }: Deal,
  state: DiscountState,
): number[] {
  const units = state.used.size === 0 ? all : countUnits(buy, get, (position) => countOpenUnits(state, position))
  const times = countRepeats(benefit, units)
  if (times === 0) return []
  const discounted: UnitGroup[] = get.map(() => ({ quantity: 0, amount: 0 }))
  const buyPositions = buy === get ? null : new Set(buy)
  const runs: UnitRun[] = []
  for (const [index, position] of get.entries()) {
    addRuns(runs, { index, isEither: !buyPositions || buyPositions.has(position) }, openGroup(state, position))
  }
  runs.sort(byPrice)

  let remaining = times * benefit.get.quantity
  let spare = units.either - Math.max(0, times * benefit.buy.quantity - units.onlyBought)
  for (const { index, isEither, unitPrice, quantity } of runs) {
    const count = Math.min(quantity, remaining, isEither ? spare : quantity)
    remaining -= count
    if (isEither) spare -= count
    const group = discounted[index]
    if (group) {
      group.quantity += count
      group.amount += count * unitPrice
    }
    if (remaining === 0) break
  }
  const discounts = discounted.map(({ amount }) => percentOf(amount, benefit.get.basisPoints))
  // A deal without a discount uses no units.
  if (state.isTracked && discounts.some((discount) => discount > 0)) {
    markUsedUnits(state, { buy, get, units: times * benefit.buy.quantity }, discounted, discounts)
  }
  return discounts
}

/** The most expensive remaining units count as bought, so that applying a deal twice equals two deals applied once. */
function markUsedUnits(
  state: DiscountState,
  { buy, get, units }: { buy: readonly number[]; get: readonly number[]; units: number },
  discounted: readonly UnitGroup[],
  discounts: readonly number[],
): void {
  const mostExpensive = buy
    .map((position) => {
      const { quantity, amount } = openGroup(state, position)
      return { position, unitPrice: quantity > 0 ? amount / quantity : 0 }
    })
    .sort((one, other) => other.unitPrice - one.unitPrice || one.position - other.position)
  for (const [index, position] of get.entries()) {
    const group = discounted[index]
    if (group && group.quantity > 0) markDiscounted(state, position, group, discounts[index] ?? 0)
  }
  let remaining = units
  for (const { position } of mostExpensive) {
    if (remaining === 0) break
    const count = Math.min(remaining, countOpenUnits(state, position))
    if (count > 0) markBought(state, position, count)
    remaining -= count
  }
}
