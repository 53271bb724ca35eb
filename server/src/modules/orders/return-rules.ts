import { AppError } from '../../kit/errors.ts'
import type { Return } from './goods-schemas.ts'

type ReturnStatus = Return['status']

/** What may be done with a return in which state; everything else is 409. */
const ALLOWED = {
  approve: ['requested'],
  reject: ['requested'],
  receive: ['approved'],
  close: ['approved', 'received'],
} as const satisfies Record<string, readonly ReturnStatus[]>
export type ReturnDeed = keyof typeof ALLOWED

export function refuseReturnMove({ id, status }: Pick<Return, 'id' | 'status'>, deed: ReturnDeed): void {
  const allowed: readonly string[] = ALLOWED[deed]
  if (allowed.includes(status)) return
  throw new AppError('conflict', `You can't ${deed} ${id}: it is ${status}, and must be ${allowed.join(' or ')}.`)
}

/**
 * What so many of a line were worth as they were paid, in whole units of money: the parts of a line add up to its total, however
 * it is split. `before`: how many of it have been reckoned already.
 */
export function worthOf(
  total: number,
  ordered: number,
  { before, quantity }: { before: number; quantity: number },
): number {
  const upTo = (count: number) => Number((BigInt(total) * BigInt(count)) / BigInt(ordered))
  return upTo(before + quantity) - upTo(before)
}
