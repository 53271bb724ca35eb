import { type Static, Type } from 'typebox'
import { Place } from '../../kit/places.ts'
import { Given, Id, NAME_PATTERN, PageQuery, Timestamp } from '../../kit/schema.ts'

export const MAX_ZONES = 100
export const MAX_PROFILES = 100
const MAX_PLACES = 250

const Name = (example: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: [example] })

const lately = {
  version: Type.Integer({ description: 'Grows with every change; send it back as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

const Places = Type.Array(Place, {
  minItems: 1,
  maxItems: MAX_PLACES,
  description:
    'Whoever lives in any of them. The country `*` is the rest of the world: every place that no other zone of the shop has.',
  examples: [[{ country: 'AT' }, { country: 'DE', exceptPostcodes: ['27498'] }]],
})

export const Zone = Type.Object({ id: Id('zone'), name: Type.String(), places: Places, ...lately })
export type Zone = Static<typeof Zone>
export const NewZone = Type.Object({ name: Name('Austria'), places: Places })
export type NewZone = Static<typeof NewZone>
export const ZoneChanges = Type.Object({ name: Given(Name('Austria')), places: Given(Places) })
export type ZoneChanges = Static<typeof ZoneChanges>
export const ZonePath = Type.Object({ id: Id('zone') })

const Names = (maxLength: number) =>
  Given(Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems: 250, uniqueItems: true }))
const Ids = <Kind extends string>(kind: Kind) => Given(Type.Array(Id(kind), { maxItems: 1000, uniqueItems: true }))

const lists = {
  productIds: Ids('prod'),
  variantIds: Ids('var'),
  collectionIds: Ids('col'),
  tags: Names(100),
  vendors: Names(100),
  types: Names(100),
}

const Items = Type.Object(
  { ...lists, except: Given(Type.Object(lists)) },
  {
    description:
      'Which goods it is for: those that any of the lists names, and no list of `except`. The default profile names none: it takes whatever no other takes.',
    examples: [{ tags: ['bulky'] }],
  },
)

export const Profile = Type.Object({
  id: Id('sprof'),
  name: Type.String(),
  isDefault: Type.Boolean({ description: 'One profile of a shop is: it takes whatever no other profile takes.' }),
  items: Items,
  ...lately,
})
export type Profile = Static<typeof Profile>
export const NewProfile = Type.Object({ name: Name('Bulky goods'), items: Items })
export type NewProfile = Static<typeof NewProfile>
export const ProfileChanges = Type.Object({ name: Given(Name('Bulky goods')), items: Given(Items) })
export type ProfileChanges = Static<typeof ProfileChanges>
export const ProfilePath = Type.Object({ id: Id('sprof') })

export const SettingsQuery = PageQuery({})
