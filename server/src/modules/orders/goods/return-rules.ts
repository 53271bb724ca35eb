import { AppError } from '../../../kit/errors.ts'
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
