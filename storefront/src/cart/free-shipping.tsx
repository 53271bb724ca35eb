import { useFormat } from '../shop/format.ts'
import { useCart } from '../shop/use-cart.ts'
import { Icon } from '../ui/icon.tsx'

/** How much is missing, or that it is reached. As high as before the rates are known, so that nothing moves. */
export function FreeShipping() {
  const { cart, rates } = useCart()
  const format = useFormat()
  if (!cart?.shipping.required) return null
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
  return (
    <div className="free-shipping">
      <p>
        <Icon name={isFree ? 'check' : 'truck'} size={20} />
        <span>{isFree ? 'You’ve unlocked free shipping' : 'Shipping calculated at checkout'}</span>
      </p>
    </div>
  )
}
