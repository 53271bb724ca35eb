import type { Ctx } from '../../ctx.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { type OpenedProvider, openStripe, STRIPE } from './connection.ts'
import { SIMULATOR, simulatorFor } from './simulator.ts'

/** Opens a payment's provider by its stored name. A sandbox reaches only the simulator. */
export const openProvider = async (ctx: Ctx, name: string): Promise<PaymentProvider> =>
  (await openForNewPayment(ctx, name)).payments

export async function openForNewPayment(ctx: Ctx, name: string): Promise<OpenedProvider> {
  if (name === SIMULATOR) return { payments: simulatorFor(ctx), era: null }
  if (name === STRIPE) return openStripe(ctx)
  throw new Error(`No such payment provider: ${name}`)
}
