import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Section } from '../parts/section.tsx'
import type { RefundFields } from './deeds.ts'
import { DeclineDialog, GiveUpDialog } from './end-return-dialog.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'
import type { Order } from './orders.ts'
import { ReceiveDialog } from './receive-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { ReturnRow } from './return-row.tsx'
import { leftToRefund, leftToReturn } from './return-rules.ts'
import { type AskedOfReturn, reasonOf, type useReturns } from './returns.ts'

interface Props {
  order: Order
  returns: ReturnType<typeof useReturns>
  mayAct: boolean
  onNews: (words: string) => void
  /** Opens the form for a refund, filled in so far. */
  onRefund: (start: Partial<RefundFields>) => void
}

export function ReturnsPart({ order, returns, mayAct, onNews, onRefund }: Props) {
  const [asked, setAsked] = useState<AskedOfReturn>()
  const all = returns.data?.pages.flatMap(({ data }) => data) ?? []
  const isOpen = order.status === 'open' || order.status === 'completed'
  const canReturn = mayAct && isOpen && returns.isSuccess && order.items.some((line) => leftToReturn(line, all) > 0)
  if (all.length === 0 && !canReturn && !returns.error) return null
  const done = (words = '') => {
    setAsked(undefined)
    onNews(words)
  }
  return (
    <Section title="Returns and exchanges">
      <Stack gap="xs">
        <Failure error={returns.error} title="The returns can't be shown" onRetry={() => void returns.refetch()} />
        {all.length > 0 ? (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Returns, newest first">
            {all.map((one) => (
              <ReturnRow
                key={one.id}
                order={order}
                of={one}
                returns={all}
                mayAct={mayAct}
                onAsk={setAsked}
                onNews={onNews}
                onRefund={onRefund}
              />
            ))}
          </Stack>
        ) : null}
        {canReturn ? (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setAsked({ deed: 'return' })}>
              Return something
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsked({ deed: 'exchange' })}>
              Exchange something
            </Button>
          </Group>
        ) : null}
        {mayAct && isOpen && all.length > 0 && !canReturn && returns.isSuccess ? (
          <Text size="xs" c="dimmed">
            All that was sent is back or on its way.
          </Text>
        ) : null}
      </Stack>
      {asked?.deed === 'return' ? (
        <ReturnDialog
          order={order}
          returns={all}
          onClose={(words, arrived) => {
            done(words)
            if (arrived) setAsked({ deed: 'receive', of: arrived })
          }}
        />
      ) : null}
      {asked?.deed === 'exchange' ? (
        <ExchangeDialog
          order={order}
          returns={all}
          onClose={(words, refund) => {
            done(words)
            if (refund) onRefund(refund)
          }}
        />
      ) : null}
      {asked?.deed === 'receive' ? (
        <ReceiveDialog
          order={order}
          return={all.find(({ id }) => id === asked.of.id) ?? asked.of}
          onClose={(words, quantities) => {
            done(words)
            const owed = order.items.map((line) => [
              line.id,
              Math.min(leftToRefund(line, all), quantities?.[line.id] ?? 0),
            ])
            // What was refunded before it came is not owed any more.
            if (owed.some(([, quantity]) => quantity !== 0))
              onRefund({ quantities: Object.fromEntries(owed), reason: reasonOf(asked.of) })
          }}
        />
      ) : null}
      {asked?.deed === 'decline' ? <DeclineDialog order={order} return={asked.of} onClose={done} /> : null}
      {asked?.deed === 'give up' ? <GiveUpDialog order={order} return={asked.of} onClose={done} /> : null}
    </Section>
  )
}
