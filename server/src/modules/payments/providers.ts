import type { Ctx } from '../../ctx.ts'
import type { Payments } from '../../ports/payments.ts'
import { openStripe, STRIPE } from './connection.ts'
import { SIMULATOR, simulatorFor } from './simulator.ts'

/** Whoever has a payment, by the name under which it was written down. A sandbox reaches nobody but the simulator. */
export async function openProvider(ctx: Ctx, name: string): Promise<Payments> {
  if (name === SIMULATOR) return simulatorFor(ctx)
  if (name === STRIPE) return openStripe(ctx)
  throw new Error(`There is no provider of payments called ${name}`)
}
