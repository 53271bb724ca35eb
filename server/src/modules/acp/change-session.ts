import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { unavailable } from '../../kit/errors.ts'
import { getSessionRow } from './build-session.ts'
import * as queries from './queries.ts'
import type { SessionData, SessionRow } from './session-row.ts'

/** A session with this many concurrent writers doesn't belong to a single agent. */
const MAX_ATTEMPTS = 20

/**
 * Optimistic locking: writes only over the version that was read and retries otherwise, so no concurrent change is
 * lost.
 */
export async function changeSession(
  ctx: Ctx,
  id: string,
  change: (row: SessionRow) => Promise<SessionData> | SessionData,
): Promise<SessionRow> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await getSessionRow(ctx, id)
    const updated = await queries.updateSession(ctx, row, await change(row))
    if (updated) return updated
    await sleep(Math.random() * attempt * 5)
  }
  throw unavailable('too many concurrent changes of one session')
}
