import type { Cart, Money } from '@storedesk/sdk'
import type { ReactNode } from 'react'
import { useFormat } from '../shop/format.ts'

interface Props {
  cart: Cart
  /** Shipping is not chosen before the checkout. */
  shippingNote?: string
}

export function CartTotals({ cart, shippingNote = 'Calculated at checkout' }: Props) {
  const format = useFormat()
  const { totals, promotions, shipping } = cart
  const { selected } = shipping
  return (
    <dl className="totals">
      <Row label="Subtotal" value={format.money(totals.subtotal)} />
      {promotions
        .filter(({ amount }) => amount.amount > 0)
        .map(({ id, title, code, amount }) => (
          <Row key={id} label={code ? `${title} (${code})` : title} value={format.discount(amount)} />
        ))}
      {shipping.required ? (
        <Row label="Shipping" value={selected ? format.price(selected.amount) : shippingNote} />
      ) : null}
      {!totals.taxIncluded && totals.tax.amount > 0 ? <Row label="Taxes" value={format.money(totals.tax)} /> : null}
      <Row label="Total" value={format.money(totals.total)} isTotal />
      {totals.taxIncluded && totals.tax.amount > 0 ? (
        <Row label="Taxes included" value={format.money(totals.tax)} isNote />
      ) : null}
      <PaidRows totals={totals} />
    </dl>
  )
}

interface PaidProps {
  totals: Record<'giftCards' | 'points' | 'storeCredit' | 'due', Money>
  dueLabel?: string
}

/** What gift cards, points and store credit pay, and what is left. */
export function PaidRows({ totals, dueLabel = 'To pay' }: PaidProps) {
  const format = useFormat()
  const { giftCards, points, storeCredit, due } = totals
  const paid = [
    ['Gift cards', giftCards],
    ['Points', points],
    ['Store credit', storeCredit],
  ] as const
  const used = paid.filter(([, { amount }]) => amount > 0)
  if (used.length === 0) return null
  return (
    <>
      {used.map(([label, money]) => (
        <Row key={label} label={label} value={format.discount(money)} />
      ))}
      <Row label={dueLabel} value={format.money(due)} isTotal />
    </>
  )
}

interface RowProps {
  label: string
  value: ReactNode
  isTotal?: boolean
  isNote?: boolean
}

export const Row = ({ label, value, isTotal = false, isNote = false }: RowProps) => (
  <div className={isTotal ? 'totals-row totals-sum' : isNote ? 'totals-row small muted' : 'totals-row'}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
