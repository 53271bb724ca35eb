import { type Static, Type } from 'typebox'
import { Id, LINE_PATTERN, NAME_PATTERN, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'

export const MAX_VIEWS_PER_PAGE = 20

const Name = Type.String({ minLength: 1, maxLength: 50, pattern: NAME_PATTERN })

/** The dashboard ignores filters that a page doesn't know, as it does for any URL. */
const Filters = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_.-]{1,50}$' }),
  Type.Union([Type.String({ maxLength: 100, pattern: LINE_PATTERN }), Type.Boolean()]),
  { minProperties: 1, maxProperties: 20, additionalProperties: false },
)

/** The lists of the dashboard that have filters. */
const PAGES = ['customers', 'discounts', 'gift_cards', 'inventory', 'leads', 'orders', 'products', 'reviews'] as const

export const NewSavedView = Type.Object({ page: OneOf(PAGES), name: Name, filters: Filters })
export type NewSavedView = Static<typeof NewSavedView>

export const SavedViewChanges = Type.Object({ name: Name })
export type SavedViewChanges = Static<typeof SavedViewChanges>

export const SavedView = Type.Object({
  id: Id('view'),
  page: NewSavedView.properties.page,
  name: Type.String(),
  filters: Filters,
  createdAt: Timestamp,
})
export type SavedView = Static<typeof SavedView>

export const SavedViewPath = Type.Object({ workspaceId: Uuid, id: Id('view') })
