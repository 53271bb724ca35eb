import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { EVENT_TYPES } from '../../events/event-schemas.ts'
import { sequenceEvents } from '../../events/sequence.ts'
import type { Event } from '../../events/subscriber.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { firstIdAt, timeOfId } from '../../kit/ids.ts'
import { MIN_RETENTION_DAYS } from '../../kit/retention.ts'
import * as queries from './queries.ts'
import type { EventsQuery } from './schemas.ts'

const DAY_MS = 86_400_000
/** No shop is older. */
const FIRST_EVENT_MS = Date.UTC(2025, 0)

export async function listEvents(ctx: Ctx, query: EventsQuery): Promise<Page<Event>> {
  const types = requestedTypes(query)
  if (query.after !== undefined) return readFeed(ctx, query, types)
  const page = keyset(query)
  const rows = types ? queries.listEventsOfTypes(ctx, types, page) : queries.listEvents(ctx, page)
  return toPage(await rows, page)
}

/** Oldest first. A cursor is the last event of the page before, as `after` is. */
async function readFeed(ctx: Ctx, query: EventsQuery, types: string[] | undefined): Promise<Page<Event>> {
  const page = keyset(query)
  const position = await resolvePosition(ctx, query, page.before)
  const read = () =>
    types ? queries.readFeedOfTypes(ctx, types, position, page.take) : queries.readFeed(ctx, position, page.take)
  let rows = await read()
  // Who reads to the end does not wait for a worker to get there.
  if (rows.length < page.take && (await queries.hasUnsequencedEvents(ctx))) {
    await sequenceEvents(ctx)
    rows = await read()
  }
  return toPage(rows, page)
}

/** The feed continues after this position. */
async function resolvePosition(ctx: Ctx, { after, cursor }: EventsQuery, lastId: string): Promise<number> {
  if (cursor === undefined && after === 'start') return 0
  const [id, path] = cursor === undefined ? [after as string, '/after'] : [lastId, '/cursor']
  let event = await queries.findPosition(ctx, id)
  if (event?.position === null) {
    await sequenceEvents(ctx)
    event = await queries.findPosition(ctx, id)
  }
  if (typeof event?.position === 'number') return event.position
  const deleted = event ? undefined : await resolveDeletedPosition(ctx, id)
  if (deleted !== undefined) return deleted
  throw invalidRequest('No such event. Continue after an event of this shop, or from the start.', [
    { path, message: 'must be the id of an event of this shop, or start' },
  ])
}

/**
 * A reader of rare events continues after one that may be older than the retention. Nobody knows any more whether it
 * existed. Events of a minute before had their positions earlier (`events/sequence.ts`): at worst some are read twice.
 */
async function resolveDeletedPosition(ctx: Ctx, id: string): Promise<number | undefined> {
  const time = timeOfId(id)?.getTime()
  if (time === undefined || !id.startsWith('evt_') || time < FIRST_EVENT_MS) return undefined
  if (time > ctx.now.getTime() - MIN_RETENTION_DAYS * DAY_MS) return undefined
  return (await queries.findPositionBefore(ctx, firstIdAt('evt', new Date(time - 60_000))))?.position ?? 0
}

function requestedTypes({ type, types }: EventsQuery): string[] | undefined {
  if (types === undefined) return type && [type]
  const requested = [...new Set(types.split(','))]
  const known: readonly string[] = EVENT_TYPES
  const unknown = requested.filter((one) => !known.includes(one))
  if (unknown.length > 0) {
    throw invalidRequest('Some event types do not exist.', [
      { path: '/types', message: `must not contain ${unknown.join(', ')}` },
    ])
  }
  return type === undefined ? requested : requested.filter((one) => one === type)
}
