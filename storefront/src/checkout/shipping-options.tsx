import { useFormat } from '../shop/format.ts'
import { plural } from '../shop/text.ts'
import { useCart } from '../shop/use-cart.ts'
import { Notice } from '../ui/notice.tsx'

export function ShippingOptions() {
  const { cart, rates, store } = useCart()
  const format = useFormat()
  if (!rates) return <p className="muted">Loading the ways to ship…</p>
  if (rates.data.length === 0)
    return <Notice tone="warning">{rates.message ?? 'We do not ship to this address.'}</Notice>
  return (
    <fieldset className="options">
      <legend className="visually-hidden">Shipping method</legend>
      {rates.data.map(({ service, title, description, amount, discount, minDays, maxDays }) => {
        const price = { ...amount, amount: amount.amount - discount.amount }
        return (
          <label key={service} className="option">
            <input
              type="radio"
              name="shipping"
              checked={cart?.shipping.selected?.service === service}
              onChange={() => void store.update({ shipping: { service } })}
            />
            <span className="option-text">
              <strong>{title}</strong>
              <span className="small muted">{description || deliveryTime(minDays, maxDays)}</span>
            </span>
            <span className="price">{format.price(price)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

function deliveryTime(min: number | null, max: number | null): string {
  if (max === null) return ''
  return min === null || min === max ? plural(max, 'working day') : `${min}–${max} working days`
}
