import { EVENT_TYPES } from '../generated/event-types.ts'
import { canManage, useWorkspace } from '../session.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { recordOf } from '../ui/records.ts'
import { DeliveryList, useDeliveries } from './delivery-list.tsx'
import { DELIVERY_STATUS_LABELS, endpointName } from './webhook-labels.ts'
import { WebhookTabs } from './webhook-tabs.tsx'
import { useEndpointStates } from './webhooks.ts'

const EVENT_LABELS = recordOf(EVENT_TYPES, (type) => type)

export function DeliveriesPage() {
  const isManager = canManage(useWorkspace().workspace.role)
  const all = useEndpointStates(isManager)
  const filters = useFilters({
    status: { kind: 'select', label: 'Status', options: DELIVERY_STATUS_LABELS },
    ...(isManager && {
      endpointId: {
        kind: 'select' as const,
        label: 'Endpoint',
        options: Object.fromEntries((all.data ?? []).map((endpoint) => [endpoint.id, endpointName(endpoint)])),
        isOpen: !all.data,
      },
    }),
    eventType: { kind: 'select', label: 'Event', options: EVENT_LABELS },
  })
  const list = useDeliveries(filters.values)
  return (
    <ListPage
      title="Webhook deliveries"
      about="Events sent to your endpoints, newest first. Open one to see its attempts."
      what="deliveries"
      list={list}
      above={<WebhookTabs />}
      filters={<FilterBar label="Deliveries" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{ title: 'No deliveries yet', text: 'Events appear here as soon as they are sent to an endpoint.' }}
      noResults="Try changing the filters."
    >
      {(deliveries) => <DeliveryList deliveries={deliveries} {...(isManager && { endpoints: all.data ?? [] })} />}
    </ListPage>
  )
}
