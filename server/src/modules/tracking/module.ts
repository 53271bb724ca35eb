import type { InboundEvent, InboundHandler } from '../../events/inbound-handler.ts'
import type { Module } from '../module.ts'
import { parseAftership } from './providers/aftership.ts'
import { parseEasypost } from './providers/easypost.ts'
import { parseShippo } from './providers/shippo.ts'
import { receiveTracking } from './tracking.ts'
import type { TrackingReport, TrackingSource } from './tracking-report.ts'

const toHandler = (
  provider: TrackingSource,
  parse: (event: InboundEvent) => TrackingReport | undefined,
): InboundHandler => ({
  provider,
  run: async (ctx, event) => {
    const report = parse(event)
    return report ? receiveTracking(ctx, report) : { status: 'ignored', note: 'It is not about a tracked shipment.' }
  },
})

export const trackingModule: Module = {
  inboundHandlers: [
    toHandler('easypost', parseEasypost),
    toHandler('shippo', parseShippo),
    toHandler('aftership', parseAftership),
  ],
}
