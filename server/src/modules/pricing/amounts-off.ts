import { percentOf, split, sumOf } from './shares.ts'
import type { Pile } from './used-units.ts'

/*
 * What comes off a list of amounts, in their order. Each gets at most itself: a percentage is at most all of it, and a
 * share of what is no more than their sum is never larger than its weight.
 */

/** Each is rounded by itself; if that is more than the most there is, the most is split over them instead. */
export function percentOffEach(amounts: readonly number[], basisPoints: number, most: number | null): number[] {
  const off = amounts.map((amount) => Math.min(amount, percentOf(amount, basisPoints)))
  return most !== null && sumOf(off) > most ? split(most, off) : off
}

/** Rounded once, of what they are together. */
export function percentOffAll(amounts: readonly number[], basisPoints: number, most: number | null): number[] {
  const sum = sumOf(amounts)
  return split(Math.min(sum, percentOf(sum, basisPoints), most ?? sum), amounts)
}

export const amountOffAll = (amounts: readonly number[], off: number): number[] =>
  split(Math.min(sumOf(amounts), off), amounts)

/** A product beyond the largest exact number is still larger than any amount. */
export const amountOffUnits = ({ amount, quantity }: Pile, off: number): number => Math.min(amount, off * quantity)

export const downToPrice = ({ amount, quantity }: Pile, price: number): number => Math.max(0, amount - price * quantity)
