import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { withLabeledDetails } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { LabeledValue } from '../ui/list.tsx'
import { exampleAmount, formatMoney, normalizeMoneyInput, parseMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { Section } from '../ui/section.tsx'
import { DateLabel } from '../ui/time.tsx'
import { fieldLabel, toGiftCardChanges, toGiftCardFields, validateAmount } from './gift-card-fields.ts'
import { GiftCardInputs } from './gift-card-inputs.tsx'
import { ExpiryDate, GiftCardStatusBadge } from './gift-card-list.tsx'
import { formatLast4, type GiftCard, giftCards, useCreditGiftCard, useDeactivateGiftCard } from './gift-cards.ts'
import { LedgerSection } from './ledger-section.tsx'

export function GiftCardPage() {
  const { id } = useParams({ from: '/shell/sales/gift-cards/$id' })
  return <GiftCardDetails key={id} id={id} />
}

function GiftCardDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const card = giftCards.useOne(id)
  const [dialog, setDialog] = useState<'credit' | 'deactivate'>()
  const [message, setMessage] = useState('')
  const { data } = card
  const close = (text = '') => {
    setDialog(undefined)
    setMessage(text)
  }
  return (
    <Page
      title={data ? `Gift card ${formatLast4(data)}` : 'Gift card'}
      back="Gift cards"
      actions={data && canManage(workspace.role) ? <GiftCardActions of={data} onOpenDialog={setDialog} /> : null}
    >
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      {card.isPending ? <Loading what="gift card" /> : null}
      <ErrorAlert error={card.error} title="Couldn't load the gift card" onRetry={() => void card.refetch()} />
      {data ? (
        <Stack gap="lg">
          <GiftCardSummary of={data} />
          {data.status !== 'active' && data.balance.amount > 0 ? (
            <Alert color="yellow" title="A refund was added to this gift card">
              This card can't be used anymore, but you still owe the balance. Issue a new gift card for the same amount,
              then deactivate this one to write off its balance.
            </Alert>
          ) : null}
          <GiftCardForm card={data} canEdit={workspace.role !== 'viewer'} />
          <LedgerSection id={id} />
        </Stack>
      ) : null}
      {data && dialog === 'credit' ? <CreditGiftCardDialog card={data} onClose={close} /> : null}
      {data && dialog === 'deactivate' ? <DeactivateGiftCardDialog card={data} onClose={close} /> : null}
    </Page>
  )
}

function GiftCardActions({
  of: card,
  onOpenDialog,
}: {
  of: GiftCard
  onOpenDialog: (dialog: 'credit' | 'deactivate') => void
}) {
  const isSettled = card.status === 'deactivated' && card.balance.amount === 0
  return (
    <Group gap="xs">
      {card.status === 'active' ? <Button onClick={() => onOpenDialog('credit')}>Add to balance</Button> : null}
      {isSettled ? null : (
        <Button variant="outline" color="red" onClick={() => onOpenDialog('deactivate')}>
          Deactivate
        </Button>
      )}
    </Group>
  )
}

function GiftCardSummary({ of: card }: { of: GiftCard }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 5 }}>
      <LabeledValue name="Balance">
        <Text fw={700} size="lg" lh={1.2}>
          {formatMoney(card.balance)}
        </Text>
      </LabeledValue>
      <LabeledValue name="Status">
        <GiftCardStatusBadge of={card} />
      </LabeledValue>
      <LabeledValue name="Initial value">{formatMoney(card.initialAmount)}</LabeledValue>
      <LabeledValue name="Issued">
        <DateLabel at={card.createdAt} />
      </LabeledValue>
      <LabeledValue name="Expires">
        <ExpiryDate of={card} />
      </LabeledValue>
    </SimpleGrid>
  )
}

function CreditGiftCardDialog({ card, onClose }: { card: GiftCard; onClose: (message?: string) => void }) {
  const { currency } = card.balance
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const credit = useCreditGiftCard(card.id)
  const amount = parseMoney(text, currency)
  const amountError = validateAmount(text, card.balance)
  const isValidAmount = amount !== undefined && !amountError
  const trimmedReason = reason.trim()
  return (
    <FormDialog
      title="Add to balance"
      mutation={credit}
      isReady={isValidAmount && trimmedReason !== ''}
      saveLabel="Add to balance"
      onSave={() =>
        isValidAmount &&
        credit.mutate(
          { amount, reason: trimmedReason },
          { onSuccess: ({ balance }) => onClose(`Balance updated to ${formatMoney(balance)}`) },
        )
      }
      onClose={onClose}
    >
      <ErrorAlert error={withLabeledDetails(credit.error, fieldLabel)} title="Couldn't add to the balance" />
      <TextInput
        label={`Amount in ${currency}`}
        placeholder={exampleAmount(currency)}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => setText(normalizeMoneyInput(text, currency))}
        error={amountError}
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
        {isValidAmount
          ? `Balance: ${formatMoney(card.balance)} → ${formatMoney({ currency, amount: card.balance.amount + amount.amount })}`
          : `Balance: ${formatMoney(card.balance)}`}
      </Text>
    </FormDialog>
  )
}

function DeactivateGiftCardDialog({ card, onClose }: { card: GiftCard; onClose: (message?: string) => void }) {
  const deactivate = useDeactivateGiftCard(card.id)
  return (
    <ConfirmDialog
      title={`Deactivate gift card ${formatLast4(card)}?`}
      errorTitle="Couldn't deactivate the gift card"
      cancelLabel="Cancel"
      confirmLabel="Deactivate"
      mutation={deactivate}
      onConfirm={() => deactivate.mutate(undefined, { onSuccess: () => onClose('Gift card deactivated') })}
      onClose={onClose}
    >
      {card.balance.amount > 0
        ? `Customers can no longer use it, and the remaining balance of ${formatMoney(card.balance)} is written off. This can't be undone.`
        : "Customers can no longer use it. This can't be undone."}
    </ConfirmDialog>
  )
}

function GiftCardForm({ card, canEdit }: { card: GiftCard; canEdit: boolean }) {
  const saved = toGiftCardFields(card)
  const update = giftCards.useUpdate(card.id, { version: card.version })
  const draft = useSavedFormDraft(saved, update)
  const { fields } = draft
  const save = () =>
    update.mutate(toGiftCardChanges(fields, saved), {
      onSuccess: (updated) => draft.markSaved(fields, toGiftCardFields(updated)),
    })
  return (
    <Section title="Details">
      <SaveForm
        what="this gift card"
        errorTitle="Couldn't save the gift card"
        draft={draft}
        mutation={update}
        error={withLabeledDetails(update.error, fieldLabel)}
        canEdit={canEdit}
        gap="sm"
        onSave={save}
      >
        <Paper withBorder p="md">
          <Stack gap="md">
            <GiftCardInputs
              fields={fields}
              onEdit={draft.edit}
              error={update.error}
              readOnly={!canEdit}
              isExpiryLocked={card.status !== 'active'}
            />
          </Stack>
        </Paper>
      </SaveForm>
    </Section>
  )
}
