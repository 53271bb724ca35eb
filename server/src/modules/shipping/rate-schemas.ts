import { type Static, type TSchema, Type } from 'typebox'
import { MoneyList } from '../../kit/amounts.ts'
import { Given, Id, Kinds, NAME_PATTERN, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

export const MAX_RATES = 500

const Steps = <T extends TSchema>(step: T) =>
  Type.Array(step, {
    minItems: 1,
    maxItems: 50,
    description:
      'From the lowest to the highest; the first that holds counts. Only the last may be open (null). Above the last the rate is not offered.',
  })

export const CarrierName = Type.String({
  minLength: 2,
  maxLength: 50,
  pattern: '^[a-z0-9-]+$',
  description: 'A name of your own for the carrier, as in `PUT /v1/shipping/carriers/:name`.',
  examples: ['parcel-post'],
})

export const Price = Kinds('kind', [
  Type.Object({ kind: Type.Literal('flat'), amounts: MoneyList }),
  Type.Object({
    kind: Type.Literal('weight'),
    steps: Steps(
      Type.Object({
        upToGrams: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
        amounts: MoneyList,
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('price'),
    steps: Steps(Type.Object({ upTo: Nullable(MoneyList), amounts: MoneyList })),
  }),
  Type.Object({ kind: Type.Literal('item'), first: MoneyList, further: MoneyList }),
  Type.Object({
    kind: Type.Literal('carrier'),
    carrier: CarrierName,
    service: Type.String({ minLength: 1, maxLength: 100, description: 'What the carrier calls it.' }),
    fallback: Given(MoneyList),
  }),
])
export type Price = Static<typeof Price>

const TYPES = ['shipping', 'pickup'] as const
const RateType = OneOf(TYPES, {
  description: '`shipping` goes to the places of a zone, `pickup` waits at a location. It stays as it is.',
})
const Service = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description:
    'What the buyer chooses: rates of several profiles with the same service are one choice. Made of the title unless given.',
  examples: ['standard'],
})
const Title = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Standard delivery'] })
const Days = Type.Integer({ minimum: 0, maximum: 365 })
const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Smaller comes first; unless given it is the last.',
})
const FreeFrom = Nullable(MoneyList, {
  description: 'Free of charge from this sum of goods on, after discounts; null: never.',
})
const ZoneId = Nullable(Id('zone'), { description: 'Where it goes to; null for pickup.' })
const LocationId = Nullable(Id('loc'), { description: 'Where it is picked up; null for shipping.' })

export const Rate = Type.Object({
  id: Id('rate'),
  zoneId: ZoneId,
  profileId: Id('sprof'),
  type: RateType,
  service: Type.String(),
  title: Type.String(),
  description: Type.String(),
  price: Price,
  freeFrom: FreeFrom,
  minDays: Nullable(Type.Integer()),
  maxDays: Nullable(Type.Integer()),
  locationId: LocationId,
  position: Type.Integer(),
  version: Type.Integer({ description: 'Grows with every change; send it back as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Rate = Static<typeof Rate>

const fields = {
  zoneId: Given(ZoneId),
  profileId: Given(Id('sprof')),
  service: Given(Service),
  description: Given(Type.String({ maxLength: 500 })),
  freeFrom: Given(FreeFrom),
  minDays: Given(Nullable(Days)),
  maxDays: Given(Nullable(Days)),
  locationId: Given(LocationId),
  position: Given(Position),
}

export const NewRate = Type.Object(
  { type: Given(RateType), title: Title, price: Price, ...fields },
  {
    examples: [
      {
        zoneId: 'zone_01k9z3h8x2f7mtv4q6bw0ncdre',
        title: 'Standard delivery',
        service: 'standard',
        price: { kind: 'flat', amounts: [{ amount: 490, currency: 'EUR' }] },
        freeFrom: [{ amount: 5000, currency: 'EUR' }],
        minDays: 2,
        maxDays: 4,
      },
      {
        zoneId: 'zone_01k9z3h8x2f7mtv4q6bw0ncdre',
        title: 'By weight',
        price: {
          kind: 'weight',
          steps: [
            { upToGrams: 2000, amounts: [{ amount: 490, currency: 'EUR' }] },
            { upToGrams: 30_000, amounts: [{ amount: 1290, currency: 'EUR' }] },
          ],
        },
      },
      {
        type: 'pickup',
        locationId: 'loc_01k9z3h8x2f7mtv4q6bw0ncdre',
        title: 'Pick up in the shop',
        price: { kind: 'flat', amounts: [{ amount: 0, currency: 'EUR' }] },
      },
    ],
  },
)
export type NewRate = Static<typeof NewRate>

export const RateChanges = Type.Object({ title: Given(Title), price: Given(Price), ...fields })
export type RateChanges = Static<typeof RateChanges>

export const RatePath = Type.Object({ id: Id('rate') })
export const RatesQuery = PageQuery({ zoneId: Given(Id('zone')), profileId: Given(Id('sprof')) })
export type RatesQuery = Static<typeof RatesQuery>
