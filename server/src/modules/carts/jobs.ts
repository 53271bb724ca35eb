import type { SystemCtx } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { IDLE_DAYS } from './answer.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
const BITE = 1000
/** Long enough to answer a buyer who asks where it went, and no longer: it may name them. */
const FORGOTTEN_DAYS = 60

const daysAgo = ({ now }: SystemCtx, days: number) => new Date(now.getTime() - days * DAY_MS)

async function inBites(work: () => Promise<number>): Promise<void> {
  while ((await work()) === BITE);
}

export const expireCarts: Schedule = {
  name: 'carts.expire',
  cron: '20 3 * * *',
  run: async (ctx) => {
    await inBites(() => queries.expireIdle(ctx, daysAgo(ctx, IDLE_DAYS), BITE))
    await inBites(() => queries.deleteForgotten(ctx, daysAgo(ctx, FORGOTTEN_DAYS), BITE))
  },
}
