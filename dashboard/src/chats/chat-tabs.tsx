import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'

const TABS = [
  { to: '/chats', label: 'Conversations' },
  { to: '/chats/questions', label: 'Unanswered questions' },
  { to: '/chats/quality', label: 'Quality' },
  { to: '/chats/playground', label: 'Playground' },
  { to: '/chats/assistant', label: 'Assistant' },
] as const

export function ChatTabs() {
  const { pathname } = useLocation()
  return (
    <Group component="nav" aria-label="Chats" gap={4}>
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
