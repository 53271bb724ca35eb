import type { Ctx, SystemCtx } from '../../ctx.ts'
import { defineSubscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import { findEnvironmentById } from '../workspaces/workspaces.ts'
import * as queries from './queries.ts'
import { refreshTicketSla } from './slas.ts'

export const followTickets = defineSubscriber({
  name: 'slas.follow-tickets',
  on: [
    'ticket.created',
    'ticket.updated',
    'ticket.message_created',
    'ticket.merged',
    'ticket.merge_reversed',
    'ticket.split',
    'ticket.split_reversed',
  ],
  run: async (ctx, { data, createdAt }) => {
    const at = new Date(createdAt)
    await refreshTicketSla(ctx, data.ticketId, at)
    if ('mergedTicketId' in data) await refreshTicketSla(ctx, data.mergedTicketId, at)
    if ('newTicketId' in data) await refreshTicketSla(ctx, data.newTicketId, at)
  },
})

const BATCH_SIZE = 500
const RETRY_MS = 15 * 60_000

/** Finds the tickets whose time has come by an index; all others are not read. */
export const checkTargets: Schedule = {
  name: 'slas.check-targets',
  cron: '* * * * *',
  run: async (system) => {
    for (;;) {
      const due = await queries.listDueTickets(system, BATCH_SIZE)
      for (const { environmentId, ids } of due) await checkTickets(system, environmentId, ids)
      if (due.length === 0 || system.signal.aborted) return
    }
  },
}

async function checkTickets(system: SystemCtx, environmentId: string, ids: `tkt_${string}`[]): Promise<void> {
  const environment = await findEnvironmentById(system.db, environmentId)
  if (!environment) throw new Error(`The environment ${environmentId} has tickets but does not exist`)
  const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
  for (const id of ids) {
    try {
      await refreshTicketSla(ctx, id)
    } catch (error) {
      ctx.log.error({ err: error, ticketId: id }, 'could not check the SLA of a ticket; it will be retried')
    }
    // Whatever is still due, because of an error or a ticket that is gone, must not keep this loop running.
    await queries.postponeChecks(ctx, id, new Date(ctx.now.getTime() + RETRY_MS))
  }
}
