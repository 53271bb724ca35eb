import type { ListItem, ResponseBody } from '../api.ts'
import { resource, useWrite } from '../resource.ts'
import type { LabelColor } from '../ui/label.tsx'

export type InboundEvent = ListItem<'/v1/inbound-events'>
export type InboundEventDetails = ResponseBody<'/v1/inbound-events/{id}'>

export const inboundEvents = resource('/v1/inbound-events', { staleTime: 0 })

export const useReplayInboundEvent = (id: string) => useWrite('post', '/v1/inbound-events/{id}/replay', { id })

type Status = InboundEvent['status']

export const STATUS_LABELS: Record<Status, string> = {
  received: 'Received',
  processed: 'Processed',
  ignored: 'Ignored',
  failed: 'Failed',
  rejected: 'Rejected',
}

export const STATUS_COLORS: Record<Status, LabelColor> = {
  received: 'yellow',
  processed: 'green',
  ignored: 'gray',
  failed: 'red',
  rejected: 'orange',
}
