import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatActor, members } from '../members/members.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { formatBalanceChange, LEDGER_ENTRY_LABELS, type LedgerEntry, useLedgerEntries } from './gift-cards.ts'

export function LedgerSection({ id }: { id: string }) {
  const ledger = useLedgerEntries(id)
  const entries = ledger.data ?? []
  return (
    <Section title="Balance history" about="Every change to the balance.">
      {ledger.isPending ? <Loading what="balance history" rows={2} /> : null}
      <ErrorAlert
        error={ledger.error}
        title="Couldn't load the balance history"
        onRetry={() => void ledger.refetch()}
      />
      {entries.length > 0 ? (
        <Paper withBorder>
          <Stack
            component="ol"
            gap={0}
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
            aria-label="Balance history, newest first"
          >
            {entries.map((entry, index) => (
              <LedgerEntryRow key={entry.id} of={entry} isFirst={index === 0} />
            ))}
          </Stack>
        </Paper>
      ) : null}
      <LoadMore list={ledger} mt="sm" />
    </Section>
  )
}

function LedgerEntryRow({ of: entry, isFirst }: { of: LedgerEntry; isFirst: boolean }) {
  const people = members.useList()
  const { orderId } = entry
  return (
    <Group
      component="li"
      justify="space-between"
      gap={4}
      px="md"
      py="sm"
      style={{
        fontVariantNumeric: 'tabular-nums',
        ...(!isFirst && { borderTop: '1px solid var(--mantine-color-default-border)' }),
      }}
    >
      <Stack gap={0} miw={0} flex="1 1 14rem">
        <Text size="sm" fw={600}>
          {formatBalanceChange(entry)}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[LEDGER_ENTRY_LABELS[entry.kind], entry.reason].filter(Boolean).join(' · ')}
          {orderId ? (
            <>
              {' · '}
              <Anchor
                underline="always"
                size="xs"
                renderRoot={(rest) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...rest} />}
              >
                View order
              </Anchor>
            </>
          ) : null}
        </Text>
      </Stack>
      <Stack gap={0} ta={{ base: 'left', sm: 'right' }} flex="0 1 auto">
        <Text size="sm">{`Balance ${formatMoney(entry.balanceAfter)}`}</Text>
        <Text size="xs" c="dimmed">
          <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>
          {` by ${formatActor(entry.actor, people.data ?? [])}`}
        </Text>
      </Stack>
    </Group>
  )
}
