import { Group, Paper, Stack, Text } from '@mantine/core'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'
import { moneyInWords } from '../parts/money.ts'
import type { ExchangePreview } from './wishes.ts'

interface Props {
  isChosen: boolean
  preview: { data: ExchangePreview | undefined; error: Error | null }
  /** What stands at a place of the request, in words. */
  nameOf: (path: string) => string
  onRetry: () => void
}

/** What it comes to, in the server's own numbers, before it is done. */
export function ExchangeSummary({ isChosen, preview: { data, error }, nameOf, onRetry }: Props) {
  if (!isChosen) {
    return (
      <Text size="sm" c="dimmed">
        Choose what comes back and what goes out for it, and see here what it comes to.
      </Text>
    )
  }
  return (
    <Stack gap="xs" aria-live="polite">
      <Failure error={toldPlainly(error, nameOf)} title="This can't be exchanged" onRetry={onRetry} />
      {data && !error ? (
        <Paper withBorder px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Stack gap={4}>
            {rowsOf(data).map(([name, value], place, rows) => (
              <Group key={name} justify="space-between" wrap="nowrap">
                <Text size="sm" fw={place === rows.length - 1 ? 700 : 400}>
                  {name}
                </Text>
                <Text size="sm" fw={place === rows.length - 1 ? 700 : 400}>
                  {value}
                </Text>
              </Group>
            ))}
            <Text size="xs" c="dimmed">
              {`A new order takes its stock at once and goes to the same address, without a fee for shipping. What was paid for what comes back pays for it.${
                data.left.amount > 0 ? ' The refund is the next step, and shown before it is made.' : ''
              }`}
            </Text>
          </Stack>
        </Paper>
      ) : null}
    </Stack>
  )
}

function rowsOf({ credit, totals: { tax, total }, due, left }: ExchangePreview): [string, string][] {
  const last: [string, string] =
    due.amount > 0
      ? ['To be paid', moneyInWords(due)]
      : left.amount > 0
        ? ['Left to refund', moneyInWords(left)]
        : ['Nothing is owed', '']
  return [
    ['Paid for what comes back', moneyInWords(credit)],
    [tax.amount > 0 ? `What goes out, with ${moneyInWords(tax)} tax` : 'What goes out', moneyInWords(total)],
    last,
  ]
}
