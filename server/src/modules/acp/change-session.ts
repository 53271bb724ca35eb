import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { unavailable } from '../../kit/errors.ts'
import { getSessionRow } from './build-session.ts'
import * as queries from './queries.ts'
import type { SessionData, SessionRow } from './session-row.ts'

/** A session that so many are pulling at is not one agent's. */
const MAX_ATTEMPTS = 20

/** It is written only over what was read, and made anew otherwise: of two who change it at once neither loses anything. */
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
  throw unavailable('too many changes of one session at once')
}
