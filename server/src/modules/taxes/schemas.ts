import { type Static, Type } from 'typebox'
import { Country } from '../../kit/countries.ts'
import { Place } from '../../kit/places.ts'
import { Given, Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

export const MAX_REGIONS = 1000

const Version = Type.Integer({ description: 'Grows with every change; send it back as `If-Match`.' })

const DefaultPlace = Nullable(
  Type.Object({ country: Country, region: Given(Nullable(Type.String({ minLength: 1, maxLength: 50 }))) }),
  { description: 'Whose taxes are taken while the place of the buyer is not known; null: none until then.' },
)

const settings = {
  pricesIncludeTax: Type.Boolean({ description: "Whether the shop's prices hold the tax already." }),
  shippingTax: OneOf(['class', 'highest', 'none'], {
    description:
      '`class`: by the rates of the class `shipping`. `highest`: as the line that is taxed most. `none`: not at all.',
  }),
  rounding: OneOf(['line', 'order'], {
    description:
      '`line`: the tax of each line is rounded. `order`: the lines of a class are summed exactly, their tax is rounded once and split over them.',
  }),
}

export const Settings = Type.Object({
  ...settings,
  defaultPlace: Nullable(Type.Object({ country: Country, region: Nullable(Type.String()) })),
  version: Type.Integer({ description: '0 while nothing was set. Send it back as `If-Match`.' }),
  updatedAt: Nullable(Timestamp),
})
export type Settings = Static<typeof Settings>

export const SettingsDraft = Type.Object(
  { ...settings, defaultPlace: Given(DefaultPlace) },
  {
    examples: [
      { pricesIncludeTax: true, shippingTax: 'highest', rounding: 'line', defaultPlace: { country: 'AT' } },
      { pricesIncludeTax: false, shippingTax: 'class', rounding: 'order', defaultPlace: null },
    ],
  },
)
export type SettingsDraft = Static<typeof SettingsDraft>

/** As products name it. */
export const TaxClass = Type.String({
  pattern: '^[a-z0-9-]{1,50}$',
  description: 'What is taxed alike: `standard` unless told, `none` is never taxed, others as you name them.',
  examples: ['reduced'],
})

const TaxRate = Type.Object({
  class: TaxClass,
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'As buyers read it.',
    examples: ['VAT'],
  }),
  percentage: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Of the price without tax, with at most four decimals.',
    examples: [8.875],
  }),
})

const Rates = Type.Array(TaxRate, {
  minItems: 1,
  maxItems: 50,
  description:
    'Those of one class add up: rounded together and split where prices hold the tax, otherwise each rounded by itself. A class that has none is not taxed there.',
})

export const Region = Type.Object({
  id: Id('txr'),
  place: Place,
  rates: Rates,
  version: Version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Region = Static<typeof Region>

export const NewRegion = Type.Object(
  { place: Place, rates: Rates },
  {
    examples: [
      {
        place: { country: 'AT' },
        rates: [
          { class: 'standard', name: 'VAT', percentage: 20 },
          { class: 'reduced', name: 'VAT', percentage: 10 },
        ],
      },
      {
        place: { country: 'US', regions: ['NY'], postcodes: ['100*'] },
        rates: [
          { class: 'standard', name: 'NY sales tax', percentage: 4 },
          { class: 'standard', name: 'New York City', percentage: 4.875 },
        ],
      },
    ],
  },
)
export type NewRegion = Static<typeof NewRegion>
export const RegionChanges = Type.Object({ place: Given(Place), rates: Given(Rates) })
export type RegionChanges = Static<typeof RegionChanges>
export const RegionPath = Type.Object({ id: Id('txr') })
export const RegionsQuery = PageQuery({})
