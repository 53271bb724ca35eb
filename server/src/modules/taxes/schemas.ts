import { type Static, Type } from 'typebox'
import { Area } from '../../kit/areas.ts'
import { Country } from '../../kit/countries.ts'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'

export const MAX_REGIONS = 1000

const Version = Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' })

const DefaultAddress = Nullable(
  Type.Object({ country: Country, region: Optional(Nullable(Type.String({ minLength: 1, maxLength: 50 }))) }),
  { description: 'The area whose taxes apply while the buyer’s address is not known; null for no taxes until then.' },
)

const settingsFields = {
  pricesIncludeTax: Type.Boolean({ description: 'Whether the shop’s prices include tax.' }),
  shippingTax: OneOf(['class', 'highest', 'none'], {
    description:
      '`class`: the rates of the class `shipping`. `highest`: like the item with the highest tax. `none`: not taxed.',
  }),
  rounding: OneOf(['item', 'order'], {
    description:
      '`item`: the tax of each item is rounded. `order`: the items of a class are summed exactly; their tax is rounded once and split over them.',
  }),
}

export const TaxSettingsResponse = Type.Object({
  ...settingsFields,
  defaultAddress: Nullable(Type.Object({ country: Country, region: Nullable(Type.String()) })),
  version: Type.Integer({
    description:
      'Increases with every change; 0 until the settings are replaced. Send it in quotes as `If-Match: "3"`.',
  }),
  updatedAt: Nullable(Timestamp),
})
export type TaxSettingsResponse = Static<typeof TaxSettingsResponse>

export const NewTaxSettings = Type.Object(
  { ...settingsFields, defaultAddress: Optional(DefaultAddress) },
  {
    examples: [{ pricesIncludeTax: true, shippingTax: 'highest', rounding: 'item', defaultAddress: { country: 'AT' } }],
  },
)
export type NewTaxSettings = Static<typeof NewTaxSettings>

/** The tax class of a product. */
export const TaxClass = Type.String({
  pattern: '^[a-z0-9-]{1,50}$',
  description:
    'A group of products that are taxed alike. Defaults to `standard`; `none` is never taxed; choose your own names for others.',
  examples: ['reduced'],
})

const TaxRate = Type.Object({
  class: TaxClass,
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'The name that buyers see.',
    examples: ['VAT'],
  }),
  percentage: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'The percentage of the price without tax, with at most four decimals.',
    examples: [8.875],
  }),
})

const TaxRates = Type.Array(TaxRate, {
  minItems: 1,
  maxItems: 50,
  description:
    'The rates of one class add up. If prices include tax, they are rounded together and split; otherwise each is rounded separately. A class without rates is not taxed in this region.',
})

export const Region = Type.Object({
  id: Id('txr'),
  area: Area,
  rates: TaxRates,
  version: Version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Region = Static<typeof Region>

export const NewRegion = Type.Object(
  { area: Area, rates: TaxRates },
  {
    examples: [
      {
        area: { country: 'AT' },
        rates: [
          { class: 'standard', name: 'VAT', percentage: 20 },
          { class: 'reduced', name: 'VAT', percentage: 10 },
        ],
      },
      {
        area: { country: 'US', regions: ['NY'], postalCodes: ['100*'] },
        rates: [
          { class: 'standard', name: 'NY sales tax', percentage: 4 },
          { class: 'standard', name: 'New York City', percentage: 4.875 },
        ],
      },
    ],
  },
)
export type NewRegion = Static<typeof NewRegion>
export const RegionChanges = Type.Object({ area: Optional(Area), rates: Optional(TaxRates) })
export type RegionChanges = Static<typeof RegionChanges>
export const RegionPath = Type.Object({ id: Id('txr') })
export const RegionsQuery = PageQuery({})

export const TaxEngineInput = Type.Object({
  url: Type.String({
    maxLength: 2000,
    description: 'The URL that receives a POST at checkout. Starts with `https://`; in the sandbox also `http://`.',
    examples: ['https://taxes.example.com/calculate'],
  }),
})
export type TaxEngineInput = Static<typeof TaxEngineInput>

export const TaxEngine = Type.Object({
  url: Nullable(Type.String({ description: 'Null if there is no tax engine and the shop’s tax regions apply.' })),
  updatedAt: Nullable(Timestamp),
})
export type TaxEngine = Static<typeof TaxEngine>

/** The only response that contains the secret. */
export const TaxEngineWithSecret = Type.Object({
  url: Type.String(),
  updatedAt: Timestamp,
  secret: Type.String({ description: 'Signs each request. Store it: it is shown only once.' }),
})
export type TaxEngineWithSecret = Static<typeof TaxEngineWithSecret>
