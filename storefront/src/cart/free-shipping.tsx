import { useFormat } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useCart } from './cart-store.ts'

export function FreeShipping() {
  const { rates } = useCart()
  const format = useFormat()
  if (!rates?.freeShipping) return null
  const { threshold, missing } = rates.freeShipping
  return (
    <div className="free-shipping">
      <p>
        <Icon name="truck" size={20} />
        {missing.amount > 0 ? (
          <span>
            Add <strong>{format.money(missing)}</strong> more for free shipping
          </span>
        ) : (
          <span>Your order ships for free</span>
        )}
      </p>
      <progress
        max={threshold.amount}
        value={threshold.amount - missing.amount}
        aria-label={`Toward free shipping from ${format.money(threshold)}`}
      />
    </div>
  )
}
