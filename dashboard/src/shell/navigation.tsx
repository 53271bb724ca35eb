import { Badge, NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useViewCounts } from '../inbox/inbox.ts'

const CATALOG = [
  { to: '/catalog/products', label: 'Products' },
  { to: '/catalog/collections', label: 'Collections' },
  { to: '/catalog/inventory', label: 'Inventory' },
  { to: '/catalog/reviews', label: 'Reviews' },
] as const

const SALES = [
  { to: '/sales/orders', label: 'Orders' },
  { to: '/sales/customers', label: 'Customers' },
  { to: '/sales/leads', label: 'Leads' },
  { to: '/sales/segments', label: 'Segments' },
  { to: '/sales/outbox', label: 'Outbox' },
  { to: '/sales/discounts', label: 'Discounts' },
  { to: '/sales/gift-cards', label: 'Gift cards' },
  { to: '/sales/loyalty', label: 'Loyalty' },
] as const

const STOREFRONT = [
  { to: '/storefront/theme', label: 'Theme' },
  { to: '/storefront/policies', label: 'Policies' },
] as const

const SECTIONS = [
  { title: 'Catalog', pages: CATALOG },
  { title: 'Sales', pages: SALES },
  {
    title: 'Support',
    pages: [
      { to: '/support/articles', label: 'Articles' },
      { to: '/support/reports', label: 'Reports' },
    ],
  },
  { title: 'Storefront', pages: STOREFRONT },
  {
    title: 'Settings',
    pages: [
      { to: '/settings/api-keys', label: 'API keys' },
      { to: '/settings/general', label: 'General' },
      { to: '/settings/members', label: 'Members' },
      { to: '/settings/locations', label: 'Locations' },
      { to: '/settings/payments', label: 'Payments' },
      { to: '/settings/shipping', label: 'Shipping' },
      { to: '/settings/taxes', label: 'Taxes' },
      { to: '/settings/emails', label: 'Emails' },
      { to: '/settings/mailboxes', label: 'Mailboxes' },
      { to: '/settings/customer-accounts', label: 'Customer accounts' },
      { to: '/settings/connections', label: 'Connections' },
      { to: '/settings/inbound-events', label: 'Inbound events' },
      { to: '/settings/webhooks', label: 'Webhooks' },
      { to: '/settings/limits', label: 'Limits' },
      { to: '/settings/audit-log', label: 'Audit log' },
    ],
  },
  {
    title: 'Help desk',
    pages: [
      { to: '/settings/macros', label: 'Macros' },
      { to: '/settings/ticket-rules', label: 'Ticket rules' },
      { to: '/settings/slas', label: 'SLAs' },
      { to: '/settings/satisfaction', label: 'Satisfaction' },
    ],
  },
  { title: 'System', pages: [{ to: '/system', label: 'Server and API' }] },
] as const

export function Navigation() {
  const { pathname } = useLocation()
  return (
    <Stack gap="lg">
      <div>
        <InboxLink isCurrent={isAtOrBelow(pathname, '/inbox')} />
        <NavLink
          renderRoot={(props) => <Link to="/chats" {...props} />}
          label="Chats"
          active={isAtOrBelow(pathname, '/chats')}
          {...(isAtOrBelow(pathname, '/chats') && { 'aria-current': 'page' as const })}
          style={{ borderRadius: 'var(--mantine-radius-sm)' }}
        />
      </div>
      {SECTIONS.map(({ title, pages }) => (
        <div key={title}>
          <Text size="xs" fw={700} c="dimmed" tt="uppercase" mb={4} px="xs">
            {title}
          </Text>
          {pages.map(({ to, label }) => (
            <NavLink
              key={to}
              renderRoot={(props) => <Link to={to} {...props} />}
              label={label}
              active={isAtOrBelow(pathname, to)}
              {...(isAtOrBelow(pathname, to) && { 'aria-current': 'page' as const })}
              style={{ borderRadius: 'var(--mantine-radius-sm)' }}
            />
          ))}
        </div>
      ))}
    </Stack>
  )
}

/** First, with the number of customers who wait for a reply. */
function InboxLink({ isCurrent }: { isCurrent: boolean }) {
  const waiting = useViewCounts().data?.waiting ?? 0
  return (
    <NavLink
      renderRoot={(props) => <Link to="/inbox" {...props} />}
      label="Inbox"
      active={isCurrent}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      rightSection={
        waiting > 0 ? (
          <Badge size="sm" variant="filled" aria-label={`${waiting} waiting`}>
            {waiting >= 1000 ? '999+' : waiting}
          </Badge>
        ) : null
      }
      style={{ borderRadius: 'var(--mantine-radius-sm)' }}
    />
  )
}

const isAtOrBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`)
