import { Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EMAIL_KIND_LABELS } from '../../emails/email-labels.ts'
import type { EmailKind } from '../../emails/emails.ts'
import type { Order } from '../../orders/orders.ts'
import { type NewTicketAction, useTicketAction } from '../../orders/ticket-actions.ts'
import { useWorkspaceSettings } from '../../settings/workspace-settings.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { LabelSelect } from '../../ui/label-select.tsx'
import { exampleAmount, formatMoney, parseMoney } from '../../ui/money.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { parsePercentage } from '../../ui/percentage.ts'
import { formatPoints, MAX_POINTS } from '../../ui/points.ts'
import { parseWholeNumber } from '../../ui/whole-number.ts'
import { requestComposerText } from '../composer-text.ts'

interface Props {
  ticketId: string
  onClose: (message?: string) => void
}

const useAction = (ticketId: string) =>
  useTicketAction(
    ticketId,
    (action: NewTicketAction) => action,
    (action) => action,
  )

export function PointsDialog({ ticketId, onClose }: Props) {
  const action = useAction(ticketId)
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const points = parseWholeNumber(text.trim(), { min: 1, max: MAX_POINTS })
  const save = () => {
    if (!points) return
    action.mutate(
      { type: 'goodwill_points', points, reason: reason.trim() },
      { onSuccess: () => onClose(`${formatPoints(points)} given`) },
    )
  }
  return (
    <FormDialog
      title="Give points"
      mutation={action}
      isReady={Boolean(points) && reason.trim() !== ''}
      saveLabel="Give points"
      onSave={save}
      onClose={() => onClose()}
    >
      <ErrorAlert error={action.error} title="Couldn't give the points" />
      <TextInput
        label="Points"
        placeholder="250"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={text && !points ? 'Enter a whole number such as 250.' : undefined}
        autoComplete="off"
        data-autofocus
      />
      <ReasonInput value={reason} onChange={setReason} />
    </FormDialog>
  )
}

export function CreditDialog({ ticketId, onClose }: Props) {
  const currency = useWorkspaceSettings().data?.currency ?? 'EUR'
  const action = useAction(ticketId)
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const amount = parseMoney(text, currency)
  const isValid = amount !== undefined && amount.amount > 0
  const save = () => {
    if (!isValid) return
    action.mutate(
      { type: 'store_credit', amount, reason: reason.trim() },
      { onSuccess: () => onClose(`${formatMoney(amount)} store credit given`) },
    )
  }
  return (
    <FormDialog
      title="Give store credit"
      mutation={action}
      isReady={isValid && reason.trim() !== ''}
      saveLabel="Give store credit"
      onSave={save}
      onClose={() => onClose()}
    >
      <ErrorAlert error={action.error} title="Couldn't give the store credit" />
      <TextInput
        label={`Amount in ${currency}`}
        placeholder={exampleAmount(currency)}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={text && !isValid ? `Enter an amount such as ${exampleAmount(currency)}.` : undefined}
        autoComplete="off"
        data-autofocus
      />
      <ReasonInput value={reason} onChange={setReason} />
    </FormDialog>
  )
}

const DISCOUNT_LABELS = { percentage: 'Percentage', amount: 'Fixed amount' } as const

/** The code goes into the reply: nobody copies it by hand. */
export function DiscountCodeDialog({ ticketId, onClose }: Props) {
  const currency = useWorkspaceSettings().data?.currency ?? 'EUR'
  const action = useAction(ticketId)
  const [kind, setKind] = useState<keyof typeof DISCOUNT_LABELS>('percentage')
  const [percentageText, setPercentageText] = useState('10')
  const [amountText, setAmountText] = useState('')
  const discount = kind === 'percentage' ? toPercentageDiscount(percentageText) : toAmountDiscount(amountText, currency)
  const code = action.data?.code
  const save = () => {
    if (!discount) return
    if (!code) return action.mutate({ type: 'discount_code', ...discount.input })
    onClose()
    requestComposerText({
      ticketId,
      mode: 'reply',
      text: `Use the code ${code} for ${discount.label} off your next order.`,
    })
  }
  return (
    <FormDialog
      title="Create a discount code"
      mutation={action}
      isReady={discount !== undefined}
      saveLabel={code ? 'Insert into reply' : 'Create code'}
      onSave={save}
      onClose={() => onClose()}
    >
      <ErrorAlert error={action.error} title="Couldn't create the code" />
      {code ? (
        <Stack gap={4} role="status">
          <Text size="sm">One order can use this code:</Text>
          <Group>
            <Code fz="lg">{code}</Code>
          </Group>
        </Stack>
      ) : (
        <>
          <LabelSelect label="Discount" labels={DISCOUNT_LABELS} value={kind} onChange={setKind} />
          {kind === 'percentage' ? (
            <TextInput
              label="Percent off"
              inputMode="decimal"
              value={percentageText}
              onChange={(event) => setPercentageText(event.currentTarget.value)}
              error={discount ? undefined : 'Enter a number from 0.01 to 100.'}
              autoComplete="off"
              data-autofocus
            />
          ) : (
            <MoneyField label="Amount off" value={amountText} onChange={setAmountText} currency={currency} />
          )}
        </>
      )}
    </FormDialog>
  )
}

function toPercentageDiscount(text: string) {
  const percentage = parsePercentage(text, 2)
  return percentage ? { input: { percentage }, label: `${percentage} %` } : undefined
}

function toAmountDiscount(text: string, currency: string) {
  const amount = parseMoney(text, currency)
  return amount && amount.amount > 0 ? { input: { amount }, label: formatMoney(amount) } : undefined
}

const ORDER_EMAILS = ['order_confirmation', 'order_shipped', 'order_refunded'] as const satisfies EmailKind[]

export function ResendDialog({ ticketId, order, onClose }: Props & { order: Order }) {
  const action = useAction(ticketId)
  const [kind, setKind] = useState<(typeof ORDER_EMAILS)[number]>('order_confirmation')
  return (
    <FormDialog
      title={`Resend an email of order #${order.number}`}
      mutation={action}
      saveLabel="Resend"
      onSave={() =>
        action.mutate(
          { type: 'resend', orderId: order.id, kind },
          { onSuccess: () => onClose(`${EMAIL_KIND_LABELS[kind].name} sent to ${order.email ?? 'the buyer'}`) },
        )
      }
      onClose={() => onClose()}
    >
      <ErrorAlert error={action.error} title="Couldn't resend the email" />
      <NativeSelect
        label="Email"
        description={order.email ? `To ${order.email}` : undefined}
        data={ORDER_EMAILS.map((value) => ({ value, label: EMAIL_KIND_LABELS[value].name }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
        data-autofocus
      />
    </FormDialog>
  )
}

const ReasonInput = ({ value, onChange }: { value: string; onChange: (reason: string) => void }) => (
  <TextInput
    label="Reason"
    placeholder="Apology for a late delivery"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    maxLength={500}
    autoComplete="off"
  />
)
