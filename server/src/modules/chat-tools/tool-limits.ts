import type { Ctx } from '../../ctx.ts'
import * as queries from './queries.ts'
import type { ToolLimit, ToolSession } from './schemas.ts'
import { ToolError } from './tool-error.ts'

export const HOUR_MS = 3_600_000

/** Per session and hour. A customer rarely reaches them; whoever tries codes or order numbers does. */
const LIMITS: Record<ToolLimit, number> = {
  catalog: 120,
  cart: 60,
  code: 10,
  person: 30,
  write: 10,
  verification: 20,
  handover: 10,
}

/** What limits and codes belong to. Null for an agent without a session: only its key or address is limited. */
export const sessionIdOf = ({ conversationId, mcpSessionId }: ToolSession): string | null =>
  conversationId ?? mcpSessionId ?? null

export async function assertWithinLimit(ctx: Ctx, session: ToolSession, name: ToolLimit): Promise<void> {
  const subject = sessionIdOf(session)
  if (subject !== null) await assertCount(ctx, { subject, name, limit: LIMITS[name], windowMs: HOUR_MS })
}

interface CountedUse {
  subject: string
  name: string
  limit: number
  windowMs: number
}

/** Counts a use, and throws if there were too many. */
export async function assertCount(ctx: Ctx, { windowMs, ...use }: CountedUse): Promise<void> {
  const counted = await queries.countUse(ctx, { ...use, endsAt: new Date(ctx.now.getTime() + windowMs) })
  if (!counted) throw new ToolError('too_many_requests', 'That was too often. Please try again later.')
}
