import { Group, Paper, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withReadableDetails } from '../../ui/field-errors.ts'
import { formatMoney } from '../../ui/money.ts'
import type { ExchangePreview } from '../requests.ts'

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
        Choose what comes back and what goes out for it, and see here what it comes to.
      </Text>
    )
  }
  return (
    <Stack gap="xs" aria-live="polite">
      <ErrorAlert error={withReadableDetails(error, labelFor)} title="This can't be exchanged" onRetry={onRetry} />
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

function summaryRows({ credit, totals: { tax, total }, due, left }: ExchangePreview): [string, string][] {
  const balanceRow: [string, string] =
    due.amount > 0
      ? ['To be paid', formatMoney(due)]
      : left.amount > 0
        ? ['Left to refund', formatMoney(left)]
        : ['Nothing is owed', '']
  return [
    ['Paid for what comes back', formatMoney(credit)],
    [tax.amount > 0 ? `What goes out, with ${formatMoney(tax)} tax` : 'What goes out', formatMoney(total)],
    balanceRow,
  ]
}
