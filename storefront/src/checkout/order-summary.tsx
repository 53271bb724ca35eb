import type { Cart } from '@storedesk/sdk'
import { Codes } from '../cart/codes.tsx'
import { CartTotals } from '../cart/totals.tsx'
import { Link } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { paths } from '../shop/paths.ts'
import { Picture } from '../ui/picture.tsx'

export function OrderSummary({ cart }: { cart: Cart }) {
  const format = useFormat()
  return (
    <section className="panel stack summary" aria-label="Your order">
      <div className="summary-head">
        <h2>Your order</h2>
        <Link href={paths.cart()}>Edit</Link>
      </div>
      <ul className="summary-lines">
        {cart.items.map(({ id, image, title, options, quantity, subtotal, giftPromotionId }) => (
          <li key={id}>
            <Picture image={image && { url: image.url, alt: '' }} size={56} />
            <span>
              {quantity} × {title}
              <span className="small muted">{Object.values(options).join(' · ')}</span>
            </span>
            <span className="price">{giftPromotionId ? 'Free' : format.money(subtotal)}</span>
          </li>
        ))}
      </ul>
      <Codes cart={cart} />
      <CartTotals cart={cart} shippingNote="Enter your address" />
    </section>
  )
}
