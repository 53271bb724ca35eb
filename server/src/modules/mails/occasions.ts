import type { Ctx } from '../../ctx.ts'
import type { Order } from '../orders/schemas.ts'
import type { MailKind } from './schemas.ts'
import type { Occasion } from './values.ts'

/** An occasion, and by what it is told from others of the same order. */
export interface KnownOccasion extends Occasion {
  reference: string
}

type Read = (ctx: Ctx, order: Order, reference: string | undefined) => Promise<KnownOccasion | undefined>

const OCCASIONS: Record<MailKind, Read> = {
  order_confirmation: async (_, order) => ({ order, reference: order.id }),
  order_shipped: async () => undefined,
  order_refunded: async () => undefined,
}

/** Without a reference the latest; nothing where it has not come to that. */
export const readOccasion = (ctx: Ctx, kind: MailKind, order: Order, reference?: string) =>
  OCCASIONS[kind](ctx, order, reference)
