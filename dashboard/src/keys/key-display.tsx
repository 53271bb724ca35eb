import { Badge, Stack, Text, Tooltip } from '@mantine/core'
import { formatDateTime, RelativeTime } from '../ui/time.tsx'
import { type ApiKey, MODE_LABELS, SCOPE_DESCRIPTIONS, SCOPE_LABELS } from './keys.ts'

export function LastUse({ of }: { of: ApiKey }) {
  if (!of.lastUsedAt) return <Text size="sm">Never</Text>
  return (
    <Stack gap={0}>
      <Text size="sm">
        <RelativeTime at={of.lastUsedAt} />
      </Text>
      {of.lastUsedIp ? (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {`from ${of.lastUsedIp}`}
        </Text>
      ) : null}
    </Stack>
  )
}

export function KeyModeBadge({ of }: { of: ApiKey }) {
  return (
    <Badge
      miw="max-content"
      variant="light"
      color={of.mode === 'live' ? 'indigo' : 'yellow'}
      tt="none"
      c="var(--mantine-color-text)"
    >
      {MODE_LABELS[of.mode]}
    </Badge>
  )
}

export function KeyScopeLabel({ of }: { of: ApiKey }) {
  return (
    <Tooltip label={SCOPE_DESCRIPTIONS[of.scope]}>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {SCOPE_LABELS[of.scope]}
      </Text>
    </Tooltip>
  )
}

export function KeyStateBadge({ of }: { of: ApiKey }) {
  const isActive = of.state === 'active'
  const badge = (
    <Badge miw="max-content" variant="dot" color={isActive ? 'green' : 'gray.5'} tt="none">
      {isActive ? 'Active' : 'Revoked'}
    </Badge>
  )
  return of.revokedAt ? <Tooltip label={`Revoked ${formatDateTime(of.revokedAt)}`}>{badge}</Tooltip> : badge
}

/** A live key in a browser is readable by every visitor of that page. */
export function BrowserUseWarning({ of }: { of: ApiKey }) {
  if (!of.seenInBrowserAt) return null
  const location = of.seenInBrowserOrigin ? ` on ${of.seenInBrowserOrigin}` : ''
  return (
    <Stack gap={2} align="flex-start" mt={4}>
      <Badge miw="max-content" color="red" variant="filled" tt="none">
        Seen in a browser
      </Badge>
      <Text size="xs" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
        {`Used${location}, ${formatDateTime(of.seenInBrowserAt)}. Visitors can read it there, so rotate this key.`}
      </Text>
    </Stack>
  )
}

export function KeyHint({ of }: { of: ApiKey }) {
  return (
    <Text size="sm" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
      {of.hint}
    </Text>
  )
}
