import type { Ctx } from '../ctx.ts'
import { createRegion } from '../modules/taxes/regions.ts'
import { replaceTaxSettings } from '../modules/taxes/taxes.ts'

/** Standard rate, and reduced rate for food, in percent per country. */
const VAT: Record<string, [standard: number, reduced: number]> = {
  DE: [19, 7],
  AT: [20, 10],
  FR: [20, 5.5],
  IT: [22, 10],
  ES: [21, 10],
  NL: [21, 9],
  BE: [21, 6],
  GB: [20, 0],
}

const NEW_YORK = { class: 'standard', name: 'NY sales tax', percentage: 4 }

export async function loadTaxes(ctx: Ctx): Promise<void> {
  await replaceTaxSettings(ctx, {
    pricesIncludeTax: true,
    shippingTax: 'highest',
    rounding: 'item',
    defaultAddress: { country: 'DE' },
  })
  for (const [country, [standard, reduced]] of Object.entries(VAT)) {
    await createRegion(ctx, {
      area: { country },
      rates: [
        { class: 'standard', name: 'VAT', percentage: standard },
        { class: 'reduced', name: 'VAT', percentage: reduced },
      ],
    })
  }
  await createRegion(ctx, { area: { country: 'US', regions: ['NY'] }, rates: [NEW_YORK] })
  await createRegion(ctx, {
    area: { country: 'US', regions: ['NY'], postalCodes: ['100*', '101*', '102*', '112*'] },
    rates: [
      NEW_YORK,
      { class: 'standard', name: 'New York City', percentage: 4.5 },
      { class: 'standard', name: 'Metropolitan commuter district', percentage: 0.375 },
    ],
  })
}
