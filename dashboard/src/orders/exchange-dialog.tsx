import { Checkbox, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { FormDialog } from '../parts/form-dialog.tsx'
import { moneyInWords, moneyText } from '../parts/money.ts'
import { AddVariant } from './add-variant.tsx'
import { linesIn, type RefundFields } from './deeds.ts'
import { ExchangeSummary } from './exchange-summary.tsx'
import { type Chosen, GoingOut, withOffer } from './going-out.tsx'
import { lineNameOf } from './order-words.ts'
import type { Order } from './orders.ts'
import { QuantityRows } from './quantity-rows.tsx'
import { ReasonField } from './reason-field.tsx'
import { Refusal } from './refusal.tsx'
import { leftToReturn, likelyReturn } from './return-rules.ts'
import { type Return, useExchange, useExchangePreview } from './returns.ts'

const PAUSE_MS = 250

interface Props {
  order: Order
  returns: Return[]
  /** With the difference, where the new goods have cost less. */
  onClose: (news?: string, refund?: Partial<RefundFields>) => void
}

export function ExchangeDialog({ order, returns, onClose }: Props) {
  const { currency } = order
  const [quantities, setQuantities] = useState(() => likelyReturn(order, returns))
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [isPaid, setIsPaid] = useState(false)
  const exchange = useExchange(order.id)
  const back = linesIn(quantities).map((line) => ({ ...line, ...(reason.trim() && { reason: reason.trim() }) }))
  const items = chosen
    .filter(({ quantity }) => quantity > 0)
    .map(({ offer: { variantId }, quantity }) => ({ variantId, quantity }))
  const wanted = back.length > 0 && items.length > 0 ? { returns: linesIn(quantities), items } : undefined
  const [settled] = useDebouncedValue(wanted && JSON.stringify(wanted), PAUSE_MS)
  const preview = useExchangePreview(order.id, settled === undefined ? undefined : JSON.parse(settled))
  // Only what was shown is done.
  const shown =
    wanted && settled === JSON.stringify(wanted) && !preview.isFetching && !preview.error ? preview.data : undefined
  const edited =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      exchange.reset()
      set(value)
    }
  const submit = () => {
    if (!shown) return
    exchange.mutate(
      {
        body: {
          returns: back,
          items,
          payment: isPaid && shown.due.amount > 0 ? 'external' : 'pending',
          expectedTotal: shown.totals.total,
          expectedDue: shown.due,
        },
      },
      {
        onSuccess: ({ order: made }) => {
          const over = { amount: shown.credit.amount - made.totals.total.amount, currency }
          const news = `Order #${made.number} is made, and what comes back is expected.`
          if (over.amount <= 0) return onClose(news)
          onClose(`${news} It costs ${moneyInWords(over)} less, which can be refunded.`, {
            amount: moneyText(over),
            reason: `Exchange for order #${made.number}`,
          })
        },
      },
    )
  }
  const nameOf = (path: string) => {
    const offers = chosen.map(({ offer: { variantId, title } }) => ({ id: variantId, variantId, title }))
    const goingOut = items.map(({ variantId }) => ({ lineId: variantId }))
    return path.startsWith('/items') ? lineNameOf(offers, goingOut)(path) : lineNameOf(order.items, back)(path)
  }
  return (
    <FormDialog
      size="lg"
      title={`Exchange of order #${order.number}`}
      saving={exchange}
      isReady={shown !== undefined}
      saveLabel="Exchange"
      cancelLabel="Not now"
      onSave={submit}
      onClose={onClose}
    >
      <Refusal
        error={exchange.error}
        title="Nothing was exchanged"
        nameOf={nameOf}
        onReload={() => edited(setQuantities)(likelyReturn(order, returns))}
      />
      <Title order={3} size="h6">
        Comes back
      </Title>
      <QuantityRows
        label="Comes back"
        lines={order.items}
        most={(line) => leftToReturn(line, returns)}
        quantities={quantities}
        onChange={edited(setQuantities)}
      />
      <ReasonField value={reason} onChange={setReason} />
      <Title order={3} size="h6">
        Goes out
      </Title>
      <GoingOut chosen={chosen} onChange={edited(setChosen)} />
      <AddVariant
        label="Add what goes out"
        currency={currency}
        suggestion={order.items.find(({ id }) => (quantities[id] ?? 0) > 0)?.title}
        onAdd={(offer) => edited(setChosen)(withOffer(chosen, offer))}
      />
      <ExchangeSummary
        isChosen={wanted !== undefined}
        preview={{ data: preview.data, error: exchange.error ? null : preview.error }}
        nameOf={nameOf}
        onRetry={() => void preview.refetch()}
      />
      {wanted && preview.data && preview.data.due.amount > 0 ? (
        <Checkbox
          label="The rest is paid already"
          description="In cash or by transfer. Otherwise it is due, and you note it when it is paid."
          checked={isPaid}
          onChange={(event) => setIsPaid(event.currentTarget.checked)}
        />
      ) : null}
    </FormDialog>
  )
}
