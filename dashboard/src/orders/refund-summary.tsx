import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'
import { moneyInWords } from '../parts/money.ts'
import { inMoney } from './money-refusal.ts'
import { endingInWords, tenderInWords } from './order-words.ts'
import type { Order, OrderPayment } from './orders.ts'
import type { RefundPreview } from './wishes.ts'

interface Props {
  order: Order
  isChosen: boolean
  preview: { data: RefundPreview | undefined; error: Error | null }
  /** What stands at a place of the request, in words. */
  nameOf: (path: string) => string
}

/** What would happen, in the server's own numbers, before it does. */
export function RefundSummary({ order, isChosen, preview: { data, error }, nameOf }: Props) {
  if (!isChosen) {
    return (
      <Text size="sm" c="dimmed">
        Choose what is paid back, and see here what becomes of it.
      </Text>
    )
  }
  return (
    <Stack gap="xs" aria-live="polite">
      <Failure error={toldPlainly(inMoney(error, order.currency), nameOf)} title="This can't be refunded" />
      {data && !error ? (
        <Paper withBorder px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Stack gap={4}>
            <SummaryRow name="Refund" value={moneyInWords(data.amount)} isMain />
            {data.tenders.map(({ paymentId, method, amount, points }) => {
              const payment = order.payments.find(({ id }) => id === paymentId)
              return (
                <SummaryRow
                  key={paymentId}
                  name={payment ? placeInWords(payment, method) : 'to the buyer'}
                  value={points === undefined ? moneyInWords(amount) : `${moneyInWords(amount)} as ${points} points`}
                />
              )
            })}
            {data.manualAmount.amount > 0 ? (
              <Alert color="orange" variant="light" p="xs" my={4} title="No money is sent automatically">
                {`${moneyInWords(data.manualAmount)} was paid outside Storedesk. Refund this amount to the customer yourself; this only records it.`}
              </Alert>
            ) : null}
            {data.giftCards.count > 0 ? <Text size="sm">{endingInWords(data.giftCards)}</Text> : null}
            <Text size="xs" c="dimmed">
              {wordsOf(data)}
            </Text>
          </Stack>
        </Paper>
      ) : null}
    </Stack>
  )
}

/** Credit is no money: the order that it came from has it again, and pays it back. */
function placeInWords(payment: OrderPayment, method: RefundPreview['tenders'][number]['method']): string {
  if (method === 'order_credit') return `to order #${payment.details.exchangeOf} as credit, to be refunded there`
  return method === 'manual' ? 'by you, outside Storedesk' : `to ${tenderInWords(payment)}`
}

function wordsOf({ lines, refundable, amount }: RefundPreview): string {
  const count = (field: 'removed' | 'restocked') => lines.reduce((sum, line) => sum + line[field], 0)
  const left = { ...refundable, amount: refundable.amount - amount.amount }
  return [
    count('removed') > 0 ? `${count('removed')} not sent yet and taken out.` : '',
    count('restocked') > 0 ? `${count('restocked')} back on the shelf.` : '',
    `${moneyInWords(left)} can still be refunded after this.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function SummaryRow({ name, value, isMain = false }: { name: string; value: string; isMain?: boolean }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" fw={isMain ? 700 : 400}>
        {name}
      </Text>
      <Text size="sm" fw={isMain ? 700 : 400}>
        {value}
      </Text>
    </Group>
  )
}
