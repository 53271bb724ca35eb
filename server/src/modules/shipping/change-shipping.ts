import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { emit } from '../../events/emit.ts'
import type { EventData } from '../../events/event-schemas.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'

/** Serializes changes per environment, so that limits and references checked before a write still hold. */
export const changeShipping = <Result>(ctx: Ctx, change: (ctx: Ctx) => Promise<Result>): Promise<Result> =>
  transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    return change(ctx)
  })

/** Call it after every change: it reprices carts and emits the event. */
export async function emitShippingUpdated(
  ctx: Ctx,
  kind: EventData<'shipping.updated'>['kind'],
  id: string,
): Promise<void> {
  await bumpPricingVersion(ctx)
  await emit(ctx, 'shipping.updated', { kind, id })
}
