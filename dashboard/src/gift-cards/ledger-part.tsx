import { Group, Paper, Stack, Text } from '@mantine/core'
import { actorInWords } from '../members/actor-words.ts'
import { useMembers } from '../members/members.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { moneyInWords } from '../parts/money.ts'
import { Section } from '../parts/section.tsx'
import { fullTime } from '../parts/when.tsx'
import { changeInWords, KIND_WORDS } from './gift-card-words.ts'
import { type Entry, useEntries } from './gift-cards.ts'

export function LedgerPart({ id }: { id: string }) {
  const ledger = useEntries(id)
  const entries = ledger.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title="Ledger" about="All that came and went. The balance is the sum of it.">
      {ledger.isPending ? <Loading what="the ledger" rows={2} /> : null}
      <Failure error={ledger.error} title="The ledger can't be shown" onRetry={() => void ledger.refetch()} />
      {entries.length > 0 ? (
        <Paper withBorder>
          <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Entries, newest first">
            {entries.map((entry, place) => (
              <EntryRow key={entry.id} of={entry} isFirst={place === 0} />
            ))}
          </Stack>
        </Paper>
      ) : null}
      <LoadMore list={ledger} mt="sm" />
    </Section>
  )
}

function EntryRow({ of: entry, isFirst }: { of: Entry; isFirst: boolean }) {
  const members = useMembers()
  const about = [KIND_WORDS[entry.kind], entry.reason, entry.holder, entry.reference].filter(Boolean).join(' · ')
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
          {changeInWords(entry)}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {about}
        </Text>
      </Stack>
      <Stack gap={0} align="flex-end" flex="0 1 auto">
        <Text size="sm">{`${moneyInWords(entry.balanceAfter)} left`}</Text>
        <Text size="xs" c="dimmed">
          <time dateTime={entry.createdAt}>{fullTime(entry.createdAt)}</time>
          {` by ${actorInWords(entry.actor, members.data ?? [])}`}
        </Text>
      </Stack>
    </Group>
  )
}
