import type { Ctx } from '../../ctx.ts'
import { backoffUntil } from '../../jobs/reconcile.ts'
import type { OpenPayment } from '../../ports/payment-provider.ts'
import type { OrderRow, PaymentRow } from './queries.ts'

/** A request that moves money is over by then, or cut off. */
const REQUEST_TIMEOUT_MS = 20_000

export const firstCheckAt = ({ now }: Ctx): Date => new Date(now.getTime() + REQUEST_TIMEOUT_MS)

/** Who does not answer is asked again soon; a bank that takes days need not be asked every minute. */
export const nextCheckAt = (ctx: Ctx, { createdAt }: { createdAt: string }): Date => backoffUntil(ctx, createdAt)

/** Whether whoever has begun it can't be at it any more. */
export const isAbandoned = ({ now }: Ctx, { createdAt }: { createdAt: string }): boolean =>
  now.getTime() - Date.parse(createdAt) >= REQUEST_TIMEOUT_MS

/** As the provider knows it. */
export function toOpenPayment(payment: PaymentRow, { currency }: Pick<OrderRow, 'currency'>): OpenPayment {
  const { id, ref, amount, status } = payment
  if (ref === null) throw new Error(`The payment ${id} is at no provider`)
  return { ref, amount, currency, capture: status === 'authorized' ? 'later' : 'now' }
}
