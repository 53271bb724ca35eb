import { PageTabs } from '../ui/page-tabs.tsx'

const TABS = [
  { to: '/settings/webhooks', label: 'Endpoints' },
  { to: '/settings/webhooks/deliveries', label: 'Deliveries' },
] as const

export const WebhookTabs = () => <PageTabs label="Webhooks" tabs={TABS} />
