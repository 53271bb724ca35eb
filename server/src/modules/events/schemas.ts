import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '../../events/event-schemas.ts'
import { OneOf, Optional, PageQuery } from '../../kit/schema.ts'

export const EventsQuery = PageQuery({
  after: Optional(
    Type.String({
      pattern: '^(start|evt_[0-9a-hjkmnp-tv-z]{26})$',
      errorMessage: 'must be the id of an event, or start',
      description:
        'Reads the feed: oldest first, after this event; `start` begins with the first one. Store the `id` of the last event you have processed and continue with it later. Every event is returned once, even if its transaction was committed late.',
      examples: ['evt_01k9z3h8x2f7mtv4q6bw0ncdre'],
    }),
  ),
  type: Optional(OneOf(EVENT_TYPES, { description: 'Only events of this type.' })),
  types: Optional(
    Type.String({
      pattern: '^[a-z_]+\\.[a-z_]+(,[a-z_]+\\.[a-z_]+){0,19}$',
      errorMessage: 'must be up to 20 event types, separated by commas',
      description: 'Only events of these types: up to 20, separated by commas.',
      examples: ['order.created,order.refunded'],
    }),
  ),
})
export type EventsQuery = Static<typeof EventsQuery>
