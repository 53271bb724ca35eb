import { Paper, Stack, Table, Text } from '@mantine/core'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { moneyInWords } from '../parts/money.ts'
import { Section } from '../parts/section.tsx'
import { fullTime } from '../parts/when.tsx'
import { type Use, useUses } from './codes.ts'
import { USE_WORDS } from './promotion-words.ts'

export function UsesPart({ id }: { id: string }) {
  const uses = useUses(id)
  const all = uses.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title="Uses" about="Checkouts hold a use until they are paid or left.">
      <Stack gap="sm">
        {uses.isPending ? <Loading what="the uses" rows={1} /> : null}
        <Failure error={uses.error} title="The uses can't be shown" onRetry={() => void uses.refetch()} />
        {uses.isSuccess && all.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nobody has used it yet.
          </Text>
        ) : null}
        {all.length > 0 ? <UseTable uses={all} /> : null}
        <LoadMore list={uses} size="xs" style={{ alignSelf: 'flex-start' }}>
          Load more uses
        </LoadMore>
      </Stack>
    </Section>
  )
}

function UseTable({ uses }: { uses: Use[] }) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing="xs" horizontalSpacing="sm" aria-label="Uses">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">When</Table.Th>
              <Table.Th scope="col">By</Table.Th>
              <Table.Th scope="col">Code</Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col" ta="right">
                Given
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {uses.map((use) => (
              <Table.Tr key={use.id} style={{ fontVariantNumeric: 'tabular-nums' }}>
                <Table.Td>
                  <time dateTime={use.createdAt}>{fullTime(use.createdAt)}</time>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{use.holder}</Table.Td>
                <Table.Td ff="monospace">{use.code ?? '–'}</Table.Td>
                <Table.Td>{USE_WORDS[use.state]}</Table.Td>
                <Table.Td ta="right">{moneyInWords(use.amount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
