import type { Ctx } from '../src/ctx.ts'
import type { EventType } from '../src/events/event-schemas.ts'
import type { EventOf, Subscriber } from '../src/events/subscriber.ts'
import type { Shop } from './open-shop.ts'

/** Acts for the shop's live environment, at any time. */
export const systemCtxAt = ({ server, live }: Pick<Shop, 'server' | 'live'>, now: Date = new Date()): Ctx => ({
  ...server.system,
  ...live,
  caller: { kind: 'system' },
  now,
})

/**
 * Runs subscribers as a worker would: for all events since the last call, oldest first, and for those that they cause.
 * The shared test server has no worker.
 */
export function openEventRunner(shop: Shop, subscribers: Subscriber[]) {
  let last = ''
  return async (now: Date = new Date()): Promise<void> => {
    for (;;) {
      const { rows } = await shop.server.db.pool.query<EventOf<EventType>>(
        `select id, type, data, created_at as "createdAt" from events
         where environment_id = $1 and id > $2 order by id`,
        [shop.live.environmentId, last],
      )
      if (rows.length === 0) return
      for (const event of rows) {
        last = event.id
        for (const { on, run } of subscribers) if (on.includes(event.type)) await run(systemCtxAt(shop, now), event)
      }
    }
  }
}
