import type { Line } from './cart.ts'
import type { Benefit } from './rules.ts'
import { percentOf } from './shares.ts'

export type BuyXGetY = Extract<Benefit, { kind: 'buyXGetY' }>

/** Units that can only be bought, only be got, and either. */
export interface Units {
  onlyBought: number
  onlyGot: number
  either: number
}

export function countUnits(lines: readonly Line[], buy: readonly number[], get: readonly number[]): Units {
  const units = { onlyBought: 0, onlyGot: 0, either: 0 }
  const got = buy === get ? null : new Set(get)
  for (const position of buy) {
    const quantity = lines[position]?.quantity ?? 0
    if (!got || got.delete(position)) units.either += quantity
    else units.onlyBought += quantity
  }
  for (const position of got ?? []) units.onlyGot += lines[position]?.quantity ?? 0
  return units
}

/** How often the whole deal fits: enough to buy, enough to get, and enough for both together, since a unit counts once. */
export function timesItFits({ buy, get, maxTimes }: BuyXGetY, { onlyBought, onlyGot, either }: Units): number {
  if (buy.quantity < 1 || get.quantity < 1) return 0
  return Math.min(
    Math.floor((onlyBought + either) / buy.quantity),
    Math.floor((onlyGot + either) / get.quantity),
    Math.floor((onlyBought + onlyGot + either) / (buy.quantity + get.quantity)),
    maxTimes ?? Number.MAX_SAFE_INTEGER,
  )
}

/** Units of one line that cost the same. */
interface Run {
  /** Within the lines that can be got. */
  place: number
  isEither: boolean
  unitPrice: number
  quantity: number
}

/** What a line costs may not divide by its quantity; then some of its units cost one more than the others. */
function addRuns(runs: Run[], place: number, line: { amount: number; quantity: number; isEither: boolean }): void {
  const { amount, quantity, isEither } = line
  const dearer = amount % quantity
  const unitPrice = (amount - dearer) / quantity
  runs.push({ place, isEither, unitPrice, quantity: quantity - dearer })
  if (dearer > 0) runs.push({ place, isEither, unitPrice: unitPrice + 1, quantity: dearer })
}

const byPrice = (one: Run, other: Run): number => one.unitPrice - other.unitPrice || one.place - other.place

/**
 * The discount of each line that can be got, in the order of `get`. The cheapest units are taken, as long as enough
 * remain to be bought. Runs, not units: a line may hold thousands.
 */
export function discountsOfDeal(
  benefit: BuyXGetY,
  { buy, get, units }: { buy: readonly number[]; get: readonly number[]; units: Units },
  lines: readonly Line[],
  running: readonly number[],
): number[] {
  const times = timesItFits(benefit, units)
  const sums = get.map(() => 0)
  if (times === 0) return sums
  const bought = buy === get ? null : new Set(buy)
  const runs: Run[] = []
  for (let place = 0; place < get.length; place++) {
    const position = get[place] ?? 0
    const quantity = lines[position]?.quantity ?? 0
    const isEither = !bought || bought.has(position)
    if (quantity > 0) addRuns(runs, place, { amount: running[position] ?? 0, quantity, isEither })
  }
  runs.sort(byPrice)

  let wanted = times * benefit.get.quantity
  let spare = units.either - Math.max(0, times * benefit.buy.quantity - units.onlyBought)
  for (const { place, isEither, unitPrice, quantity } of runs) {
    const taken = Math.min(quantity, wanted, isEither ? spare : quantity)
    wanted -= taken
    if (isEither) spare -= taken
    sums[place] = (sums[place] ?? 0) + taken * unitPrice
    if (wanted === 0) break
  }
  return sums.map((sum) => percentOf(sum, benefit.get.basisPoints))
}
