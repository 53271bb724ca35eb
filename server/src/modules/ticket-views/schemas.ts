import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Nullable, Optional, Page, Timestamp } from '../../kit/schema.ts'
import { TicketFilter, TicketsQuery } from '../tickets/schemas.ts'

export const MAX_SHARED_VIEWS = 50
export const MAX_PERSONAL_VIEWS = 50

const Name = Type.String({ minLength: 1, maxLength: 50, pattern: NAME_PATTERN, examples: ['VIP, waiting'] })
const Sort = TicketsQuery.properties.sort

export const TicketView = Type.Object({
  id: Type.String({ description: 'The ID of a saved view, or the name of a built-in one such as `unassigned`.' }),
  name: Type.String(),
  builtIn: Type.Boolean(),
  shared: Type.Boolean({ description: 'Whether everyone in the workspace sees it.' }),
  filter: Type.Object(TicketFilter.properties, { description: 'The query parameters of `GET /v1/tickets`.' }),
  sort: Sort,
  createdAt: Nullable(Timestamp, { description: 'Null for built-in views.' }),
})
export type TicketView = Static<typeof TicketView>

export const NewTicketView = Type.Object({
  name: Name,
  shared: Optional(
    Type.Boolean({ default: true, description: 'Everyone sees it. Personal views exist only in the dashboard.' }),
  ),
  filter: TicketFilter,
  sort: Optional(Sort),
})
export type NewTicketView = Static<typeof NewTicketView>

export const TicketViewChanges = Type.Object({
  name: Optional(Name),
  filter: Optional(TicketFilter),
  sort: Optional(Sort),
})
export type TicketViewChanges = Static<typeof TicketViewChanges>

export const TicketViewPath = Type.Object({ id: Id('tvw') })

export const MAX_COUNT = 1000

export const TicketViewCount = Type.Object({
  viewId: Type.String(),
  count: Type.Integer({ maximum: MAX_COUNT, description: 'Exact up to 1,000.' }),
  capped: Type.Boolean({ description: 'Whether there are more than `count`.' }),
})
export type TicketViewCount = Static<typeof TicketViewCount>

export const TicketViewCounts = Type.Object({
  ...Page(TicketViewCount).properties,
  waiting: Type.Integer({
    maximum: MAX_COUNT,
    description: 'Open tickets where the customer waits for a reply. Exact up to 1,000.',
  }),
})
export type TicketViewCounts = Static<typeof TicketViewCounts>
