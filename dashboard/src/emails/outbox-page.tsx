import { Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { filterOptions } from '../ui/select-options.ts'
import { EMAIL_KIND_LABELS, EMAIL_STATUS_LABELS } from './email-labels.ts'
import { EmailRow } from './email-row.tsx'
import { type EmailFilter, useEmails } from './emails.ts'

const NO_FILTER: EmailFilter = { kind: '', status: '' }
const STATUS_OPTIONS = filterOptions(EMAIL_STATUS_LABELS)
const KIND_OPTIONS = filterOptions(
  Object.fromEntries(Object.entries(EMAIL_KIND_LABELS).map(([kind, { name }]) => [kind, name])),
)

export function OutboxPage() {
  const [filter, setFilter] = useState(NO_FILTER)
  const emails = useEmails(filter)
  const all = emails.data?.pages.flatMap(({ data }) => data) ?? []
  const isFiltered = filter.kind !== '' || filter.status !== ''
  return (
    <Page title="Outbox" about="Every email to a customer, with its delivery status.">
      <Group gap="md" role="search" aria-label="Emails">
        <NativeSelect
          flex="1 1 8rem"
          maw={240}
          label="Email"
          data={KIND_OPTIONS}
          value={filter.kind}
          onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value as EmailFilter['kind'] })}
        />
        <NativeSelect
          flex="1 1 8rem"
          maw={240}
          label="Status"
          data={STATUS_OPTIONS}
          value={filter.status}
          onChange={(event) => setFilter({ ...filter, status: event.currentTarget.value as EmailFilter['status'] })}
        />
      </Group>
      {emails.isPending ? <Loading what="outbox" /> : null}
      <ErrorAlert error={emails.error} title="Couldn't load the outbox" onRetry={() => void emails.refetch()} />
      {emails.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'No results' : 'No emails yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered ? 'Try changing the filters.' : 'The first order sends the first email.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Emails, newest first">
          {all.map((email) => (
            <EmailRow key={email.id} email={email} />
          ))}
        </Stack>
      ) : null}
      <LoadMore list={emails} />
    </Page>
  )
}
