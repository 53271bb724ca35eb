import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { defaultStatus } from '../tickets/statuses/statuses.ts'
import * as queries from './queries.ts'
import type { RunnableRule } from './run-rules.ts'
import type { AutoCloseInput, AutoCloseSettings } from './schemas.ts'

const MINUTES_PER_DAY = 1440

/** Until the shop turns it on, pending tickets stay pending. */
const DEFAULT_SETTINGS: AutoCloseSettings = { active: false, pendingDays: 7, version: 0, updatedAt: null }

export const getAutoClose = async (ctx: Ctx): Promise<AutoCloseSettings> =>
  (await queries.findAutoClose(ctx)) ?? DEFAULT_SETTINGS

export function replaceAutoClose(
  ctx: Ctx,
  input: AutoCloseInput,
  ifMatch: string | undefined,
): Promise<AutoCloseSettings> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { version } = await getAutoClose(ctx)
    assertIfMatch(ifMatch, version)
    const settings = { ...input, version: version + 1, updatedAt: ctx.now.toISOString() }
    await queries.saveAutoClose(ctx, settings)
    return settings
  })
}

/** The setting as a rule, so that it runs like one and the history shows it like one. */
export async function findAutoCloseRule(ctx: Ctx): Promise<RunnableRule | undefined> {
  const { active, pendingDays } = await getAutoClose(ctx)
  if (!active) return undefined
  const minutes = pendingDays * MINUTES_PER_DAY
  return {
    id: 'auto_close',
    name: 'Auto-close',
    trigger: 'hourly',
    conditions: {
      match: 'all',
      conditions: [
        { field: 'category', operator: 'any_of', value: ['pending'] },
        { field: 'status_minutes', operator: 'at_least', value: minutes },
        { field: 'idle_minutes', operator: 'at_least', value: minutes },
      ],
    },
    actions: [{ type: 'set_status', statusId: (await defaultStatus(ctx, 'resolved')).id }],
  }
}
