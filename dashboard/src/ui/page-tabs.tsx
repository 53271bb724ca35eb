import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'

interface Props {
  label: string
  tabs: readonly { to: string; label: string }[]
}

/** Links between pages that belong together. */
export function PageTabs({ label, tabs }: Props) {
  const { pathname } = useLocation()
  return (
    <Group component="nav" aria-label={label} gap={4}>
      {tabs.map(({ to, label }) => (
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
