import type { Ctx } from '../../ctx.ts'
import { backoffUntil } from '../../jobs/reconcile.ts'
import type { OpenPayment } from '../../ports/payment-provider.ts'
import type { OrderRow, PaymentRow } from './queries.ts'

/** A request that moves money has finished or timed out by then. */
const REQUEST_TIMEOUT_MS = 20_000

export const firstCheckAt = ({ now }: Ctx): Date => new Date(now.getTime() + REQUEST_TIMEOUT_MS)

/** Retries soon after a missing response; a bank that takes days isn't polled every minute. */
export const nextCheckAt = (ctx: Ctx, { createdAt }: { createdAt: string }): Date => backoffUntil(ctx, createdAt)

/** Whether the request that began it must have ended. */
export const isAbandoned = ({ now }: Ctx, { createdAt }: { createdAt: string }): boolean =>
  now.getTime() - Date.parse(createdAt) >= REQUEST_TIMEOUT_MS

/** The payment as the provider knows it. */
export function toOpenPayment(payment: PaymentRow, { currency }: Pick<OrderRow, 'currency'>): OpenPayment {
  const { id, ref, amount, status } = payment
  if (ref === null) throw new Error(`The payment ${id} has no provider`)
  return { ref, amount, currency, captureMethod: status === 'authorized' ? 'manual' : 'automatic' }
}
