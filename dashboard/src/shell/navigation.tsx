import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'

const SECTIONS = [
  {
    title: 'Catalogue',
    pages: [{ to: '/catalogue/products', label: 'Products' }],
  },
  {
    title: 'Settings',
    pages: [
      { to: '/settings/api-keys', label: 'API keys' },
      { to: '/settings/general', label: 'General' },
      { to: '/settings/members', label: 'Members' },
      { to: '/settings/limits', label: 'Limits' },
      { to: '/settings/audit-log', label: 'Audit log' },
    ],
  },
  { title: 'System', pages: [{ to: '/system', label: 'Server and API' }] },
] as const

export function Navigation() {
  const { pathname } = useLocation()
  return (
    <Stack gap="lg">
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
              // Also on the pages below it, such as that of one product.
              active={pathname === to || pathname.startsWith(`${to}/`)}
              {...(pathname === to && { 'aria-current': 'page' as const })}
              style={{ borderRadius: 'var(--mantine-radius-sm)' }}
            />
          ))}
        </div>
      ))}
    </Stack>
  )
}
