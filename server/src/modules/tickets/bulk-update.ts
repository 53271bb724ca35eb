import { type Ctx, transaction } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { BulkResult, BulkUpdate } from './schemas.ts'
import { updateTicket } from './tickets.ts'

/** Each ticket is changed or rejected for itself. In the order of their ids, so that two requests can't deadlock. */
export async function updateTickets(ctx: Ctx, { ticketIds, changes }: BulkUpdate): Promise<BulkResult> {
  const results = new Map<string, BulkResult['data'][number]>()
  for (const ticketId of [...ticketIds].sort()) {
    try {
      const ticket = await transaction(ctx, (ctx) => updateTicket(ctx, ticketId, changes))
      results.set(ticketId, { ticketId, ok: true, ticket, error: null })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const { code, message } = error
      results.set(ticketId, { ticketId, ok: false, ticket: null, error: { code, message } })
    }
  }
  return { data: ticketIds.flatMap((id) => results.get(id) ?? []), nextCursor: null }
}
