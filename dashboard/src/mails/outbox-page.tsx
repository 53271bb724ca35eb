import { Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { allOr } from '../parts/choices.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { MailRow } from './mail-row.tsx'
import { KIND_WORDS, STATUS_WORDS } from './mail-words.ts'
import { type MailFilter, useMails } from './mails.ts'

const ALL: MailFilter = { kind: '', status: '' }
const STATUSES = allOr(STATUS_WORDS)
const KINDS = allOr(Object.fromEntries(Object.entries(KIND_WORDS).map(([kind, { name }]) => [kind, name])))

export function OutboxPage() {
  const [filter, setFilter] = useState(ALL)
  const mails = useMails(filter)
  const all = mails.data?.pages.flatMap(({ data }) => data) ?? []
  const isFiltered = filter.kind !== '' || filter.status !== ''
  return (
    <Page title="Outbox" about="Every e-mail that was written to a buyer, and what became of it.">
      <Group gap="md" role="search" aria-label="E-mails">
        <NativeSelect
          flex="1 1 8rem"
          maw={240}
          label="E-mail"
          data={KINDS}
          value={filter.kind}
          onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value as MailFilter['kind'] })}
        />
        <NativeSelect
          flex="1 1 8rem"
          maw={240}
          label="Status"
          data={STATUSES}
          value={filter.status}
          onChange={(event) => setFilter({ ...filter, status: event.currentTarget.value as MailFilter['status'] })}
        />
      </Group>
      {mails.isPending ? <Loading what="the outbox" /> : null}
      <Failure error={mails.error} title="The outbox can't be shown" onRetry={() => void mails.refetch()} />
      {mails.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'None fits' : 'Nothing was written yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered ? 'Look for another kind or status.' : 'The first order writes the first e-mail.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="E-mails, newest first">
          {all.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </Stack>
      ) : null}
      <LoadMore list={mails} />
    </Page>
  )
}
