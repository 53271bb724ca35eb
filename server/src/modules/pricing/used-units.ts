import type { Line } from './cart.ts'
import type { Promotion } from './rules.ts'
import { split } from './shares.ts'

/** Units of a line that cost the same. */
export interface Pile {
  quantity: number
  amount: number
}

/** A line of which deals have used units, by buying or getting them: those are no units for another deal. */
interface UsedLine {
  /** First what no deal has given, then what each has. */
  piles: Pile[]
  /** How many of the first pile were bought in a deal; they cost what the others of it do. */
  bought: number
}

/** Rather than at lines. */
export const looksAtUnits = ({ benefit }: Promotion): boolean =>
  benefit.kind === 'buyXGetY' || benefit.kind === 'fixedPrice' || (benefit.kind === 'fixed' && benefit.each === true)

/** Lines while promotions are applied to them. */
export interface Shelf {
  lines: readonly Line[]
  /** What is left of each. */
  running: number[]
  /** By position; a line that no deal has touched is not in it. */
  used: Map<number, UsedLine>
  /** Whether several promotions look at units: otherwise nobody asks which were used. */
  isShared: boolean
}

/** Whatever lowers a line as a whole lowers its units alike, so that its piles keep their proportions. */
function pilesAt({ lines, running, used }: Shelf, position: number): Pile[] {
  const amount = running[position] ?? 0
  const known = used.get(position)
  if (!known) return [{ quantity: lines[position]?.quantity ?? 0, amount }]
  const amounts = known.piles.map((pile) => pile.amount)
  return split(amount, amounts).map((share, place) => ({ quantity: known.piles[place]?.quantity ?? 0, amount: share }))
}

/** Units that no deal has given, and how many of them none has used. */
export function openPile(shelf: Shelf, position: number): Pile & { open: number } {
  const { quantity = 0, amount = 0 } = pilesAt(shelf, position)[0] ?? {}
  return { quantity, amount, open: quantity - (shelf.used.get(position)?.bought ?? 0) }
}

export const openUnits = ({ lines, used }: Shelf, position: number): number => {
  const known = used.get(position)
  return known ? (known.piles[0]?.quantity ?? 0) - known.bought : (lines[position]?.quantity ?? 0)
}

/** Units that cost `given.amount` before a deal gave them, and `discount` less now. */
export function markGiven(shelf: Shelf, position: number, given: Pile, discount: number): void {
  const [rest, ...others] = pilesAt(shelf, position)
  if (!rest) return
  shelf.used.set(position, {
    bought: shelf.used.get(position)?.bought ?? 0,
    piles: [
      { quantity: rest.quantity - given.quantity, amount: rest.amount - given.amount },
      ...others,
      { quantity: given.quantity, amount: given.amount - discount },
    ],
  })
}

export function markBought(shelf: Shelf, position: number, units: number): void {
  const known = shelf.used.get(position)
  if (known) known.bought += units
  else shelf.used.set(position, { bought: units, piles: pilesAt(shelf, position) })
}

/** What comes off lines when it comes off their units: each pile by itself, since a unit that was given has less left. */
export function offPiles(shelf: Shelf, positions: readonly number[], off: (pile: Pile) => number): number[] {
  return positions.map((position) => {
    const piles = pilesAt(shelf, position)
    let sum = 0
    for (const pile of piles) {
      const share = off(pile)
      pile.amount -= share
      sum += share
    }
    const known = shelf.used.get(position)
    if (known) known.piles = piles
    return sum
  })
}
