import type { Cart } from '@storedesk/sdk'
import { useFormat } from '../shop/format.ts'
import { useCart } from '../shop/use-cart.ts'
import { Notice } from '../ui/notice.tsx'

const REASONS: Record<string, string> = {
  below_minimum: 'You do not have enough points yet to pay with them.',
}

/** Only for signed-in customers: points belong to an account. */
export function Points({ cart, balance }: { cart: Cart; balance: number }) {
  const { store } = useCart()
  const format = useFormat()
  if (balance <= 0) return null
  const { points } = cart
  return (
    <div className="stack">
      <label className="option">
        <input
          type="checkbox"
          checked={points !== null}
          onChange={({ currentTarget: { checked } }) =>
            void store.update({ points: checked ? { requested: balance } : null })
          }
        />
        <span className="option-text">
          <strong>Pay with points</strong>
          <span className="small muted">
            You have {balance} points.
            {points && points.used > 0 ? ` ${points.used} of them pay ${format.money(points.amount)}.` : ''}
          </span>
        </span>
      </label>
      {points?.reason ? <Notice>{REASONS[points.reason] ?? 'Points cannot pay for this order.'}</Notice> : null}
    </div>
  )
}
