import type { Benefit } from './rules.ts'
import { percentOf } from './shares.ts'
import { markBought, markGiven, openPile, openUnits, type Pile, type Shelf } from './used-units.ts'

export type BuyXGetY = Extract<Benefit, { kind: 'buyXGetY' }>

/** Units that can only be bought, only be got, and either. */
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
  const got = buy === get ? null : new Set(get)
  for (const position of buy) {
    if (!got || got.delete(position)) units.either += unitsAt(position)
    else units.onlyBought += unitsAt(position)
  }
  for (const position of got ?? []) units.onlyGot += unitsAt(position)
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

/** What units cost together may not divide by their number; then some of them cost one more than the others. */
function addRuns(
  runs: Run[],
  { place, isEither }: Pick<Run, 'place' | 'isEither'>,
  pile: Pile & { open: number },
): void {
  const { quantity, amount, open } = pile
  if (open === 0) return
  const dearer = amount % quantity
  const unitPrice = (amount - dearer) / quantity
  const cheaper = Math.min(open, quantity - dearer)
  runs.push({ place, isEither, unitPrice, quantity: cheaper })
  if (open > cheaper) runs.push({ place, isEither, unitPrice: unitPrice + 1, quantity: open - cheaper })
}

const byPrice = (one: Run, other: Run): number => one.unitPrice - other.unitPrice || one.place - other.place

type Deal = { buy: readonly number[]; get: readonly number[]; units: Units }

/**
 * The discount of each line that can be got, in the order of `get`, of units that no deal before has used. The cheapest are
 * taken, as long as enough remain to be bought. Runs, not units: a line may hold thousands.
 */
export function discountsOfDeal(benefit: BuyXGetY, { buy, get, units: all }: Deal, shelf: Shelf): number[] {
  const units = shelf.used.size === 0 ? all : countUnits(buy, get, (position) => openUnits(shelf, position))
  const times = timesItFits(benefit, units)
  if (times === 0) return []
  const given: Pile[] = get.map(() => ({ quantity: 0, amount: 0 }))
  const bought = buy === get ? null : new Set(buy)
  const runs: Run[] = []
  for (const [place, position] of get.entries()) {
    addRuns(runs, { place, isEither: !bought || bought.has(position) }, openPile(shelf, position))
  }
  runs.sort(byPrice)

  let wanted = times * benefit.get.quantity
  let spare = units.either - Math.max(0, times * benefit.buy.quantity - units.onlyBought)
  for (const { place, isEither, unitPrice, quantity } of runs) {
    const taken = Math.min(quantity, wanted, isEither ? spare : quantity)
    wanted -= taken
    if (isEither) spare -= taken
    const pile = given[place]
    if (pile) {
      pile.quantity += taken
      pile.amount += taken * unitPrice
    }
    if (wanted === 0) break
  }
  const discounts = given.map(({ amount }) => percentOf(amount, benefit.get.basisPoints))
  // A deal that gives nothing uses nothing up.
  if (shelf.isShared && discounts.some((discount) => discount > 0)) {
    useUp(shelf, { buy, get, units: times * benefit.buy.quantity }, given, discounts)
  }
  return discounts
}

/** What is bought is the dearest that is left, so that a deal twice gives the same as two deals once. */
function useUp(
  shelf: Shelf,
  { buy, get, units }: { buy: readonly number[]; get: readonly number[]; units: number },
  given: readonly Pile[],
  discounts: readonly number[],
): void {
  const dearest = buy
    .map((position) => {
      const { quantity, amount } = openPile(shelf, position)
      return { position, unitPrice: quantity > 0 ? amount / quantity : 0 }
    })
    .sort((one, other) => other.unitPrice - one.unitPrice || one.position - other.position)
  for (const [place, position] of get.entries()) {
    const pile = given[place]
    if (pile && pile.quantity > 0) markGiven(shelf, position, pile, discounts[place] ?? 0)
  }
  let left = units
  for (const { position } of dearest) {
    if (left === 0) break
    const taken = Math.min(left, openUnits(shelf, position))
    if (taken > 0) markBought(shelf, position, taken)
    left -= taken
  }
}
