import { type Ctx, transaction } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import * as queries from './queries.ts'
import type { DraftContent, DraftSummary, PresenceReport, TicketDraft } from './schemas.ts'

export const { deleteDraft, listDrafts, listDraftSummaries, listPresence } = queries

/** Longer than three missed reports, so that a slow connection is not taken for someone who left. */
export const PRESENCE_SECONDS = 30

/** Says to colleagues on every server that a member looks at a ticket, writes a reply, or left. */
export function reportPresence(
  ctx: Ctx,
  ticketId: TicketDraft['ticketId'],
  userId: string,
  { state }: PresenceReport,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (state === 'left') {
      if ((await queries.deletePresence(ctx, ticketId, userId)) === 0) return
    } else {
      await queries.deleteExpiredPresence(ctx)
      const expiresAt = new Date(ctx.now.getTime() + PRESENCE_SECONDS * 1000).toISOString()
      if (!(await queries.upsertPresence(ctx, ticketId, userId, { state, expiresAt }))) {
        throw notFound('ticket', ticketId)
      }
    }
    ctx.db.notify('ticket_changed', [ctx.environmentId, ticketId, 'presence', userId, state].join(' '))
  })
}

export async function saveDraft(
  ctx: Ctx,
  ticketId: TicketDraft['ticketId'],
  userId: string,
  mode: TicketDraft['mode'],
  draft: DraftContent,
): Promise<DraftSummary> {
  const saved = await queries.upsertDraft(ctx, ticketId, userId, mode, draft)
  if (!saved) throw notFound('ticket', ticketId)
  return saved
}
