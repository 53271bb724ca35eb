import type { Benefit } from './rules.ts'

export type TieredBenefit = Extract<Benefit, { kind: 'tiered' }>

/** A tier in one currency. */
export interface Tier {
  from: number
  basisPoints: number | null
  off: number | null
}

/** Returns the tiers that define a threshold and a value in this currency, lowest first. */
export function tiersIn({ by, tiers }: TieredBenefit, currency: string): Tier[] {
  const usable: Tier[] = []
  for (const { from, basisPoints, amounts } of tiers) {
    const start = by === 'quantity' ? from : typeof from === 'number' ? undefined : from[currency]
    const off = amounts?.[currency] ?? null
    if (typeof start !== 'number' || (basisPoints === undefined && off === null)) continue
    usable.push({ from: start, basisPoints: basisPoints ?? null, off })
  }
  return usable.sort((one, other) => one.from - other.from)
}

export const highestTier = (tiers: readonly Tier[], reached: number): Tier | undefined =>
  tiers.findLast(({ from }) => reached >= from)
