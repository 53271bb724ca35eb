import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { exampleAmount, formatMoney, normalizeMoneyInput, parseMoney } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { useAdjustStoreCredit, useStoreCredit } from './customers.ts'

export function StoreCreditSection({ id, canAdjust }: { id: string; canAdjust: boolean }) {
  const storeCredit = useStoreCredit(id)
  const currency = useWorkspaceSettings().data?.currency
  const [isAdjusting, setIsAdjusting] = useState(false)
  const accounts = storeCredit.data?.data ?? []
  return (
    <Section title="Store credit">
      <ErrorAlert
        error={storeCredit.error}
        title="Couldn't load the store credit"
        onRetry={() => void storeCredit.refetch()}
      />
      <Paper withBorder p="md">
        <Stack gap={4} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {accounts.map(({ balance }) => (
            <Text key={balance.currency} fw={600}>
              {formatMoney(balance)}
            </Text>
          ))}
          {storeCredit.isSuccess && accounts.length === 0 ? (
            <Text size="sm" c="dimmed">
              No store credit
            </Text>
          ) : null}
          {canAdjust && currency ? (
            <Group mt="xs">
              <Button size="xs" variant="default" onClick={() => setIsAdjusting(true)}>
                Adjust store credit
              </Button>
            </Group>
          ) : null}
        </Stack>
      </Paper>
      {isAdjusting && currency ? (
        <AdjustDialog id={id} currency={currency} onClose={() => setIsAdjusting(false)} />
      ) : null}
    </Section>
  )
}

function AdjustDialog({ id, currency, onClose }: { id: string; currency: string; onClose: () => void }) {
  const adjust = useAdjustStoreCredit(id)
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const isNegative = text.trim().startsWith('-')
  const parsed = parseMoney(text.trim().replace(/^-/, ''), currency)
  const amount = parsed && { ...parsed, amount: isNegative ? -parsed.amount : parsed.amount }
  const isValid = amount !== undefined && amount.amount !== 0
  const trimmedReason = reason.trim()
  return (
    <FormDialog
      title="Adjust store credit"
      mutation={adjust}
      isReady={isValid && trimmedReason !== ''}
      saveLabel="Adjust store credit"
      onSave={() => isValid && adjust.mutate({ amount, reason: trimmedReason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ErrorAlert error={adjust.error} title="Couldn't adjust the store credit" />
      <TextInput
        label={`Amount in ${currency}`}
        description="Negative to remove store credit"
        placeholder={exampleAmount(currency)}
        inputMode="text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => setText(isNegative ? text.trim() : normalizeMoneyInput(text, currency))}
        error={text && !isValid ? `Enter an amount such as ${exampleAmount(currency)}.` : undefined}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label="Reason"
        placeholder="Apology for a late delivery"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        autoComplete="off"
      />
    </FormDialog>
  )
}
