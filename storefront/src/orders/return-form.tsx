import { type FormEvent, useState } from 'react'
import { useFormat } from '../shop/format.ts'
import { useShop } from '../shop/shop-context.tsx'
import { errorText } from '../shop/text.ts'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Quantity } from '../ui/quantity.tsx'
import type { OrderView, OrderViewItem } from './order-view.ts'

const REASONS = ['Does not fit', 'Changed my mind', 'Damaged or faulty', 'Not as described', 'Wrong item']

interface Props {
  order: OrderView
  /** Of the order at the shop's server. */
  path: string
  onReturned: (order: OrderView) => void
  onClose: () => void
}

interface Choice {
  quantity: number
  reason: string
}

export function ReturnForm({ order, path, onReturned, onClose }: Props) {
  const { server } = useShop()
  const format = useFormat()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)
  const items = order.items.filter(({ returnable }) => returnable > 0)
  const chosen = items.flatMap((item) => {
    const choice = choices[item.id]
    return choice && choice.quantity > 0 ? [{ item, ...choice }] : []
  })
  const estimate = chosen.reduce((sum, { item, quantity }) => sum + refundFor(item, quantity), 0)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    if (chosen.length === 0) return setError('Choose how many items to return.')
    setSending(true)
    setError('')
    try {
      const body = { items: chosen.map(({ item, quantity, reason }) => ({ itemId: item.id, quantity, reason })) }
      onReturned(await server.post<OrderView>(`${path}/returns`, body))
    } catch (failure) {
      setError(errorText(failure))
      setSending(false)
    }
  }

  return (
    <form className="panel stack" onSubmit={(event) => void send(event)}>
      <h3>What would you like to return?</h3>
      <ul className="rows">
        {items.map((item) => {
          const choice = choices[item.id] ?? { quantity: 0, reason: REASONS[0] ?? '' }
          const change = (changes: Partial<Choice>) => setChoices({ ...choices, [item.id]: { ...choice, ...changes } })
          return (
            <li key={item.id} className="return-line">
              <span>
                {item.title} <span className="small muted">{Object.values(item.options).join(' · ')}</span>
              </span>
              <Quantity
                label={`Return ${item.title}`}
                min={0}
                max={item.returnable}
                value={choice.quantity}
                onChange={(quantity) => change({ quantity })}
              />
              {choice.quantity > 0 ? (
                <Field name={`reason-${item.id}`} label="Reason">
                  {(attributes) => (
                    <select
                      {...attributes}
                      value={choice.reason}
                      onChange={({ currentTarget: { value } }) => change({ reason: value })}
                    >
                      {REASONS.map((reason) => (
                        <option key={reason}>{reason}</option>
                      ))}
                    </select>
                  )}
                </Field>
              ) : null}
            </li>
          )
        })}
      </ul>
      <p role="status">
        Estimated refund: <strong>{format.money({ ...order.totals.total, amount: estimate })}</strong>
      </p>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <div className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          Request return
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          Keep everything
        </button>
      </div>
    </form>
  )
}

/** After discounts, for each unit alike. */
const refundFor = ({ total, quantities }: OrderViewItem, quantity: number): number =>
  Math.round((total.amount * quantity) / quantities.ordered)
