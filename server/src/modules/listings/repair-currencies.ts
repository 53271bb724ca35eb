import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { repairCurrencies } from './listing-queries.ts'
import { announceCatalogChange } from './listings.ts'
import { listEnvironments } from './sales-queries.ts'

/**
 * During a deployment, servers of the previous release write prices without their currencies. A product that has lost a price
 * this way would be missing from lists by price.
 */
export const repairAllCurrencies: Schedule = {
  name: 'listings.repair-currencies',
  cron: '45 2 * * *',
  run: async (system) => {
    for (const environment of await listEnvironments(system)) {
      if (system.signal.aborted) return
      await transaction({ ...system, ...environment, caller: { kind: 'system' } }, repair)
    }
  },
}

async function repair(ctx: Ctx): Promise<void> {
  if ((await repairCurrencies(ctx)) > 0) announceCatalogChange(ctx)
}
