import type { SystemCtx } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { IDLE_DAYS } from './cart-response.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 1000
/** Long enough to help a buyer who asks about a lost cart, and no longer, because it may contain personal data. */
const DELETE_AFTER_DAYS = 60

const daysAgo = ({ now }: SystemCtx, days: number) => new Date(now.getTime() - days * DAY_MS)

async function inBatches(work: () => Promise<number>): Promise<void> {
  while ((await work()) === BATCH_SIZE);
}

export const expireCarts: Schedule = {
  name: 'carts.expire',
  cron: '20 3 * * *',
  run: async (ctx) => {
    await inBatches(() => queries.expireIdle(ctx, daysAgo(ctx, IDLE_DAYS), BATCH_SIZE))
    await inBatches(() => queries.deleteExpired(ctx, daysAgo(ctx, DELETE_AFTER_DAYS), BATCH_SIZE))
  },
}
