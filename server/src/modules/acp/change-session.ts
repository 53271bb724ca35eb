import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { unavailable } from '../../kit/errors.ts'
import { findRow } from './look.ts'
import * as queries from './queries.ts'
import type { SessionData, SessionRow } from './rows.ts'

/** A session that so many are pulling at is not one agent's. */
const MAX_ATTEMPTS = 20

/** It is written only over what was read, and made anew otherwise: of two who change it at once neither loses anything. */
export async function changeSession(
  ctx: Ctx,
  id: string,
  make: (row: SessionRow) => Promise<SessionData> | SessionData,
): Promise<SessionRow> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await findRow(ctx, id)
    const written = await queries.writeSession(ctx, row, await make(row))
    if (written) return written
    await sleep(Math.random() * attempt * 5)
  }
  throw unavailable('too many changes of one session at once')
}
