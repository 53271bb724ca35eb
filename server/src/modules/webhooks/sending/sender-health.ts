import { type Static, Type } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import type { HealthCheck } from '../../../kit/health.ts'
import { withTimeout } from '../../../kit/with-timeout.ts'

const SenderState = Type.Object({
  /** Deliveries that wait for another attempt, or for the first one of a replay. */
  pending: Type.Integer(),
  /** How long the oldest event that can be sent now has been waiting; 0 when none waits. */
  oldestWaitingSeconds: Type.Number(),
  failingEndpoints: Type.Integer(),
  disabledEndpoints: Type.Integer(),
})
export type SenderState = Static<typeof SenderState>

/** An endpoint that is paused, because it is down or asked for it, keeps nobody waiting. */
export const readSenderState = (db: Db): Promise<SenderState> =>
  db.one(
    SenderState,
    sql`
      /* all environments: one sender serves them all */
      select
        (select count(*)::integer from webhook_deliveries where status = 'pending') as pending,
        coalesce((
          select greatest(0, round(extract(epoch from now() - min(waiting.since))::numeric, 1))::float8
          from webhook_endpoints as endpoint
          join event_feeds as feed on feed.environment_id = endpoint.environment_id
            and feed.last_position > endpoint.position
          cross join lateral (
            select events.created_at as since from events
            where events.environment_id = endpoint.environment_id and events.position > endpoint.position
              and events.position <= feed.last_position and events.created_at >= endpoint.starts_at
            order by events.position
            limit 1
          ) as waiting
          where endpoint.is_active and (endpoint.paused_until is null or endpoint.paused_until <= now())
        ), 0) as oldest_waiting_seconds,
        (select count(*)::integer from webhook_endpoints where is_active and failing_since is not null)
          as failing_endpoints,
        (select count(*)::integer from webhook_endpoints where disabled_reason is not null) as disabled_endpoints`,
  )

/** Requests take 15 seconds at most, so a slow endpoint alone is far below. */
const MAX_WAITING_SECONDS = 300
const METRICS_TIMEOUT_MS = 2000
/** Less than `http/health.ts` waits. */
const CHECK_TIMEOUT_MS = 1500

/** Late webhooks, or a late answer of this query, never take a server out of the load balancer. */
export async function checkWebhooks(db: Db): Promise<HealthCheck> {
  const state = await withTimeout(readSenderState(db), CHECK_TIMEOUT_MS).catch(() => undefined)
  if (!state) return { ok: true, degraded: true, message: 'unknown' }
  const { oldestWaitingSeconds } = state
  if (oldestWaitingSeconds <= MAX_WAITING_SECONDS) return { ok: true, oldestWaitingSeconds }
  return { ok: true, degraded: true, message: 'webhooks are late', oldestWaitingSeconds }
}

/** For `/metrics`. */
export const webhookMetrics = (db: Db) => () => withTimeout(readSenderState(db), METRICS_TIMEOUT_MS)
