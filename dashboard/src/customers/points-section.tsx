import { Anchor, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { formatNumber, formatPoints, MAX_POINTS } from '../ui/points.ts'
import { Section } from '../ui/section.tsx'
import { DateLabel } from '../ui/time.tsx'
import { parseWholeNumber } from '../ui/whole-number.ts'
import { type PointsBalance, useAdjustPoints, usePointsBalance } from './customers.ts'

export function PointsSection({ id, canAdjust }: { id: string; canAdjust: boolean }) {
  const balance = usePointsBalance(id)
  const [isAdjusting, setIsAdjusting] = useState(false)
  const { data } = balance
  return (
    <Section title="Points">
      <ErrorAlert error={balance.error} title="Couldn't load the points" onRetry={() => void balance.refetch()} />
      {data ? (
        <Paper withBorder p="md">
          <Stack gap="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
            <BalanceDetails of={data} />
            <Group gap="sm">
              {canAdjust ? (
                <Button size="xs" variant="default" onClick={() => setIsAdjusting(true)}>
                  Adjust points
                </Button>
              ) : null}
              <Anchor
                size="sm"
                renderRoot={(props) => <Link to="/sales/loyalty/ledger" search={{ customerId: id }} {...props} />}
              >
                View entries
              </Anchor>
            </Group>
          </Stack>
        </Paper>
      ) : null}
      {isAdjusting && data ? (
        <AdjustDialog id={id} available={data.available} onClose={() => setIsAdjusting(false)} />
      ) : null}
    </Section>
  )
}

function BalanceDetails({ of: { available, value, pending, tier, nextTier, expiring } }: { of: PointsBalance }) {
  const worth = value.filter(({ amount }) => amount > 0).map(formatMoney)
  const [first] = expiring
  return (
    <>
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{formatPoints(available)}</Text>
          {worth.length > 0 ? (
            <Text size="xs" c="dimmed">
              {`Worth ${worth.join(' or ')}`}
            </Text>
          ) : null}
        </div>
        {tier ? (
          <Badge miw="max-content" variant="dot" color="yellow" tt="none">
            {tier.name}
          </Badge>
        ) : null}
      </Group>
      {pending > 0 ? <LabeledValue name="Pending">{formatPoints(pending)}</LabeledValue> : null}
      {nextTier ? (
        <LabeledValue name="Next tier">
          {`${nextTier.name}, ${formatPoints(nextTier.missingPoints)} to go`}
        </LabeledValue>
      ) : null}
      {tier?.until ? (
        <LabeledValue name="Tier reviewed">
          <DateLabel at={tier.until} />
        </LabeledValue>
      ) : null}
      {first ? (
        <LabeledValue name="Expiring next">
          {`${formatPoints(first.points)} on `}
          <DateLabel at={first.at} />
        </LabeledValue>
      ) : null}
    </>
  )
}

interface AdjustDialogProps {
  id: string
  available: number
  onClose: () => void
}

function AdjustDialog({ id, available, onClose }: AdjustDialogProps) {
  const adjust = useAdjustPoints(id)
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const isNegative = /^[-−]/.test(text.trim())
  const count = parseWholeNumber(text.trim().replace(/^[-−]/, ''), { min: 1, max: MAX_POINTS })
  const points = count && (isNegative ? -count : count)
  const trimmedReason = reason.trim()
  return (
    <FormDialog
      title="Adjust points"
      mutation={adjust}
      isReady={Boolean(points) && trimmedReason !== ''}
      saveLabel="Adjust points"
      onSave={() => points && adjust.mutate({ points, reason: trimmedReason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ErrorAlert error={adjust.error} title="Couldn't adjust the points" />
      <TextInput
        label="Points"
        description="Negative to remove points"
        placeholder="250"
        inputMode="text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={text && count === undefined ? 'Enter a whole number such as 250.' : undefined}
        autoComplete="off"
        maxLength={12}
        data-autofocus
      />
      <TextInput
        label="Reason"
        placeholder="Apology for a late delivery"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
      />
      <Text size="sm" aria-live="polite">
        {points
          ? `Points: ${formatNumber(available)} → ${formatNumber(available + points)}`
          : `Points: ${formatNumber(available)}`}
      </Text>
    </FormDialog>
  )
}
