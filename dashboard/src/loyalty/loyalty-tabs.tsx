import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'

const TABS = [
  { to: '/sales/loyalty', label: 'Program' },
  { to: '/sales/loyalty/members', label: 'Members' },
  { to: '/sales/loyalty/ledger', label: 'Ledger' },
  { to: '/sales/loyalty/referrals', label: 'Referrals' },
  { to: '/sales/loyalty/preview', label: 'Preview' },
] as const

export function LoyaltyTabs() {
  const { pathname } = useLocation()
  return (
    <Group component="nav" aria-label="Loyalty" gap={4}>
      {TABS.map(({ to, label }) => (
        <Button
          key={to}
          size="compact-md"
          variant={pathname === to ? 'light' : 'subtle'}
          renderRoot={(props) => <Link to={to} {...props} />}
          {...(pathname === to && { 'aria-current': 'page' as const })}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
