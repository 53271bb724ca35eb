import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { shellPath } from './shell.tsx'

/** The provider whose events are shown, and the other filters. */
const parseProviderSearch = ({ provider, ...filters }: Record<string, unknown>): { provider?: string } => ({
  ...filters,
  ...(typeof provider === 'string' && { provider }),
})

const connections = createRoute({
  ...shellPath('/settings/connections'),
  component: lazy(() => import('../connections/connections-page.tsx'), 'ConnectionsPage'),
})
const shopify = createRoute({
  ...shellPath('/settings/connections/shopify'),
  component: lazy(() => import('../shopify/shopify-page.tsx'), 'ShopifyPage'),
})
const shopifyRun = createRoute({
  ...shellPath('/settings/connections/shopify/runs/$id'),
  component: lazy(() => import('../shopify/run-page.tsx'), 'RunPage'),
})
const connection = createRoute({
  ...shellPath('/settings/connections/$provider'),
  component: lazy(() => import('../connections/connection-page.tsx'), 'ConnectionPage'),
})
const inboundEvents = createRoute({
  ...shellPath('/settings/inbound-events'),
  validateSearch: parseProviderSearch,
  component: lazy(() => import('../inbound-events/inbound-events-page.tsx'), 'InboundEventsPage'),
})
const inboundEvent = createRoute({
  ...shellPath('/settings/inbound-events/$id'),
  component: lazy(() => import('../inbound-events/inbound-event-page.tsx'), 'InboundEventPage'),
})
const webhooks = createRoute({
  ...shellPath('/settings/webhooks'),
  component: lazy(() => import('../webhooks/endpoints-page.tsx'), 'EndpointsPage'),
})
const webhookDeliveries = createRoute({
  ...shellPath('/settings/webhooks/deliveries'),
  component: lazy(() => import('../webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
})
const webhookDelivery = createRoute({
  ...shellPath('/settings/webhooks/deliveries/$id'),
  component: lazy(() => import('../webhooks/delivery-page.tsx'), 'DeliveryPage'),
})
const webhook = createRoute({
  ...shellPath('/settings/webhooks/$id'),
  component: lazy(() => import('../webhooks/endpoint-page.tsx'), 'EndpointPage'),
})

export const connectionRoutes = [
  connections,
  shopify,
  shopifyRun,
  connection,
  inboundEvents,
  inboundEvent,
  webhooks,
  webhookDeliveries,
  webhookDelivery,
  webhook,
] as const
