import { Type } from 'typebox'
import type { InboundHandler } from '../../../events/inbound-handler.ts'
import { defineJob, type Job, type Schedule } from '../../../jobs/job.ts'
import { Id } from '../../../kit/schema.ts'
import { PROCESS_JOB, processEvent, pruneEvents } from './inbound-events.ts'

/** The job that gives each event to the handler of its provider. */
export const inboundEventJob = (handlers: InboundHandler[]): Job => {
  const providers = handlers.map(({ provider }) => provider)
  const twice = providers.find((provider, index) => providers.indexOf(provider) !== index)
  if (twice) throw new Error(`Two modules handle the events of ${twice}`)
  return defineJob({
    ...PROCESS_JOB,
    payload: Type.Object({ eventId: Id('ine') }),
    run: (ctx, { eventId }) => processEvent(ctx, handlers, eventId),
  })
}

export const pruneInboundEvents: Schedule = {
  name: 'connections.prune-inbound-events',
  cron: '40 3 * * *',
  run: pruneEvents,
}
