import type { Event } from './models.ts'
import type { CallSettings } from './operations.ts'
import type { Page } from './pages.ts'

/** The most that the API returns at once. */
const PAGE_SIZE = 100
const POLL_MS = 2_000

export interface IterateEventsOptions<Type extends Event['type'] = Event['type']> extends CallSettings {
  /** The id of the last event that you have processed; defaults to `start`, the first event. */
  after?: string | undefined
  /** Only events of these types. */
  types?: readonly Type[] | undefined
  /** Waits for new events instead of ending after the last one. */
  follow?: boolean | undefined
  /** With `follow`, how long to wait at the end; defaults to 2,000. */
  pollMs?: number | undefined
}

/** Added to the resource `events`. */
export interface EventIteration {
  /**
   * Every event, oldest first, each once, whatever is committed meanwhile. Store the `id` of each event after you have
   * processed it, and continue with it as `after`: an event is then processed again only if your program stops in between.
   *
   * @example
   * for await (const event of storedesk.events.iterate({ after: lastId, types: ['order.created'], follow: true })) {
   *   console.log(event.data.orderId)
   *   lastId = event.id
   * }
   */
  iterate<Type extends Event['type'] = Event['type']>(
    options?: IterateEventsOptions<Type>,
  ): AsyncGenerator<Extract<Event, { type: Type }>, void, undefined>
}

interface Requests {
  getPage(query: Record<string, unknown>, settings: CallSettings): Promise<unknown>
  sleep(waitMs: number, signal: AbortSignal | undefined): Promise<void>
}

/** Each page continues after the last event that was consumed, so there is no cursor to lose. */
export async function* iterateEvents(
  { getPage, sleep }: Requests,
  { after = 'start', types, follow = false, pollMs = POLL_MS, ...settings }: IterateEventsOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const filter = types && { types: types.join(',') }
  for (let last = after; ; ) {
    const page = (await getPage({ limit: PAGE_SIZE, ...filter, after: last }, settings)) as Page<Event>
    for (const event of page.data) {
      yield event
      last = event.id
    }
    if (page.nextCursor !== null) continue
    if (!follow) return
    await sleep(pollMs, settings.signal)
  }
}
