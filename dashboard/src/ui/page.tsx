import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, use, useEffect } from 'react'
import { WorkspaceContext } from '../session.ts'
import { recordRecentItem } from './recent-items.ts'

interface Props {
  title: string
  about?: ReactNode
  actions?: ReactNode
  /** The list this page belongs to. */
  back?: ListName
  children: ReactNode
}

export function Page({ title, about, actions, back, children }: Props) {
  useDocumentTitle(`${title} · Storedesk`)
  useRecordVisit(back === undefined ? undefined : title)
  return (
    <Stack gap="lg" maw={1100} mx="auto">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} maw={680}>
          {back ? <BackLink to={back} /> : null}
          <Title order={1} size="h2">
            {title}
          </Title>
          {about ? (
            <Text c="dimmed" style={{ textWrap: 'pretty' }}>
              {about}
            </Text>
          ) : null}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}

/** Pages that belong to a list are what the palette offers as recent. */
export function useRecordVisit(label: string | undefined): void {
  const environmentId = use(WorkspaceContext)?.environmentId
  const { href } = useLocation()
  useEffect(() => {
    if (label && environmentId && !href.includes('/new')) recordRecentItem(environmentId, { to: href, label })
  }, [label, environmentId, href])
}

const LIST_ROUTES = {
  Products: '/catalog/products',
  Collections: '/catalog/collections',
  Inventory: '/catalog/inventory',
  Orders: '/sales/orders',
  Customers: '/sales/customers',
  Leads: '/sales/leads',
  Segments: '/sales/segments',
  Outbox: '/sales/outbox',
  Emails: '/settings/emails',
  Discounts: '/sales/discounts',
  'Gift cards': '/sales/gift-cards',
  Policies: '/storefront/policies',
  Articles: '/support/articles',
  Chats: '/chats',
  Connections: '/settings/connections',
  Shopify: '/settings/connections/shopify',
  'Inbound events': '/settings/inbound-events',
  Webhooks: '/settings/webhooks',
  'Webhook deliveries': '/settings/webhooks/deliveries',
} as const

type ListName = keyof typeof LIST_ROUTES

export function BackLink({ to }: { to: ListName }) {
  return (
    <Anchor component={Link} to={LIST_ROUTES[to]} size="sm" w="fit-content">
      {`← ${to}`}
    </Anchor>
  )
}
