import type { Ctx } from '../ctx.ts'
import type { Money } from '../kit/money.ts'
import { createRate } from '../modules/shipping/rates.ts'
import { createZone } from '../modules/shipping/zones.ts'

/** Amounts are set per currency, not converted: nobody charges 5.39 dollars for a parcel. */
const inAllCurrencies = (euros: number, dollars: number, pounds: number): Money[] => [
  { amount: euros, currency: 'EUR' },
  { amount: pounds, currency: 'GBP' },
  { amount: dollars, currency: 'USD' },
]

const flat = (...amounts: Parameters<typeof inAllCurrencies>) => ({
  kind: 'flat' as const,
  amounts: inAllCurrencies(...amounts),
})

const EU_COUNTRIES = 'BE BG CY CZ DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Must match the shop's shipping policy. */
const ZONES = [
  {
    name: 'Germany and Austria',
    countries: ['DE', 'AT'],
    rates: [
      {
        ...service('Standard delivery', 1, 2),
        price: flat(490, 590, 490),
        freeFrom: inAllCurrencies(5000, 6000, 5000),
      },
      { ...service('Express', 1, 1), price: flat(990, 1190, 990) },
    ],
  },
  {
    name: 'European Union',
    countries: EU_COUNTRIES,
    rates: [
      {
        ...service('Standard delivery', 2, 5),
        price: flat(790, 890, 790),
        freeFrom: inAllCurrencies(5000, 6000, 5000),
      },
      { ...service('Express', 1, 2), price: flat(1690, 1890, 1590) },
    ],
  },
  {
    name: 'Rest of the world',
    countries: ['*'],
    rates: [
      {
        ...service('Standard delivery', 5, 9),
        price: {
          kind: 'weight' as const,
          tiers: [
            { upToGrams: 2000, amounts: inAllCurrencies(1290, 1490, 1190) },
            { upToGrams: 10_000, amounts: inAllCurrencies(2490, 2890, 2290) },
            { upToGrams: 30_000, amounts: inAllCurrencies(4990, 5790, 4490) },
          ],
        },
        freeFrom: inAllCurrencies(18_000, 20_000, 16_000),
      },
    ],
  },
]

function service(title: string, minDays: number, maxDays: number) {
  return { title, service: title.split(' ')[0]?.toLowerCase() ?? '', minDays, maxDays }
}

export async function loadShipping(ctx: Ctx, locationId: `loc_${string}`): Promise<void> {
  for (const { name, countries, rates } of ZONES) {
    const { id } = await createZone(ctx, { name, areas: countries.map((country) => ({ country })) })
    for (const rate of rates) await createRate(ctx, { zoneId: id, ...rate })
  }
  await createRate(ctx, {
    type: 'pickup',
    locationId: locationId,
    title: 'Pick up at Hazel Street',
    service: 'pickup',
    description: 'Usually ready in two hours.',
    price: flat(0, 0, 0),
    minDays: 0,
    maxDays: 0,
  })
}
