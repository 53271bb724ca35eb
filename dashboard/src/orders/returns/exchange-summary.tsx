import { Group, Paper, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { withLabeledDetails } from '../../ui/field-errors.ts'
import { formatMoney } from '../../ui/money.ts'
import type { ExchangePreview } from './returns.ts'

interface Props {
  hasSelection: boolean
  preview: { data: ExchangePreview | undefined; error: Error | null }
  /** Label for a path in the request. */
  labelFor: (path: string) => string
  onRetry: () => void
}

/** Previews the exchange with the server's own amounts. */
export function ExchangeSummary({ hasSelection, preview: { data, error }, labelFor, onRetry }: Props) {
  if (!hasSelection) {
    return (
      <Text size="sm" c="dimmed">
        Select the returned and new items to see a summary.
      </Text>
    )
  }
  return (
    <Stack gap="xs" aria-live="polite">
      <ErrorAlert error={withLabeledDetails(error, labelFor)} title="Couldn't preview the exchange" onRetry={onRetry} />
      {data && !error ? (
        <Paper withBorder px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Stack gap={4}>
            {summaryRows(data).map(([name, value], index, rows) => (
              <Group key={name} justify="space-between" wrap="nowrap">
                <Text size="sm" fw={index === rows.length - 1 ? 700 : 400}>
                  {name}
                </Text>
                <Text size="sm" fw={index === rows.length - 1 ? 700 : 400}>
                  {value}
                </Text>
              </Group>
            ))}
            <Text size="xs" c="dimmed">
              {`The new order commits stock immediately and ships to the same address without a shipping charge. The payment for the returned items is applied to it.${
                data.remainingCredit.amount > 0 ? ' Next, you can preview and refund the difference.' : ''
              }`}
            </Text>
          </Stack>
        </Paper>
      ) : null}
    </Stack>
  )
}

function summaryRows({ credit, totals: { tax, total }, due, remainingCredit }: ExchangePreview): [string, string][] {
  const balanceRow: [string, string] =
    due.amount > 0
      ? ['Balance due', formatMoney(due)]
      : remainingCredit.amount > 0
        ? ['Refund due', formatMoney(remainingCredit)]
        : ['No balance due', '']
  return [
    ['Paid for returned items', formatMoney(credit)],
    [tax.amount > 0 ? `New items, with ${formatMoney(tax)} tax` : 'New items', formatMoney(total)],
    balanceRow,
  ]
}
