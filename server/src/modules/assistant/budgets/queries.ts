import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { OneOf } from '../../../kit/schema.ts'

export const USAGE_SCOPES = ['conversation', 'visitor', 'day', 'month'] as const
export type UsageScope = (typeof USAGE_SCOPES)[number]

const UsageRow = Type.Object({
  scope: OneOf(USAGE_SCOPES),
  subject: Type.String(),
  tokens: Type.Integer(),
  cost: Type.Integer(),
})
export type UsageRow = Static<typeof UsageRow>

export interface Counter {
  scope: UsageScope
  subject: string
  maxTokens: number
  maxCost: number
}

/**
 * Undefined if it would exceed a limit: the row lock makes concurrent requests wait for each other. The caller checks
 * that the amount alone is within the limits, because the first request of a counter has no row to compare with.
 */
export const addWithinLimits = (
  ctx: Ctx,
  { scope, subject, maxTokens, maxCost }: Counter,
  tokens: number,
  cost: number,
) =>
  ctx.db.row(
    UsageRow,
    sql`
      insert into assistant_usage (environment_id, scope, subject, tokens, cost, updated_at)
      values (${ctx.environmentId}, ${scope}, ${subject}, ${tokens}, ${cost}, ${ctx.now})
      on conflict (environment_id, scope, subject) do update set
        tokens = assistant_usage.tokens + excluded.tokens, cost = assistant_usage.cost + excluded.cost,
        updated_at = excluded.updated_at
      where assistant_usage.tokens + excluded.tokens <= ${maxTokens} and assistant_usage.cost + excluded.cost <= ${maxCost}
      returning scope, subject, tokens, cost`,
  )

/** Adds the difference between what was reserved and what was used, usually a negative one. */
export const adjust = (ctx: Ctx, { scope, subject }: Counter, tokens: number, cost: number) =>
  ctx.db.run(sql`
    update assistant_usage
    set tokens = greatest(0, tokens + ${tokens}::bigint), cost = greatest(0, cost + ${cost}::bigint)
    where environment_id = ${ctx.environmentId} and scope = ${scope} and subject = ${subject}`)

export const deleteOldUsage = (
  ctx: SystemCtx,
  {
    visitorsBefore,
    conversationsBefore,
    totalsBefore,
  }: Record<`${'visitors' | 'conversations' | 'totals'}Before`, Date>,
  limit: number,
) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from assistant_usage
    -- Checked again: a conversation may have continued in the meantime.
    where updated_at < ${visitorsBefore} and (environment_id, scope, subject) in (
      select environment_id, scope, subject from assistant_usage
      where updated_at < ${visitorsBefore} and (
        scope = 'visitor' or scope = 'conversation' and updated_at < ${conversationsBefore} or updated_at < ${totalsBefore}
      )
      order by updated_at
      limit ${limit}
    )`)
