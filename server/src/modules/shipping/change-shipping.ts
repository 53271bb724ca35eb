import { type Ctx, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { emit } from '../../events/emit.ts'
import type { EventData } from '../../events/event-schemas.ts'
import { bumpPricingVersion } from '../pricing/pricing-version.ts'

/** One change of the settings at a time in an environment, so that what was counted and looked up still holds when it is written. */
export const changeShipping = <Result>(ctx: Ctx, change: (ctx: Ctx) => Promise<Result>): Promise<Result> =>
  transaction(ctx, async (ctx) => {
    await ctx.db.run(sql`select id from environments where id = ${ctx.environmentId} for no key update`)
    return change(ctx)
  })

/** What every change ends with: carts are priced anew, and whoever listens is told. */
export async function emitShippingUpdated(
  ctx: Ctx,
  kind: EventData<'shipping.updated'>['kind'],
  id: string,
): Promise<void> {
  await bumpPricingVersion(ctx)
  await emit(ctx, 'shipping.updated', { kind, id })
}
