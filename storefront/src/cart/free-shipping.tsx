import { useFormat } from '../shop/format.ts'
import { useCart } from '../shop/use-cart.ts'
import { Icon } from '../ui/icon.tsx'

/** How much is missing, or that it is reached. Nothing for a shop that never ships for free. */
export function FreeShipping() {
  const { rates } = useCart()
  const format = useFormat()
  const { freeShipping } = rates ?? {}
  if (freeShipping) {
    const { threshold, missing } = freeShipping
    return (
      <div className="free-shipping">
        <p>
          <Icon name="truck" size={20} />
          <span>
            Add <strong>{format.money(missing)}</strong> more for free shipping
          </span>
        </p>
        <progress
          max={threshold.amount}
          value={threshold.amount - missing.amount}
          aria-label={`Toward free shipping from ${format.money(threshold)}`}
        />
      </div>
    )
  }
  const isFree = rates?.data.some(
    ({ type, amount, discount }) => type === 'shipping' && amount.amount <= discount.amount,
  )
  return isFree ? (
    <div className="free-shipping">
      <p>
        <Icon name="check" size={20} />
        <span>Your order ships for free</span>
      </p>
    </div>
  ) : null
}
