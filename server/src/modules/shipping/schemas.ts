import { type Static, type TSchema, Type } from 'typebox'
import { Area } from '../../kit/areas.ts'
import { MoneyList } from '../../kit/money-list.ts'
import {
  Id,
  NAME_PATTERN,
  Nullable,
  OneOf,
  Optional,
  Page,
  PageQuery,
  TaggedUnion,
  Timestamp,
} from '../../kit/schema.ts'

export const MAX_ZONES = 100
export const MAX_PROFILES = 100
const MAX_AREAS = 250

const Name = (example: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: [example] })

const versionFields = {
  version: Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

const Areas = Type.Array(Area, {
  minItems: 1,
  maxItems: MAX_AREAS,
  description:
    'The areas that the zone covers. The country `*` is the rest of the world: everything that no other zone of the shop covers.',
  examples: [[{ country: 'AT' }, { country: 'DE', excludedPostalCodes: ['27498'] }]],
})

export const Zone = Type.Object({ id: Id('zone'), name: Type.String(), areas: Areas, ...versionFields })
export type Zone = Static<typeof Zone>
export const NewZone = Type.Object({ name: Name('Austria'), areas: Areas })
export type NewZone = Static<typeof NewZone>
export const ZoneChanges = Type.Object({ name: Optional(Name('Austria')), areas: Optional(Areas) })
export type ZoneChanges = Static<typeof ZoneChanges>
export const ZonePath = Type.Object({ id: Id('zone') })

const Names = (maxLength: number) =>
  Optional(Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems: 250, uniqueItems: true }))
const Ids = <Kind extends string>(kind: Kind) => Optional(Type.Array(Id(kind), { maxItems: 1000, uniqueItems: true }))

const selectors = {
  productIds: Ids('prod'),
  variantIds: Ids('var'),
  collectionIds: Ids('col'),
  tags: Names(100),
  vendors: Names(100),
  types: Names(100),
}

const ProfileItems = Type.Object(
  { ...selectors, exclude: Optional(Type.Object(selectors)) },
  {
    description:
      'The products of the profile: those in any of the lists, without those in a list of `exclude`. Empty for the default profile, which contains all products that are in no other.',
    examples: [{ tags: ['bulky'] }],
  },
)

export const Profile = Type.Object({
  id: Id('sprof'),
  name: Type.String(),
  default: Type.Boolean({
    description: 'Whether this is the shop’s default profile, which contains all products that are in no other.',
  }),
  items: ProfileItems,
  ...versionFields,
})
export type Profile = Static<typeof Profile>
export const NewProfile = Type.Object({ name: Name('Bulky items'), items: ProfileItems })
export type NewProfile = Static<typeof NewProfile>
export const ProfileChanges = Type.Object({ name: Optional(Name('Bulky items')), items: Optional(ProfileItems) })
export type ProfileChanges = Static<typeof ProfileChanges>
export const ProfilePath = Type.Object({ id: Id('sprof') })

export const SettingsQuery = PageQuery({})

export const MAX_RATES = 500

const PriceTiers = <T extends TSchema>(tier: T) =>
  Type.Array(tier, {
    minItems: 1,
    maxItems: 50,
    description:
      'In ascending order; the first that fits applies. Only the last can be open-ended (null). Beyond it, the rate is not offered.',
  })

export const CarrierName = Type.String({
  minLength: 2,
  maxLength: 50,
  pattern: '^[a-z0-9-]+$',
  description: 'Your own name for the carrier, as in `PUT /v1/shipping/carriers/:name`.',
  examples: ['parcel-post'],
})

export const RatePriceInput = TaggedUnion('kind', [
  Type.Object({ kind: Type.Literal('flat'), amounts: MoneyList }),
  Type.Object({
    kind: Type.Literal('weight'),
    tiers: PriceTiers(
      Type.Object({
        upToGrams: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
        amounts: MoneyList,
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('price'),
    tiers: PriceTiers(Type.Object({ upTo: Nullable(MoneyList), amounts: MoneyList })),
  }),
  Type.Object({ kind: Type.Literal('item'), first: MoneyList, additional: MoneyList }),
  Type.Object({
    kind: Type.Literal('carrier'),
    carrier: CarrierName,
    service: Type.String({ minLength: 1, maxLength: 100, description: 'The carrier’s name for the service.' }),
    fallback: Optional(MoneyList),
  }),
])
export type RatePriceInput = Static<typeof RatePriceInput>

const RATE_TYPES = ['shipping', 'pickup'] as const
const RateType = OneOf(RATE_TYPES, {
  description: '`shipping` delivers to the areas of a zone; `pickup` is collected at a location. Can’t be changed.',
})
const ServiceCode = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description:
    'What the buyer selects. Rates of several profiles with the same service form one option. Defaults to a code from the title.',
  examples: ['standard'],
})
const RateTitle = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Standard delivery'] })
const Days = Type.Integer({ minimum: 0, maximum: 365 })
const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Lower values come first. Defaults to the last position.',
})
const FreeFrom = Nullable(MoneyList, {
  description: 'The item total, after discounts, from which the rate is free; null for never.',
})
const ZoneId = Nullable(Id('zone'), { description: 'The zone it delivers to; null for pickup.' })
const LocationId = Nullable(Id('loc'), { description: 'The pickup location; null for shipping.' })

export const Rate = Type.Object({
  id: Id('rate'),
  zoneId: ZoneId,
  profileId: Id('sprof'),
  type: RateType,
  service: Type.String(),
  title: Type.String(),
  description: Type.String(),
  price: RatePriceInput,
  freeFrom: FreeFrom,
  minDays: Nullable(Type.Integer()),
  maxDays: Nullable(Type.Integer()),
  locationId: LocationId,
  position: Type.Integer(),
  version: Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Rate = Static<typeof Rate>

const optionalRateFields = {
  zoneId: Optional(ZoneId),
  profileId: Optional(Id('sprof')),
  service: Optional(ServiceCode),
  description: Optional(Type.String({ maxLength: 500 })),
  freeFrom: Optional(FreeFrom),
  minDays: Optional(Nullable(Days)),
  maxDays: Optional(Nullable(Days)),
  locationId: Optional(LocationId),
  position: Optional(Position),
}

export const NewRate = Type.Object(
  { type: Optional(RateType), title: RateTitle, price: RatePriceInput, ...optionalRateFields },
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
    ],
  },
)
export type NewRate = Static<typeof NewRate>

export const RateChanges = Type.Object({
  title: Optional(RateTitle),
  price: Optional(RatePriceInput),
  ...optionalRateFields,
})
export type RateChanges = Static<typeof RateChanges>

export const RatePath = Type.Object({ id: Id('rate') })
export const RatesQuery = PageQuery({ zoneId: Optional(Id('zone')), profileId: Optional(Id('sprof')) })
export type RatesQuery = Static<typeof RatesQuery>

export const MAX_CARRIERS = 20

export const CarrierPath = Type.Object({ name: CarrierName })
export const CarrierInput = Type.Object({
  url: Type.String({
    maxLength: 2000,
    description: 'The URL that receives a POST for live rates. Starts with `https://`; in the sandbox also `http://`.',
    examples: ['https://rates.example.com/quote'],
  }),
})
export type CarrierInput = Static<typeof CarrierInput>

export const Carrier = Type.Object({ name: CarrierName, url: Type.String(), updatedAt: Timestamp })
export type Carrier = Static<typeof Carrier>
export const Carriers = Page(Carrier)

/** The only response that contains the secret. */
export const CarrierWithSecret = Type.Object({
  name: CarrierName,
  url: Type.String(),
  updatedAt: Timestamp,
  secret: Type.String({ description: 'Signs each request. Store it: it is shown only once.' }),
})
export type CarrierWithSecret = Static<typeof CarrierWithSecret>
