import { Badge, Button, Group, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core'
import { type Column, DataList, LabeledValue } from '../ui/list.tsx'
import { DateLabel, formatDateTime, RelativeTime } from '../ui/time.tsx'
import { type ApiKey, KEY_MODE_LABELS, SCOPE_DESCRIPTIONS, SCOPE_LABELS } from './keys.ts'

interface KeyListProps {
  keys: ApiKey[]
  /** Absent for viewers. */
  onRotate?: (key: ApiKey) => void
  onRevoke?: (key: ApiKey) => void
}

const COLUMNS: Column<ApiKey>[] = [
  { header: 'Label', cell: (key) => <KeyLabel of={key} />, maxWidth: 220 },
  { header: 'Environment', cell: (key) => <KeyModeBadge of={key} /> },
  { header: 'Scope', cell: (key) => <KeyScopeLabel of={key} /> },
  { header: 'Key', cell: (key) => <KeyHint of={key} /> },
  { header: 'Created', cell: (key) => <KeyCreation of={key} /> },
  { header: 'Last used', cell: (key) => <LastUse of={key} /> },
  { header: 'Status', cell: (key) => <KeyStateBadge of={key} /> },
]

export function KeyList({ keys, ...actions }: KeyListProps) {
  const actionColumn = {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (key: ApiKey) => <KeyActions of={key} {...actions} />,
  }
  return (
    <DataList
      label="API keys"
      items={keys}
      itemKey={({ id }) => id}
      columns={actions.onRevoke ? [...COLUMNS, actionColumn] : COLUMNS}
      card={(key) => (
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <KeyLabel of={key} />
            <KeyStateBadge of={key} />
          </Group>
          <Group gap="sm">
            <KeyModeBadge of={key} />
            <KeyHint of={key} />
          </Group>
          <SimpleGrid cols={2}>
            <LabeledValue name="Scope">
              <KeyScopeLabel of={key} />
            </LabeledValue>
            <LabeledValue name="Created">
              <DateLabel at={key.createdAt} />
            </LabeledValue>
            <LabeledValue name="Last used">
              <LastUse of={key} />
            </LabeledValue>
          </SimpleGrid>
          <KeyActions of={key} {...actions} />
        </Stack>
      )}
    />
  )
}

function KeyLabel({ of }: { of: ApiKey }) {
  return (
    <div>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {of.label}
      </Text>
      {of.status === 'active' ? <BrowserUseWarning of={of} /> : null}
    </div>
  )
}

function KeyCreation({ of: { createdAt, createdBy } }: { of: ApiKey }) {
  return (
    <div style={{ whiteSpace: 'nowrap' }}>
      <DateLabel at={createdAt} />
      {createdBy ? (
        <Text size="xs" c="dimmed" maw={120} truncate title={createdBy}>
          {`by ${createdBy}`}
        </Text>
      ) : null}
    </div>
  )
}

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

function KeyModeBadge({ of }: { of: ApiKey }) {
  return (
    <Badge
      miw="max-content"
      variant="light"
      color={of.mode === 'live' ? 'indigo' : 'yellow'}
      tt="none"
      c="var(--mantine-color-text)"
    >
      {KEY_MODE_LABELS[of.mode]}
    </Badge>
  )
}

function KeyScopeLabel({ of }: { of: ApiKey }) {
  return (
    <Tooltip label={SCOPE_DESCRIPTIONS[of.scope]}>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {SCOPE_LABELS[of.scope]}
      </Text>
    </Tooltip>
  )
}

function KeyStateBadge({ of }: { of: ApiKey }) {
  const isActive = of.status === 'active'
  const badge = (
    <Badge miw="max-content" variant="dot" color={isActive ? 'green' : 'gray.5'} tt="none">
      {isActive ? 'Active' : 'Revoked'}
    </Badge>
  )
  return of.revokedAt ? <Tooltip label={`Revoked ${formatDateTime(of.revokedAt)}`}>{badge}</Tooltip> : badge
}

/** A live key in a browser is readable by every visitor of that page. */
function BrowserUseWarning({ of }: { of: ApiKey }) {
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

function KeyHint({ of }: { of: ApiKey }) {
  return (
    <Text size="sm" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
      {of.hint}
    </Text>
  )
}

function KeyActions({ of, onRotate, onRevoke }: Omit<KeyListProps, 'keys'> & { of: ApiKey }) {
  if (of.status === 'revoked' || !onRotate || !onRevoke) return null
  // Labels are not unique: both keys of a rotation share one.
  const name = `${of.label}, ${of.hint}`
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button size="xs" variant="default" onClick={() => onRotate(of)} aria-label={`Rotate ${name}`}>
        Rotate
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={() => onRevoke(of)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Group>
  )
}
