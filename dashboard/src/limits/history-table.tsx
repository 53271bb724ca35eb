import { Table } from '@mantine/core'
import { type Bucket, countOf } from './history.ts'
import classes from './history-table.module.css'
import { dateInWords, numberInWords, spanInWords } from './history-words.ts'

export function HistoryTable({ buckets }: { buckets: Bucket[] }) {
  const busy = buckets.filter((bucket) => countOf(bucket) > 0).reverse()
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      <Table.ScrollContainer minWidth={320} maxHeight={360}>
        <Table stickyHeader captionSide="bottom">
          <Table.Caption>Newest first; quarter hours without requests are left out.</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Time</Table.Th>
              <Table.Th scope="col" ta="right">
                Accepted
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Refused
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {busy.map((bucket) => (
              <Table.Tr key={bucket.startsAt.getTime()}>
                <Table.Th scope="row" fw={400}>{`${dateInWords(bucket.startsAt)}, ${spanInWords(bucket)}`}</Table.Th>
                <Table.Td ta="right">{numberInWords(bucket.accepted)}</Table.Td>
                <Table.Td ta="right">{numberInWords(bucket.refused)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  )
}
