import type { SystemCtx } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import { IDLE_DAYS } from './cart-response.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** Long enough to help a buyer who asks about a lost cart, and no longer, because it may contain personal data. */
const DELETE_AFTER_DAYS = 60

const daysAgo = ({ now }: SystemCtx, days: number) => new Date(now.getTime() - days * DAY_MS)

export const expireCarts: Schedule = {
  name: 'carts.expire',
  cron: '20 3 * * *',
  run: async (ctx) => {
    await inBatches(ctx, (limit) => queries.expireIdle(ctx, daysAgo(ctx, IDLE_DAYS), limit))
    await inBatches(ctx, (limit) => queries.deleteExpired(ctx, daysAgo(ctx, DELETE_AFTER_DAYS), limit))
  },
}
